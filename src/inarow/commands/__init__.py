"""The commands of the command line, one file each: `add` adds its parser, `run` runs it."""
