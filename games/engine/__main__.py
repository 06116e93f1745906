"""`python -m games.engine`: see commands.py."""

import sys

from games.engine.commands import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
