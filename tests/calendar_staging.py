"""A league and a club whose calendars tests read."""

import datetime
from typing import Any

from django.urls import reverse

from games.models import User
from tests.cast import by
from tests.league_staging import Stage, a_hall
from tournaments.models import Club, Team
from tournaments.services.events.setup import save_setup

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
    """As the administration saves it."""
    for name, value in fields.items():
        setattr(row, name, value)
    save_setup(row, by=by(olga), fields=list(fields))
