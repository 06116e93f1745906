"""The made-up language writes dates as Americans do."""

from euchre_site.formats.en.formats import *  # noqa: F403  # Django reads the module's names
