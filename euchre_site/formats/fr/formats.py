"""French."""

from euchre_site.formats.shared import *  # noqa: F403  # Django reads the module's names

DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "\N{NO-BREAK SPACE}"
# The short month as French writes it: "3 août 2026", where M would be "Aoû".
SHORT_DATE_FORMAT = "j N Y"
FIRST_DAY_OF_WEEK = 1

# The first one is written into fields, and <input type="date"> takes no other.
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
TIME_INPUT_FORMATS = ["%H:%M:%S", "%H:%M"]
DATETIME_INPUT_FORMATS = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M"]
