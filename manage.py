#!/usr/bin/env python
"""Django's command line for this site."""

import os
import sys


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings")
    from django.core.management import execute_from_command_line

    from euchre_site.commandline import in_words

    with in_words(sys.argv):
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
