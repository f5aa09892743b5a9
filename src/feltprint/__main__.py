"""`python -m feltprint` is the command line `feltprint`."""

from __future__ import annotations

import sys

from feltprint.cli import main

if __name__ == "__main__":
    sys.exit(main())
