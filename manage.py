#!/usr/bin/env python
"""Django's command line for this site."""

from euchre_site.commandline import main

if __name__ == "__main__":
    main()
