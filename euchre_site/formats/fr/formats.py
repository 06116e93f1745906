"""French: day first, and a clock of 24 hours. Django knows some of the names; the others are ours, the same in every
language, and `date_format(moment, "LONG_MOMENT")` takes them too. Names of months are translated."""

DECIMAL_SEPARATOR = ","
THOUSAND_SEPARATOR = "\N{NO-BREAK SPACE}"
FIRST_DAY_OF_WEEK = 1

DATE_FORMAT = "j F Y"
# The short month as French writes it: "3 août 2026", where M would be "Aoû". A short day ends in a period.
SHORT_DATE_FORMAT = "j N Y"
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y, H:i"
SHORT_DATETIME_FORMAT = "j N Y, H:i"

LONG_DATE = "l j F Y"
LONG_MOMENT = "l j F Y, H:i"
WEEKDAY_DATE = "l j F"
WEEKDAY_MOMENT = "l j F, H:i"
WEEKDAY_TIME = "l H:i"
SHORT_WEEKDAY_DATE = r"D\. j N Y"
SHORT_WEEKDAY_MOMENT = r"D\. j N, H:i"
MONTH_DAY_TIME = "j F, H:i"
SHORT_MONTH = "N"
SHORT_WEEKDAY = r"D\."
SHORT_MONTH_DAY = "j N"
TO_THE_SECOND = "j N Y, H:i:s"

# The first one is written into fields, and <input type="date"> takes no other.
DATE_INPUT_FORMATS = ["%Y-%m-%d", "%d/%m/%Y"]
TIME_INPUT_FORMATS = ["%H:%M:%S", "%H:%M"]
DATETIME_INPUT_FORMATS = ["%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M", "%d/%m/%Y %H:%M:%S", "%d/%m/%Y %H:%M"]
