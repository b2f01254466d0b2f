"""How strong people are: rated games, which of them count, and one ladder for people and levels."""
