"""English."""

from euchre_site.formats.shared import *  # noqa: F403  # Django reads the module's names

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
