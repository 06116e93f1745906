"""A league and a club whose calendars tests read."""

import datetime
from dataclasses import replace
from typing import Any

from django.urls import reverse

from games.accounts.models import User
from tests.cast import context_of
from tests.tournaments.scenes.league import Stage, a_hall
from tournaments.clubs.models import Club, Venue
from tournaments.clubs.settings import change_club
from tournaments.clubs.venues import change_venue
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.commands import save_setup
from tournaments.events.models import Event
from tournaments.leagues.models import Team

DAY = datetime.timedelta(days=1)


def small_league() -> Stage:
    """Two squads' worth of fixtures per week, four squads in all, at home in a hall or nowhere."""
    stage = Stage()
    Team.objects.filter(name="Wrens").update(venue=a_hall(stage, None))
    stage.open()
    return stage


def club_path(club: Club) -> str:
    return reverse("club_calendar", args=[club.slug])


def edit(olga: User, row: Any, **fields: Any) -> None:
    """As organizers or the administration save it."""
    if isinstance(row, Event):
        change_event(row.pk, replace(EventSettings.of(row), **fields), context=context_of(olga))
        row.refresh_from_db()
        return
    if isinstance(row, Club):
        change_club(row.pk, fields, context=context_of(olga))
        return
    if isinstance(row, Venue):
        about = {name: getattr(row, name) for name in ("name", "address", "tables")} | fields
        change_venue(row.pk, **about, context=context_of(olga))
        return
    for name, value in fields.items():
        setattr(row, name, value)
    save_setup(row, context=context_of(olga), fields=list(fields))
