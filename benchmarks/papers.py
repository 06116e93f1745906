"""Every paper of a hall of 40 tables and 160 people, beside the same words set bare by the same typesetter.

Goal: at most two seconds a paper where five million additions in Python take half a second. Papers are made once per
version of what they show: this is what the first who asks waits for.
"""

import io
import json
import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.settling import database

PLAYERS, TURNS = 160, 3
ADDRESS = "https://euchre.example/events/night/"
KEYS = ("seating", "cards", "slips", "fallback", "standings", "signs", "tents")


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    import django

    django.setup()
    with database():
        _measure()


def _measure() -> None:
    from django.utils import timezone

    from games.accounts.models import User
    from tournaments.checkin import entries
    from tournaments.context import SITE
    from tournaments.events.commands import create_club, create_event
    from tournaments.printing.documents import PAPERS, print_paper
    from tournaments.printing.typeset import Size
    from tournaments.rounds import commands as rounds

    User.objects.create_user("olga@example.org")
    club = create_club("Bench", context=SITE)
    event = create_event(club, "Night", timezone.now(), "progressive", {"rounds": 8}, context=SITE)
    for number in range(PLAYERS):
        entries.walk_in(event.pk, [f"Player Number {number}"], context=SITE)
    drawn = rounds.draw_round(event.stages.get().pk, 1, context=SITE)
    rounds.publish_round(drawn.pk, context=SITE, expected_version=drawn.revision)
    print(f"{'paper':10}   {'pages':>5}   {'ms':>6}   {'bare ms':>7}   {'beside':>6}")
    for key in KEYS:
        made = partial(print_paper, event, PAPERS[key], size=Size.LETTER, address=ADDRESS)
        pages = _words(made())
        taken, bare = _milliseconds(made), _milliseconds(partial(_set_bare, pages))
        print(f"{key:10}   {len(pages):5}   {taken:6.0f}   {bare:7.0f}   {taken / bare:6.1f}")


def _words(made: bytes) -> list[str]:
    """What stands on each page."""
    import pypdf

    return [page.extract_text() for page in pypdf.PdfReader(io.BytesIO(made)).pages]


def _set_bare(pages: list[str]) -> bytes:
    """As many pages of the same words, with no layout, no data and no pictures."""
    import typst

    with TemporaryDirectory() as folder:
        source = Path(folder) / "bare.typ"
        source.write_text("#pagebreak()\n".join(f"#raw({json.dumps(page, ensure_ascii=False)})" for page in pages))
        made: bytes = typst.compile(source, format="pdf")
    return made


def _milliseconds(act: Callable[[], object]) -> float:
    taken = []
    for _ in range(TURNS):
        start = time.perf_counter()
        act()
        taken.append(time.perf_counter() - start)
    return 1000 * statistics.median(taken)
