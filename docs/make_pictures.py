"""Draw the pictures of the documentation again: `python docs/make_pictures.py`."""

from pathlib import Path

from drawings import architecture, detectors, plan, zugzwang

FOLDER = Path(__file__).parent / "pictures"


def pictures() -> dict[str, str]:
    """Every picture, by its file in the folder."""
    parts = (detectors, zugzwang, architecture, plan)
    return {name: drawn for part in parts for name, drawn in part.pictures().items()}


def main() -> None:
    for name, picture in pictures().items():
        (FOLDER / name).parent.mkdir(parents=True, exist_ok=True)
        (FOLDER / name).write_text(picture)
        print(name)


if __name__ == "__main__":
    main()
