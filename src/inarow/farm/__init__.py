"""Jobs on a Dask cluster; needs the extra `inarow[farm]`. See docs/how-to/cluster.md."""

from inarow.farm.cluster import run

__all__ = ["run"]
