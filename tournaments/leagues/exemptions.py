"""Exceptions that no longer hold: an organizer revokes one, with a reason. The row stays to be seen."""

from datetime import timedelta

from django.utils import timezone

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.leagues.commands import allow, lock_part, save_fixture, write
from tournaments.leagues.models import Exemption, Fixture, SquadPlayer
from tournaments.leagues.squads import end_membership


def _lock(exemption_id: int) -> Exemption:
    exemptions = Exemption.objects.select_related(
        "squad__team", "player", "fixture__home__team", "fixture__away__team", "membership__player"
    )
    exemption = lock_part(exemptions, exemption_id)
    exemption.squad.season = exemption.season
    if exemption.fixture:
        exemption.fixture.season = exemption.season
    return exemption


@command(Action.REVOKE_EXEMPTION, lock=_lock, permission=allow)
def revoke_exemption(exemption: Exemption, reason: str, *, context: Context) -> Exemption:
    """Makes the season's rules apply to the player again.

    For a fixture that hasn't begun, a line-up that uses the exception has to be set again. For belonging to a squad,
    the player leaves it today, or on the second day there.
    """
    why = require_reason(reason)
    if exemption.is_revoked:
        raise Conflict("This exception was already revoked. Reload the page.")
    if exemption.fixture:
        _take_off(exemption, exemption.fixture)
    elif exemption.membership:
        _end(exemption.membership)
    written = write(exemption.season, context, reason=why, detail={"squad": exemption.squad_id})
    exemption.revoked, exemption.revoked_why = written, why
    exemption.save(update_fields=["revoked", "revoked_why"])
    return exemption


def _take_off(exemption: Exemption, fixture: Fixture) -> None:
    if fixture.is_begun:
        raise RuleError("{fixture} has started, so you can’t revoke the exception.", fixture=fixture)
    if exemption.line_up.exists():
        fixture.line_up.filter(squad=exemption.squad_id).delete()
        counted = "home_named" if fixture.home_id == exemption.squad_id else "away_named"
        setattr(fixture, counted, getattr(fixture, counted) + 1)
        save_fixture(fixture, counted)


def _end(squad_player: SquadPlayer) -> None:
    today = timezone.now().astimezone(squad_player.season.zone).date()
    last = max(today, squad_player.since + timedelta(days=1))
    if squad_player.until is None or squad_player.until > last:
        end_membership(squad_player, last)
