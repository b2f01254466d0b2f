"""`python -m inarow` is the command line."""

import sys

from inarow.cli import main

sys.exit(main())
