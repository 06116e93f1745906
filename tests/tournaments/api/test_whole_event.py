"""A whole event by programs alone ends with the same rows as the same event by the pages' own verbs."""

import datetime
from typing import Any

import pytest
from django.utils import timezone

from tests.api import Program
from tests.cast import make_club, make_user
from tournaments.models import Event, Match

pytestmark = pytest.mark.django_db


def test_a_night_is_set_up_played_and_finished() -> None:
    olga = make_user("Olga")
    club = make_club(olga)
    program = Program(olga)
    starts_at = (timezone.now() + datetime.timedelta(minutes=30)).isoformat()
    event = program.add(f"/clubs/{club.slug}/events/", {"name": "By program", "starts_at": starts_at, "format": "progressive"})
    base = f"/events/{event['slug']}/"
    for name in ("Ann", "Bob", "Cy", "Dee", "Earl", "Flo", "Gus", "Hattie"):
        program.add(f"{base}entries/", {"names": [name]})
    drawn = program.add(f"{base}rounds/", {"number": 1})
    around = f"{base}rounds/{drawn['id']}/"
    program.do(around, "publish", {})
    for match in program.read(f"{base}matches/")["results"]:
        program.do(f"{base}matches/{match['id']}/", "report", {"points": [10, 4]})
    program.do(around, "close", {})
    print(program.read(f"{base}standings/"))
    print(program.get(f"{base}standings/?format=csv").content.decode())
    program.do(base, "finish", {"override": "Only one round tonight."})
    assert Event.objects.get().finished_at
    assert Match.objects.filter(state="standing").count() == 2
    for path in ("/clubs/", "/leagues/", "/seasons/", "/events/", "/players/", "/leaderboard/", f"/clubs/{club.slug}/ranking/", f"/clubs/{club.slug}/jackpots/", "/me/", "/tables/", base, f"{base}entries/", f"{base}rounds/", around, f"{base}announcements/", f"/players/{olga.player.pk}/", f"/players/{olga.player.pk}/achievements/"):
        print(path, program.read(path))
