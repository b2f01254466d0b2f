"""The commands of the command line, one file each: `add` says what it takes, `run` does it."""
