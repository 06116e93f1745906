"""The money of a season for its organizers: who owes what, what was paid, the fund, and all postings as a file."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say, say_number
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.honours.wording import money_text
from tournaments.http import actor_for, cents_in, context_for, done, number_in, refused, text_in
from tournaments.leagues.models import Fixture, Season, Squad
from tournaments.leagues.views.leagues import about_season, season_or_404
from tournaments.permissions import Permission, require
from tournaments.results.models import Channel
from tournaments.season_money import commands
from tournaments.season_money.models import DismissedCharge, SeasonPosting
from tournaments.season_money.selectors import COLUMNS, file_rows, money_of
from tournaments.transfer.files import TYPES, write_file


@require_safe
def season_money(request: HttpRequest, slug: str) -> HttpResponse:
    season, context = about_season(request, slug)
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
    except CommandError as error:
        return refused(request, error, None)
    context |= {"desk": money_of(season), "ways": SeasonPosting.Way.choices}
    return render(request, "season_money/money.html", context)


@require_safe
def season_money_file(request: HttpRequest, slug: str) -> HttpResponse:
    """Every posting as a row of a CSV file."""
    season = season_or_404(slug)
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
        content = write_file("csv", season.name, COLUMNS, file_rows(season))
    except (CommandError, RuleError) as error:
        return refused(request, error, None)
    headers = {"Content-Disposition": f'attachment; filename="{season.slug}-money.csv"'}
    return HttpResponse(content, content_type=TYPES["csv"], headers=headers | {"Cache-Control": "private, no-store"})


@require_POST
def move_money(request: HttpRequest, slug: str, action: str) -> HttpResponse:
    season = season_or_404(slug)
    where = reverse("season_money", args=[slug])
    try:
        require(actor_for(request), Permission.RUN_SEASON, season.league.club)
        if action not in MOVES:
            raise Http404("No such step.")
        return done(request, MOVES[action](request, season, context_for(request, None, Channel.PAGE)), where)
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.build_absolute_uri(where))


def _fees(request: HttpRequest, season: Season, context: Context) -> str:
    fees = commands.Fees(*(cents_in(request, name) for name in ("team", "player", "late_card")))
    commands.set_fees(season.pk, fees, context=context, expected_version=number_in(request, "seen"))
    return say("Fees saved.")


def _charge_teams(request: HttpRequest, season: Season, context: Context) -> str:
    postings = commands.charge_team_fees(season.pk, context=context, expected_version=number_in(request, "seen"))
    return say_number("Entry fee charged to {number} team.", "Entry fee charged to {number} teams.", len(postings))


def _charge_player(request: HttpRequest, season: Season, context: Context) -> str:
    squad = _squad_in(request, season)
    player = _player_in(request, squad)
    commands.charge_player_fee(squad.pk, player, context=context, expected_version=number_in(request, "seen"))
    return say("Fee for {player} charged to {squad}.", squad=squad, player=player)


def _fine(request: HttpRequest, season: Season, context: Context) -> str:
    squad, fixture = _squad_in(request, season), None
    if request.POST.get("fixture"):
        fixture = get_object_or_404(Fixture.objects.filter(season=season), pk=number_in(request, "fixture"))
    about = squad.pk, cents_in(request, "amount"), text_in(request, "reason")
    commands.fine(*about, context=context, fixture=fixture)
    return say("{squad} fined.", squad=squad)


def _dismiss(request: HttpRequest, season: Season, context: Context) -> str:
    """The entry fee of all, or the charge of one squad: for a player, or for a fixture."""
    if not request.POST.get("to"):
        dismissed_charges = commands.dismiss_team_fees(season.pk, context=context)
        return say_number(
            "Entry fee dismissed for {number} team.", "Entry fee dismissed for {number} teams.", len(dismissed_charges)
        )
    squad, player, fixture = _squad_in(request, season), None, None
    if request.POST.get("player"):
        player = _player_in(request, squad)
    else:
        fixture = get_object_or_404(Fixture.objects.filter(season=season), pk=number_in(request, "fixture"))
    commands.dismiss_charge(squad.pk, context=context, player=player, fixture=fixture)
    return say("Charge dismissed. {squad} doesn’t have to pay it.", squad=squad)


def _propose(request: HttpRequest, season: Season, context: Context) -> str:
    dismissed_charge = get_object_or_404(
        DismissedCharge.objects.filter(season=season), pk=number_in(request, "dismissed")
    )
    commands.undo_dismissal(dismissed_charge.pk, context=context)
    return say("Charge proposed again.")


def _pay(request: HttpRequest, season: Season, context: Context) -> str:
    squad, player, cents = _squad_in(request, season), None, cents_in(request, "amount")
    if request.POST.get("player"):
        player = _player_in(request, squad)
    commands.take_payment(squad.pk, cents, text_in(request, "way", 8), context=context, player=player)
    return say("{squad} paid {amount}.", squad=squad, amount=money_text(cents))


def _waive(request: HttpRequest, season: Season, context: Context) -> str:
    posting = commands.waive(_posting_in(request, season), text_in(request, "reason"), context=context)
    return say("{amount} waived for {squad}.", amount=money_text(posting.cents), squad=posting.squad)


def _add(request: HttpRequest, season: Season, context: Context) -> str:
    posting = commands.add_to_fund(season.pk, cents_in(request, "amount"), text_in(request, "note"), context=context)
    return say("{amount} added to the fund.", amount=money_text(posting.cents))


def _spend(request: HttpRequest, season: Season, context: Context) -> str:
    posting = commands.spend(season.pk, cents_in(request, "amount"), text_in(request, "note"), context=context)
    return say("{amount} spent from the fund.", amount=money_text(posting.cents))


def _undo(request: HttpRequest, season: Season, context: Context) -> str:
    commands.undo_posting(_posting_in(request, season), text_in(request, "reason"), context=context)
    return say("Transaction undone. It stays on record, along with its reversal.")


MOVES: dict[str, Callable[[HttpRequest, Season, Context], str]] = {
    "fees": _fees,
    "charge-teams": _charge_teams,
    "charge-player": _charge_player,
    "fine": _fine,
    "dismiss": _dismiss,
    "propose": _propose,
    "pay": _pay,
    "waive": _waive,
    "add": _add,
    "spend": _spend,
    "undo": _undo,
}


def _squad_in(request: HttpRequest, season: Season) -> Squad:
    squad: Squad = get_object_or_404(season.squads.select_related("team"), pk=number_in(request, "to"))
    return squad


def _player_in(request: HttpRequest, squad: Squad) -> Player:
    """Who is or was in the squad, perhaps more than once."""
    members = Player.objects.filter(squads__squad=squad).distinct()
    return get_object_or_404(members, pk=number_in(request, "player"))


def _posting_in(request: HttpRequest, season: Season) -> int:
    postings: Any = SeasonPosting.objects.filter(season=season)
    return int(get_object_or_404(postings, pk=number_in(request, "posting")).pk)
