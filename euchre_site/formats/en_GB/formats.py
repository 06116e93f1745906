"""English outside the United States (euchre_site/languages.py): day first, and a clock of twelve hours."""

DECIMAL_SEPARATOR = "."
THOUSAND_SEPARATOR = ","
FIRST_DAY_OF_WEEK = 1

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
TIME_FORMAT = "g:i A"
DATETIME_FORMAT = "j F Y, g:i A"
SHORT_DATETIME_FORMAT = "j M Y, g:i A"

LONG_DATE = "l j F Y"
LONG_MOMENT = "l j F Y, g:i A"
WEEKDAY_DATE = "l j F"
WEEKDAY_MOMENT = "l j F, g:i A"
WEEKDAY_TIME = "l g:i A"
SHORT_WEEKDAY_DATE = "D j M Y"
SHORT_WEEKDAY_MOMENT = "D j M, g:i A"
MONTH_DAY_TIME = "j F, g:i A"
SHORT_MONTH_DAY = "j M"
TO_THE_SECOND = "j M Y, g:i:s A"
