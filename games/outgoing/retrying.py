"""When a receiver wants to be asked again, by the header of its answer."""

import datetime
import math
import re
from email.utils import parsedate_to_datetime

RETRY_AFTER = "Retry-After"
_SECONDS = re.compile(r"[0-9]{1,99}(\.[0-9]{1,9})?")


def seconds_to_wait(text: str, now: datetime.datetime, most: int) -> int | None:
    """In seconds, parts of one too, or until a date; never longer than `most`. None without one that can be read."""
    if _SECONDS.fullmatch(text):
        return min(max(math.ceil(float(text)), 1), most)
    try:
        then = parsedate_to_datetime(text)
    except ValueError:
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=datetime.UTC)
    return min(max(math.ceil((then - now).total_seconds()), 1), most)
