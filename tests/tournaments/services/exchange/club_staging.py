"""Clubs as archives, made on a site that is not there any more."""

from collections.abc import Callable
from random import Random

from django.db import transaction

from games.models import User
from tests.league_staging import SMALL, Stage
from tests.tournaments.online import Evening
from tests.tournaments.views.scene import Scene
from tournaments.models import Club, JournalEntry, Pass
from tournaments.services.exchange.archive import Archive
from tournaments.services.exchange.club_out import archive_of
from tournaments.services.honours.queue import work_off_all
from tournaments.services.leagues import closing, penalties
from tournaments.services.scores.settle import settle_unsettled
from tournaments.services.scores.table_results import take_waiting


def a_season() -> Club:
    """A season played to its end and closed, with a ruling, and a match online."""
    stage = Stage({**SMALL, "meetings": "single"}, spare=1)
    stage.open()
    stage.play_all(Random(1))
    penalties.adjust(stage.squad("Wrens").pk, -1, "Late", by=stage.by())
    evening = Evening(club=stage.club)
    evening.play_out()
    take_waiting()
    settle_unsettled()
    closing.close_season(stage.season.pk, by=stage.by())
    return stage.club


def everything(secret: set[str]) -> Club:
    """Events in every state, prizes shown and being changed, a jackpot that was won, two seasons. secret: gets what
    must not leave the site."""
    club = Scene().club
    secret.update(Pass.objects.values_list("token_hash", flat=True))
    secret.update(str(key) for key in JournalEntry.objects.exclude(key=None).values_list("key", flat=True))
    secret.update(User.objects.values_list("password", flat=True))
    return club


def elsewhere(make: Callable[[], Club]) -> Archive:
    """The archive of a club of another site: here is nothing of it."""
    with transaction.atomic():
        club = make()
        settle_unsettled()
        work_off_all()
        archive = archive_of(club)
        transaction.set_rollback(True)
    return archive
