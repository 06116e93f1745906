"""`python -m tournaments.formats`: see commands.py."""

import sys

from tournaments.formats.commands import main

sys.exit(main(sys.argv[1:], sys.stdout))
