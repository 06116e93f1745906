"""`python -m euchre_site COMMAND`: the command line, wherever the package is installed."""

from euchre_site.commandline import main

main()
