"""The command line: `manage.py` in a checkout, `right-bower` where the wheel is installed.

Where the machine doesn't let it work it ends in words, not in a traceback.
"""

import atexit
import contextlib
import errno
import gc
import os
import sys
from collections.abc import Iterator

import django
from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.db import Error

from euchre_site import __version__, places
from euchre_site.databases import is_away

CANNOT_WRITE = {errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM, errno.ENOTDIR}
WHERE = "“--traceback” says where that was."


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings")
    if sys.argv[1:2] == ["demo"]:
        os.environ["RIGHT_BOWER_HOME"] = os.environ.get("RIGHT_BOWER_HOME") or str(places.demo_home())
    if sys.argv[1:] in (["version"], ["--version"]):
        sys.stdout.write(f"Right Bower {__version__}, Django {django.get_version()}\n")
        return
    # At its end Python looks through everything for garbage once more, which takes as long as importing half of it.
    atexit.register(gc.freeze)
    with in_words(sys.argv):
        execute_from_command_line(sys.argv)


@contextlib.contextmanager
def in_words(arguments: list[str]) -> Iterator[None]:
    """With --traceback among the arguments nothing is kept back."""
    try:
        try:
            yield
        finally:
            _hand_over_output()
    except (ImproperlyConfigured, OSError, Error) as error:
        words = _words_for(error)
        if not words or "--traceback" in arguments:
            raise
        with contextlib.suppress(OSError):
            sys.stderr.write(f"{words}\n")
        sys.exit(1)


def _words_for(error: Exception) -> str:
    if isinstance(error, ImproperlyConfigured):
        return str(error)
    if isinstance(error, OSError) and error.errno in CANNOT_WRITE:
        place = error.filename or "A file"
        advice = "Make room" if error.errno in (errno.ENOSPC, errno.EDQUOT) else "Make it writable"
        return f"{place} can’t be written: {error.strerror}. {advice}, then try again. {WHERE}"
    if is_away(error):
        return f"The database can’t be used: {str(error).strip()}. {WHERE}"
    return ""


def _hand_over_output() -> None:
    """Now, while it can be said, and not by Python at its end, which would show a traceback."""
    try:
        sys.stdout.flush()
    except OSError as error:
        # What could not be written is let go, or Python tries once more.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise OSError(error.errno, error.strerror, "The output") from error
