"""Clubs as archives, made on a site that is not there any more."""

from collections.abc import Callable
from random import Random

from django.db import transaction

from games.accounts.models import User
from tests.tournaments.online import Evening
from tests.tournaments.pages.scene import Scene
from tests.tournaments.scenes.league import SMALL, Stage
from tournaments.access.models import Pass
from tournaments.activity_log.models import JournalEntry
from tournaments.clubs.models import Club
from tournaments.leagues import closing, penalties
from tournaments.results.standings_update import settle_unsettled
from tournaments.results.table_results import take_waiting
from tournaments.rewards.queue import work_off_all
from tournaments.transfer.archive import Archive
from tournaments.transfer.club_out import archive_of


def a_season() -> Club:
    """A season played to its end and closed, with a ruling, and a match online."""
    stage = Stage({**SMALL, "meetings": "single"}, spare=1)
    stage.open()
    stage.play_all(Random(1))
    penalties.adjust(stage.squad("Wrens").pk, -1, "Late", context=stage.context_of())
    evening = Evening(club=stage.club)
    evening.play_out()
    take_waiting()
    settle_unsettled()
    closing.close_season(stage.season.pk, context=stage.context_of())
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
