"""Environments for learning; needs the extra `inarow[env]`. See docs/reference/environments.md.

Importing this registers them with Gymnasium, if that is installed: `batch` and `device` do without.
"""

from importlib.util import find_spec

from inarow.env.registration import IDS, register
from inarow.env.spec import ILLEGAL, OBSERVATIONS, PERSPECTIVES, Rewards, Spec

__all__ = ["IDS", "ILLEGAL", "OBSERVATIONS", "PERSPECTIVES", "Rewards", "Spec"]

if find_spec("gymnasium"):
    register()
