"""`python -m games.engine`: see commands.py."""

import sys

from games.engine.commands import main

sys.exit(main(sys.argv[1:], sys.stdout))
