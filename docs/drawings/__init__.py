"""The pictures of the documentation that `inarow.render` draws; `make_pictures.py` writes them."""
