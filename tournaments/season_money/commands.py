"""Every write to the money of a season: fees are set and charged, paid and waived; the fund gets and spends.

Nothing is deleted: a posting that was a mistake is taken back by a second one. It goes on after a season is closed, as
teams pay late.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.honours.pot import MAX_CENTS
from tournaments.honours.wording import money_text
from tournaments.leagues.commands import lock_part, lock_season, lock_squad, write
from tournaments.leagues.models import Fixture, Season, Squad
from tournaments.permissions import Permission
from tournaments.season_money.models import CHARGES, SETTLING, DismissedCharge, SeasonFees, SeasonPosting
from tournaments.season_money.postings import Charge, charges_in

Account = SeasonPosting.Account
Kind = SeasonPosting.Kind
Way = SeasonPosting.Way
WAYS = {
    Kind.TEAM_FEE: (Account.TEAMS, Account.OWED),
    Kind.PLAYER_FEE: (Account.TEAMS, Account.OWED),
    Kind.FINE: (Account.TEAMS, Account.OWED),
    Kind.PAYMENT: (Account.OWED, Account.FUND),
    Kind.WAIVER: (Account.OWED, Account.TEAMS),
    Kind.ADDED: (Account.CLUB, Account.FUND),
    Kind.SPENT: (Account.FUND, Account.SPENT),
}
"""Out of which account into which other."""


@dataclass(frozen=True)
class Fees:
    """In cents; 0: nothing."""

    team: int
    player: int
    late_card: int


def _lock_posting(posting_id: int) -> SeasonPosting:
    return lock_part(SeasonPosting.objects.select_related("squad__team", "player", "fixture"), posting_id)


def _lock_dismissed(row_id: int) -> DismissedCharge:
    return lock_part(DismissedCharge.objects.select_related("squad__team", "player", "fixture"), row_id)


def _check_fees(subject: Season | Squad, expected_version: int) -> None:
    season = subject if isinstance(subject, Season) else subject.season
    if expected_version != _revision(season):
        raise Conflict("The fees have changed since you opened this page. Check them again.")


def _revision(season: Season) -> int:
    fees = SeasonFees.objects.filter(season=season).first()
    return fees.revision if fees else 0


@command(
    Action.SET_SEASON_FEES,
    lock=lock_season,
    permission=Permission.RUN_SEASON,
    version=_check_fees,
    replay=lambda done: SeasonFees.objects.get(season=done.detail["season"]),
)
def set_fees(season: Season, fees: Fees, *, context: Context, expected_version: int | None = None) -> SeasonFees:
    """Say what a team, a new player and a late card cost from now on. What was charged stays."""
    for cents in (fees.team, fees.player, fees.late_card):
        if cents > MAX_CENTS:
            raise RuleError("Enter amounts up to {most}.", most=money_text(MAX_CENTS))
    season_fees = SeasonFees.objects.filter(season=season).first() or SeasonFees(season=season, revision=0)
    season_fees.team, season_fees.player, season_fees.late_card, season_fees.revision = (
        fees.team,
        fees.player,
        fees.late_card,
        season_fees.revision + 1,
    )
    season_fees.save()
    write(season, context, detail={"team": fees.team, "player": fees.player, "late_card": fees.late_card})
    return season_fees


@command(
    Action.CHARGE_TEAM_FEES,
    lock=lock_season,
    permission=Permission.RUN_SEASON,
    version=_check_fees,
    replay=lambda done: list(SeasonPosting.objects.filter(journal=done)),
)
def charge_team_fees(season: Season, *, context: Context, expected_version: int | None = None) -> list[SeasonPosting]:
    """Charge the entry fee to every squad that isn't charged with it, and for which it wasn't dismissed.

    expected_version: the revision of the fees that the actor saw.
    """
    fee = _fee(season, "team")
    squads = _uncharged(season)
    if not squads:
        if _dismissed_of(season, Kind.TEAM_FEE).exists():
            raise RuleError("There are no more entry fees to charge. Reload the page.")
        raise RuleError("Every team has already been charged the entry fee.")
    written = write(season, context, detail={"cents": fee})
    return [_charge(season, written, Kind.TEAM_FEE, fee, squad) for squad in squads]


def _uncharged(season: Season) -> list[Squad]:
    charged = _standing(season, Kind.TEAM_FEE).values("squad")
    dismissed = _dismissed_of(season, Kind.TEAM_FEE).values("squad")
    squads = season.squads.select_related("team").exclude(pk__in=charged).exclude(pk__in=dismissed)
    return list(squads.order_by("number"))


@command(
    Action.DISMISS_CHARGE,
    lock=lock_season,
    permission=Permission.RUN_SEASON,
    replay=lambda done: list(DismissedCharge.objects.filter(journal=done)),
)
def dismiss_team_fees(season: Season, *, context: Context) -> list[DismissedCharge]:
    """Stops proposing the entry fee for the squads that aren't charged with it."""
    squads = _uncharged(season)
    if not squads:
        raise RuleError("There are no more entry fees to charge. Reload the page.")
    written = write(season, context)
    return [
        DismissedCharge.objects.create(season=season, kind=Kind.TEAM_FEE, squad=squad, journal=written)
        for squad in squads
    ]


@command(
    Action.DISMISS_CHARGE,
    lock=lock_squad,
    permission=Permission.RUN_SEASON,
    replay=lambda done: DismissedCharge.objects.get(journal=done),
)
def dismiss_charge(
    squad: Squad, *, context: Context, player: Player | None = None, fixture: Fixture | None = None
) -> DismissedCharge:
    """Stops proposing a charge of the squad: the fee for a new player, or the fine for a late card in a fixture."""
    season = squad.season
    about: dict[str, Any] = {"squad": squad}
    if player and squad.players.filter(player=player).exists():
        _check_not_dismissed(season, Kind.PLAYER_FEE, player=player)
        if _standing(season, Kind.PLAYER_FEE).filter(player=player).exists():
            raise Conflict("The fee for {player} was already charged. Undo that charge first.", player=player)
        about |= {"kind": Kind.PLAYER_FEE, "player": player}
    elif fixture and squad.pk in (fixture.home_id, fixture.away_id):
        _check_not_dismissed(season, Kind.FINE, squad=squad, fixture=fixture)
        if _standing(season, Kind.FINE).filter(squad=squad, fixture=fixture).exists():
            raise Conflict(
                "{squad} was already fined for {fixture}. Undo that fine first.", squad=squad, fixture=fixture
            )
        about |= {"kind": Kind.FINE, "fixture": fixture}
    else:
        raise RuleError("This charge isn’t proposed for {squad}. Reload the page.", squad=squad)
    written = write(season, context, detail={"squad": squad.pk})
    return DismissedCharge.objects.create(season=season, journal=written, **about)


@command(Action.UNDO_DISMISSAL, lock=_lock_dismissed, permission=Permission.RUN_SEASON)
def undo_dismissal(dismissed_charge: DismissedCharge, *, context: Context) -> DismissedCharge:
    """Propose a dismissed charge again."""
    if dismissed_charge.undone_id:
        raise Conflict("Someone just proposed this charge again. Reload the page.")
    dismissed_charge.undone = write(dismissed_charge.season, context, detail={"squad": dismissed_charge.squad_id})
    dismissed_charge.save(update_fields=["undone"])
    return dismissed_charge


@command(
    Action.CHARGE_PLAYER_FEE,
    lock=lock_squad,
    permission=Permission.RUN_SEASON,
    version=_check_fees,
    replay=lambda done: SeasonPosting.objects.get(journal=done),
)
def charge_player_fee(
    squad: Squad, player: Player, *, context: Context, expected_version: int | None = None
) -> SeasonPosting:
    """Charge a squad with a new player, once in the season. expected_version: the revision of the fees that the actor
    saw."""
    season = squad.season
    fee = _fee(season, "player")
    if not squad.players.filter(player=player).exists():
        raise RuleError("{player} isn’t on {squad}.", player=player, squad=squad)
    if _standing(season, Kind.PLAYER_FEE).filter(player=player).exists():
        raise RuleError("The fee for {player} was already charged.", player=player)
    _check_not_dismissed(season, Kind.PLAYER_FEE, player=player)
    written = write(season, context, detail={"squad": squad.pk, "cents": fee})
    return _charge(season, written, Kind.PLAYER_FEE, fee, squad, player=player)


@command(
    Action.FINE_TEAM,
    lock=lock_squad,
    permission=Permission.RUN_SEASON,
    replay=lambda done: SeasonPosting.objects.get(journal=done),
)
def fine(squad: Squad, cents: int, reason: str, *, context: Context, fixture: Fixture | None = None) -> SeasonPosting:
    """Charge a squad with a fine. fixture: the one that it is about; each has one fine of a squad."""
    season, why = squad.season, require_reason(reason)
    _check_amount(cents)
    if fixture and squad.pk not in (fixture.home_id, fixture.away_id):
        raise RuleError("This team isn’t in this match.")
    if fixture and fixture.state == Fixture.State.DRAFT:
        raise RuleError("The season isn’t open yet, so you can’t fine teams.")
    if fixture and _standing(season, Kind.FINE).filter(squad=squad, fixture=fixture).exists():
        raise RuleError("{squad} was already fined for {fixture}.", squad=squad, fixture=fixture)
    if fixture:
        _check_not_dismissed(season, Kind.FINE, squad=squad, fixture=fixture)
    written = write(season, context, reason=why, detail={"squad": squad.pk, "cents": cents})
    return _charge(season, written, Kind.FINE, cents, squad, fixture=fixture, note=why)


@command(
    Action.TAKE_PAYMENT,
    lock=lock_squad,
    permission=Permission.RUN_SEASON,
    replay=lambda done: list(SeasonPosting.objects.filter(journal=done)),
)
def take_payment(
    squad: Squad, cents: int, way: str, *, context: Context, player: Player | None = None
) -> list[SeasonPosting]:
    """Take money from a squad for what it owes, its oldest charge first. player: who handed it over."""
    _check_amount(cents)
    season = squad.season
    if way not in Way.values:
        raise RuleError("Choose a payment method.")
    if player and not squad.players.filter(player=player).exists():
        raise RuleError("{player} isn’t on {squad}.", player=player, squad=squad)
    due = [charge for charge in _charges(season, squad=squad.pk) if charge.left and not charge.is_reversed]
    owed = sum(charge.left for charge in due)
    if cents > owed:
        raise RuleError(
            "You entered {amount}, but {squad} only owes {owed}. Enter that much or less.",
            squad=squad,
            owed=money_text(owed),
            amount=money_text(cents),
        )
    written = write(season, context, detail={"squad": squad.pk, "cents": cents})
    postings, rest = [], cents
    for charge in due:
        if part := min(rest, charge.left):
            postings.append(_settle(written, Kind.PAYMENT, charge, part, way=way, player=player))
            rest -= part
    return postings


@command(
    Action.WAIVE_CHARGE,
    lock=_lock_posting,
    permission=Permission.RUN_SEASON,
    replay=lambda done: SeasonPosting.objects.get(journal=done),
)
def waive(posting: SeasonPosting, reason: str, *, context: Context) -> SeasonPosting:
    """Ask no longer for what is open of a charge."""
    why = require_reason(reason)
    charge = next((charge for charge in _charges(posting.season) if charge.posting.pk == posting.pk), None)
    if charge is None or charge.is_reversed or not charge.left:
        raise RuleError("This charge is already settled. Reload the page.")
    detail = {"squad": posting.squad_id, "cents": charge.left}
    written = write(posting.season, context, reason=why, detail=detail)
    return _settle(written, Kind.WAIVER, charge, charge.left, note=why)


@command(
    Action.ADD_TO_FUND,
    lock=lock_season,
    permission=Permission.RUN_SEASON,
    replay=lambda done: SeasonPosting.objects.get(journal=done),
)
def add_to_fund(season: Season, cents: int, note: str, *, context: Context) -> SeasonPosting:
    """Put money into the season's fund: a sponsor's, or the club's own. note: where it is from."""
    return _of_fund(season, Kind.ADDED, cents, note, context)


@command(
    Action.SPEND_FUND,
    lock=lock_season,
    permission=Permission.RUN_SEASON,
    replay=lambda done: SeasonPosting.objects.get(journal=done),
)
def spend(season: Season, cents: int, note: str, *, context: Context) -> SeasonPosting:
    """Pays something out of the fund: prizes, cups, a hall. note: what for."""
    return _of_fund(season, Kind.SPENT, cents, note, context)


@command(
    Action.UNDO_SEASON_POSTING,
    lock=_lock_posting,
    permission=Permission.RUN_SEASON,
    replay=lambda done: list(SeasonPosting.objects.filter(journal=done)),
)
def undo_posting(posting: SeasonPosting, reason: str, *, context: Context) -> list[SeasonPosting]:
    """Take a posting back that was a mistake, by another the other way round; a payment as a whole."""
    why, season = require_reason(reason), posting.season
    if posting.reverses_id or SeasonPosting.objects.filter(reverses=posting).exists():
        raise RuleError("This change was already undone. Reload the page.")
    is_payment = posting.kind == Kind.PAYMENT
    postings = list(season.postings.filter(journal=posting.journal_id)) if is_payment else [posting]
    charges = {charge.posting.pk: charge for charge in _charges(season)}
    if posting.kind in CHARGES and charges[posting.pk].left < posting.cents:
        raise RuleError("Part of this charge was paid or waived. Undo the payment or waiver first.")
    written = write(
        season,
        context,
        reason=why,
        detail={"squad": posting.squad_id, "cents": sum(posting.cents for posting in postings)},
    )
    return [_reverse(posting, charges, why, written) for posting in postings]


def _reverse(posting: SeasonPosting, charges: dict[int, Charge], why: str, written: AuditLogEntry) -> SeasonPosting:
    about: dict[str, Any] = {"squad": posting.squad, "player": posting.player, "fixture": posting.fixture, "note": why}
    about |= {"reverses": posting, "debit": posting.credit, "credit": posting.debit}
    if posting.kind in SETTLING and posting.charge_id:
        charge = charges[posting.charge_id]
        about |= {"charge": charge.posting, "turn": _next_turn(charge.posting), "left": charge.left + posting.cents}
    return _post(written, posting.season, Kind(posting.kind), posting.cents, **about)


def _fee(season: Season, name: str) -> int:
    fees = SeasonFees.objects.filter(season=season).first()
    cents: int = getattr(fees, name, 0)
    if not cents:
        raise RuleError("This season doesn’t have that fee. Set the fees first.")
    return cents


def _check_amount(cents: int) -> None:
    if not 0 < cents <= MAX_CENTS:
        raise RuleError(
            "You entered {amount}. Enter an amount from {least} to {most}.",
            amount=money_text(cents),
            least=money_text(1),
            most=money_text(MAX_CENTS),
        )


def _standing(season: Season, kind: Kind) -> QuerySet[SeasonPosting]:
    """Charges that were not taken back."""
    return season.postings.filter(kind=kind, reverses=None, reversal=None)


def _dismissed_of(season: Season, kind: Kind) -> QuerySet[DismissedCharge]:
    """Dismissals of charges that are not proposed again."""
    return season.dismissed_charges.filter(kind=kind, undone=None)


def _check_not_dismissed(season: Season, kind: Kind, **about: Squad | Player | Fixture) -> None:
    if _dismissed_of(season, kind).filter(**about).exists():
        raise Conflict("Someone already dismissed this charge. Reload the page.")


def _charges(season: Season, **among: Any) -> list[Charge]:
    return charges_in(season.postings.filter(**among).select_related("squad__team").order_by("number"))


def _charge(
    season: Season, written: AuditLogEntry, kind: Kind, cents: int, squad: Squad, **about: Any
) -> SeasonPosting:
    """Which time it is charged is that of a player in the season, of a fixture, else of the squad."""
    before = season.postings.filter(kind=kind, reverses=None)
    if kind == Kind.PLAYER_FEE:
        before = before.filter(player=about["player"])
    else:
        before = before.filter(squad=squad, fixture=about.get("fixture"))
    return _post(written, season, kind, cents, squad=squad, turn=before.count() + 1, **about)


def _settle(written: AuditLogEntry, kind: Kind, charge: Charge, cents: int, **about: Any) -> SeasonPosting:
    posting = charge.posting
    about |= {"charge": posting, "turn": _next_turn(posting), "left": charge.left - cents, "squad": posting.squad}
    return _post(written, posting.season, kind, cents, **about)


def _next_turn(charge: SeasonPosting) -> int:
    return charge.settled_by.count() + 1


def _of_fund(season: Season, kind: Kind, cents: int, note: str, context: Context) -> SeasonPosting:
    _check_amount(cents)
    why = require_reason(note)
    written = write(season, context, reason=why, detail={"cents": cents})
    return _post(written, season, kind, cents, note=why)


def _post(written: AuditLogEntry, season: Season, kind: Kind, cents: int, **about: Any) -> SeasonPosting:
    """The next posting of the season. RuleError when the fund doesn't hold what it takes."""
    debit, credit = WAYS[kind]
    posting = SeasonPosting(
        season=season, kind=kind, cents=cents, journal=written, **{"debit": debit, "credit": credit} | about
    )
    last = season.postings.order_by("-number").first()
    posting.number, before = (last.number + 1, last.fund) if last else (1, 0)
    posting.fund = before + posting.into_fund
    if posting.fund < 0:
        raise RuleError(
            "The fund has only {fund}, but you need {amount}. Enter less, or add money to the fund first.",
            fund=money_text(before),
            amount=money_text(cents),
        )
    posting.save()
    return posting
