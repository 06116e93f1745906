"""A valid request for every address of a season's money, for the table of permissions."""

from typing import Any

from django.urls import reverse

from tests.cast import context_of
from tests.tournaments.leagues.requests import Request, home
from tests.tournaments.pages.browsing import form
from tournaments.season_money import commands
from tournaments.season_money.commands import Fees
from tournaments.season_money.models import DismissedCharge, SeasonFees, SeasonPosting


def page(route: str) -> Request:
    return lambda scene: (reverse(route, args=[scene.running.slug]), form())


def on_money(action: str, **fields: Any) -> Request:
    """A step, after fees were set and the home team of the first fixture was fined."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        season, by = scene.running, context_of(scene.olga)
        if not SeasonFees.objects.filter(season=season).exists():
            commands.set_fees(season.pk, Fees(2000, 500, 250), context=by, expected_version=0)
            commands.fine(home(scene).pk, 300, "No scorer", context=by)
            commands.add_to_fund(season.pk, 5000, "The brewery", context=by)
        fined = SeasonPosting.objects.get(season=season, kind="fine", reverses=None)
        about = {"to": home(scene).pk, "posting": fined.pk, "seen": 1}
        body = {name: value(scene) if callable(value) else value for name, value in fields.items()}
        return reverse("move_money", args=[season.slug, action]), form(**about | body)

    return request


def captain_of(scene: Any) -> int:
    return int(home(scene).players.filter(is_captain=True)[0].player_id)


def dismissed(scene: Any) -> int:
    squad = scene.running.fixtures.get(number=1).away
    row = DismissedCharge.objects.filter(squad=squad, undone=None).first()
    player = squad.players.filter(is_captain=True)[0].player
    return int((row or commands.dismiss_charge(squad.pk, context=context_of(scene.olga), player=player)).pk)


OF_SEASON_MONEY: dict[str, Request] = {
    "season_money": page("season_money"),
    "season_money_file": page("season_money_file"),
    "move_money/fees": on_money("fees", team="25", player="5.50", late_card="0"),
    "move_money/charge-teams": on_money("charge-teams"),
    "move_money/charge-player": on_money("charge-player", player=captain_of),
    "move_money/fine": on_money("fine", amount="2.50", reason="Late again"),
    "move_money/dismiss": on_money("dismiss", player=captain_of),
    "move_money/propose": on_money("propose", dismissed=dismissed),
    "move_money/pay": on_money("pay", amount="3", way="cash", player=captain_of),
    "move_money/waive": on_money("waive", reason="Snow"),
    "move_money/add": on_money("add", amount="10", note="A raffle"),
    "move_money/spend": on_money("spend", amount="10", note="Trophies"),
    "move_money/undo": on_money("undo", reason="Wrong team"),
    "move_money/praise": on_money("praise"),
}
