"""Rows of a season's money that a constraint has to refuse, for `test_constraints`, and what `verify` has to find."""

from typing import Any

from tests.cast import Table
from tests.tournaments.constraints.league import again, fixture, other, squad
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models import Squad
from tournaments.season_money.models import DismissedCharge, SeasonPosting

Rows = SeasonPosting.objects


def fine(table: Table, **more: Any) -> SeasonPosting:
    """Of 5.00, the first posting of the season."""
    own = more.pop("squad", None) or squad(table)
    about = {"season": own.season, "squad": own, "number": 1, "kind": "fine", "debit": "teams", "credit": "owed"}
    about |= {"cents": 500, "fund": 0, "turn": 1, "note": "x", "journal": AuditLogEntry.objects.all()[0]}
    return Rows.create(**about | more)


def team_fee(table: Table) -> SeasonPosting:
    return fine(table, kind="team_fee", note="")


def player_fee(table: Table, **more: Any) -> SeasonPosting:
    return fine(table, **{"kind": "player_fee", "note": "", "player": table.pam} | more)


def fine_for_a_fixture(table: Table) -> SeasonPosting:
    one = fixture(table)
    return fine(table, squad=one.home, fixture=one)


def paid(table: Table, **more: Any) -> SeasonPosting:
    """All of a fine."""
    charge = fine(table)
    about = {"season": charge.season, "squad": charge.squad, "number": 2, "kind": "payment", "debit": "owed"}
    about |= {"credit": "fund", "cents": 500, "fund": 500, "charge": charge, "turn": 1, "left": 0, "way": "cash"}
    return Rows.create(**about | {"journal": charge.journal} | more)


def taken_back(table: Table, **more: Any) -> SeasonPosting:
    """The fine."""
    first = fine(table)
    about = {"season": first.season, "squad": first.squad, "number": 2, "kind": "fine", "debit": "owed"}
    about |= {"credit": "teams", "cents": 500, "fund": 0, "reverses": first, "note": "x", "journal": first.journal}
    return Rows.create(**about | more)


def added(table: Table, **more: Any) -> SeasonPosting:
    return fine(table, **{"kind": "added", "debit": "club", "credit": "fund", "fund": 500, "turn": None} | more)


def with_wrong_owner(table: Table) -> object:
    return Rows.filter(pk=added(table).pk).update(squad=Squad.objects.get())


def dismissed(table: Table, **more: Any) -> DismissedCharge:
    """The entry fee of a squad, unless said otherwise."""
    own = more.pop("squad", None) or squad(table)
    about = {"season": own.season, "squad": own, "kind": "team_fee", "journal": AuditLogEntry.objects.all()[0]}
    return DismissedCharge.objects.create(**about | more)


def dismissed_fine(table: Table) -> DismissedCharge:
    one = fixture(table)
    return dismissed(table, squad=one.home, kind="fine", fixture=one)


PLANTED = {
    "team_fee_dismissed_once": lambda t: again(dismissed(t)),
    "player_fee_dismissed_once": lambda t: again(dismissed(t, kind="player_fee", player=t.pam)),
    "fine_dismissed_once": lambda t: again(dismissed_fine(t)),
    "dismissed_charge_is_about_something": lambda t: dismissed(t, kind="fine"),
    "one_season_posting_per_number": lambda t: again(team_fee(t), kind="fine", note="x"),
    "season_posting_moves_money": lambda t: fine(t, cents=0),
    "season_posting_between_two_accounts": lambda t: fine(t, credit="teams"),
    "season_posting_goes_its_way": lambda t: fine(t, debit="owed", credit="fund"),
    "season_posting_is_of_a_squad_or_the_fund": with_wrong_owner,
    "only_payments_and_waivers_settle_a_charge": lambda t: paid(t, left=None),
    "charge_settled_in_turns": lambda t: again(paid(t), number=3),
    "team_fee_charged_once": lambda t: again(team_fee(t), number=2),
    "player_fee_charged_once": lambda t: again(player_fee(t), number=2),
    "fine_of_a_fixture_charged_once": lambda t: again(fine_for_a_fixture(t), number=2),
    "charge_is_counted": lambda t: fine(t, turn=None),
    "player_fee_is_for_somebody": lambda t: player_fee(t, player=None),
    "only_a_payment_has_a_way": lambda t: paid(t, way=""),
    "season_posting_says_what_for": lambda t: fine(t, note=""),
}

VIOLATIONS = {
    "season_money_adds_up": [
        (lambda t: fine(t, number=2), "not numbered from 1"),
        (lambda t: paid(t, fund=400), "the fund is 500, not 400"),
        (lambda t: paid(t, left=100), "settles something else than is open"),
    ],
    "season_postings_are_taken_back_as_they_were": [
        (lambda t: taken_back(t, cents=400), "takes back something else"),
        (lambda t: taken_back_though_paid(t), "though something was paid for it"),
    ],
    "season_postings_are_of_their_season": [(lambda t: paid_by_others(t), "another season or team")],
}


def taken_back_though_paid(table: Table) -> object:
    payment = paid(table)
    about = {"season": payment.season, "squad": payment.squad, "number": 3, "kind": "fine", "debit": "owed"}
    about |= {"credit": "teams", "cents": 500, "fund": 500, "reverses": payment.charge, "note": "x"}
    return Rows.create(**about, journal=payment.journal)


def paid_by_others(table: Table) -> object:
    payment = paid(table)
    assert payment.squad
    return Rows.filter(pk=payment.pk).update(squad=other(payment.squad))
