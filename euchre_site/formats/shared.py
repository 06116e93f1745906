"""What all languages have in common. The names are Django's (FORMAT_MODULE_PATH); names of months are translated."""

DATE_FORMAT = "j F Y"
SHORT_DATE_FORMAT = "j M Y"
MONTH_DAY_FORMAT = "j F"
YEAR_MONTH_FORMAT = "F Y"
TIME_FORMAT = "H:i"
DATETIME_FORMAT = "j F Y H:i"
SHORT_DATETIME_FORMAT = "Y-m-d H:i"
