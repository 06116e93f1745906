"""The money of a season through its commands: fees, fines, payments, waivers, the fund, and lines taken back."""

import datetime
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.utils import timezone

from games.engine.errors import RuleError
from tests.cast import context_of, make_user, on_phone, with_key
from tests.kept import kept
from tests.sizes import sample
from tests.tournaments.scenes.league import BIRDS, FIRST_DAY, SMALL, Stage
from tournaments.activity_log.models import AuditLogEntry
from tournaments.errors import Conflict, NotAllowed
from tournaments.integrity import verify
from tournaments.leagues import late_entries, penalties, setup, squads
from tournaments.leagues.models import Fixture, Season
from tournaments.season_money import commands
from tournaments.season_money.commands import Fees
from tournaments.season_money.models import SeasonPosting
from tournaments.season_money.postings import SquadAccount, account_of
from tournaments.season_money.selectors import MoneyDesk, file_rows, money_of

Kind = SeasonPosting.Kind


class Till:
    """A season whose teams pay 20.00 to enter, 5.00 for a new player, and 2.50 for a late card."""

    def __init__(self) -> None:
        self.stage = Stage({**SMALL, "meetings": "single"}, (BIRDS[:4],), spare=1)
        self.stage.open()
        self.season: Season = self.stage.season
        self.olga = self.stage.context_of()
        commands.set_fees(self.season.pk, Fees(2000, 500, 250), context=self.olga, expected_version=0)

    @property
    def desk(self) -> MoneyDesk:
        return money_of(self.season)

    def account(self, name: str) -> SquadAccount:
        return account_of(self.stage.squad(name))

    def pay(self, name: str, cents: int, way: str = "cash", **more: Any) -> list[SeasonPosting]:
        return commands.take_payment(self.stage.squad(name).pk, cents, way, **{"context": self.olga} | more)

    def fine(self, name: str, cents: int, reason: str = "No scorer", **more: Any) -> SeasonPosting:
        return commands.fine(self.stage.squad(name).pk, cents, reason, **{"context": self.olga} | more)


till = kept(Till)


def test_teams_are_charged_once_and_pay_in_parts(till: Till) -> None:
    assert till.desk.uncharged == 4
    assert len(commands.charge_team_fees(till.season.pk, context=till.olga)) == 4
    with pytest.raises(RuleError, match="already been charged the entry fee"):
        commands.charge_team_fees(till.season.pk, context=till.olga)
    till.fine("Wrens", 300)
    rows = till.pay("Wrens", 2100, way="bank", player=till.stage.players("Wrens")[0])
    assert [(row.cents, row.left, row.turn) for row in rows] == [(2000, 0, 1), (100, 200, 1)]
    wrens = till.account("Wrens")
    assert (wrens.charged, wrens.paid, wrens.owed) == (2300, 2100, 200)
    with pytest.raises(RuleError, match=r"You entered .*2.01, but Wrens only owes .*2.00"):
        till.pay("Wrens", 201)
    till.pay("Wrens", 200)
    assert (till.account("Wrens").owed, till.desk.owed, till.desk.fund) == (0, 6000, 2300)
    with pytest.raises(RuleError, match=r"Wrens only owes .*0.00"):
        till.pay("Wrens", 1)
    assert verify.violations() == []


def test_a_charge_is_waived_with_a_reason(till: Till) -> None:
    row = till.fine("Wrens", 300)
    till.pay("Wrens", 100)
    with pytest.raises(RuleError, match="short reason"):
        commands.waive(row.pk, " ", context=till.olga)
    waiver = commands.waive(row.pk, "Snow", context=till.olga)
    assert (waiver.cents, waiver.left, waiver.note) == (200, 0, "Snow")
    wrens = till.account("Wrens")
    assert (wrens.paid, wrens.waived, wrens.owed, till.desk.fund) == (100, 200, 0, 100)
    for one in (row, waiver):
        with pytest.raises(RuleError, match="is already settled"):
            commands.waive(one.pk, "Snow", context=till.olga)
    assert verify.violations() == []


def test_lines_are_taken_back_by_others_and_nothing_is_built_on_air(till: Till) -> None:
    commands.charge_team_fees(till.season.pk, context=till.olga)
    fined = till.fine("Wrens", 300)
    first, second = till.pay("Wrens", 2100)
    with pytest.raises(RuleError, match="Part of this charge was paid"):
        commands.undo_posting(fined.pk, "Wrong team", context=till.olga)
    back = commands.undo_posting(second.pk, "Counted wrongly", context=till.olga)
    assert [row.reverses for row in back] == [first, second], "a payment goes back as a whole"
    for one in (first, back[0]):
        with pytest.raises(RuleError, match="was already undone"):
            commands.undo_posting(one.pk, "Again", context=till.olga)
    assert (till.account("Wrens").owed, till.desk.fund) == (2300, 0)
    commands.undo_posting(fined.pk, "Wrong team", context=till.olga)
    assert till.account("Wrens").owed == 2000
    fee = till.account("Larks").open[0].posting
    commands.undo_posting(fee.pk, "Left before the start", context=till.olga)
    assert till.desk.uncharged == 1
    [again] = commands.charge_team_fees(till.season.pk, context=till.olga)
    assert (again.squad, again.turn) == (fee.squad, 2)
    assert verify.violations() == []


def test_the_log_tells_all_that_an_undone_payment_was(till: Till) -> None:
    commands.charge_team_fees(till.season.pk, context=till.olga)
    till.fine("Wrens", 300)
    first, _ = till.pay("Wrens", 2100)
    [back, _] = commands.undo_posting(first.pk, "Counted wrongly", context=till.olga)
    entry = AuditLogEntry.objects.get(pk=back.journal_id)
    assert entry.detail["cents"] == 2100


def test_the_fund_is_added_to_and_spent_but_never_more_than_it_holds(till: Till) -> None:
    commands.add_to_fund(till.season.pk, 5000, "The brewery", context=till.olga)
    bought = commands.spend(till.season.pk, 3500, "Trophies", context=till.olga)
    assert (bought.fund, till.desk.fund) == (1500, 1500)
    with pytest.raises(RuleError, match=r"The fund has only .*15.00, but you need .*15.01"):
        commands.spend(till.season.pk, 1501, "Buffet", context=till.olga)
    given = till.season.postings.get(kind=Kind.ADDED)
    with pytest.raises(RuleError, match="The fund has"):
        commands.undo_posting(given.pk, "Not from them", context=till.olga)
    commands.undo_posting(bought.pk, "Sent back", context=till.olga)
    commands.undo_posting(given.pk, "Not from them", context=till.olga)
    assert till.desk.fund == 0
    for step in (commands.spend, commands.add_to_fund):
        with pytest.raises(RuleError, match="short reason"):
            step(till.season.pk, 1, " ", context=till.olga)
        with pytest.raises(RuleError, match="Enter an amount from"):
            step(till.season.pk, 0, "x", context=till.olga)
    assert verify.violations() == []


def test_new_players_and_late_cards_are_proposed_until_they_are_charged(till: Till) -> None:
    day = FIRST_DAY + datetime.timedelta(days=8)
    zoe = squads.join_squad(till.stage.squad("Wrens").pk, "Zoe", day, context=till.olga)
    fixture = Fixture.objects.order_by("number")[0]
    penalties.late_card(fixture.pk, fixture.home_id, context=till.olga)
    assert [row.player for row in till.desk.new] == [zoe.player]
    assert [row.squad for row in till.desk.late] == [fixture.home]
    commands.charge_player_fee(zoe.squad_id, zoe.player, context=till.olga)
    with pytest.raises(RuleError, match="The fee for Zoe was already charged"):
        commands.charge_player_fee(zoe.squad_id, zoe.player, context=till.olga)
    commands.fine(fixture.home_id, 250, "Late score card", context=till.olga, fixture=fixture)
    with pytest.raises(RuleError, match=r"was already fined for"):
        commands.fine(fixture.home_id, 250, "Late score card", context=till.olga, fixture=fixture)
    assert not till.desk.has_proposals or till.desk.uncharged
    assert not [*till.desk.new, *till.desk.late]
    with pytest.raises(RuleError, match="isn’t on Larks"):
        commands.charge_player_fee(till.stage.squad("Larks").pk, zoe.player, context=till.olga)
    stranger = next(squad for squad in till.season.squads.all() if squad not in fixture.squads)
    with pytest.raises(RuleError, match="isn’t in this match"):
        commands.fine(stranger.pk, 250, "Late score card", context=till.olga, fixture=fixture)
    commands.set_fees(till.season.pk, Fees(2000, 0, 0), context=till.olga, expected_version=1)
    with pytest.raises(RuleError, match="doesn’t have that fee"):
        commands.charge_player_fee(zoe.squad_id, zoe.player, context=till.olga)
    assert verify.violations() == []


def test_fees_that_were_charged_stay_when_they_change(till: Till) -> None:
    commands.charge_team_fees(till.season.pk, context=till.olga)
    with pytest.raises(Conflict, match="fees have changed"):
        commands.set_fees(till.season.pk, Fees(1, 1, 1), context=till.olga, expected_version=0)
    commands.set_fees(till.season.pk, Fees(3000, 500, 250), context=till.olga, expected_version=1)
    assert till.desk.owed == 8000
    with pytest.raises(RuleError, match="Enter amounts up to"):
        commands.set_fees(till.season.pk, Fees(10**9, 0, 0), context=till.olga, expected_version=2)


def test_a_repeated_key_takes_a_payment_once(till: Till) -> None:
    commands.charge_team_fees(till.season.pk, context=till.olga)
    key = with_key(till.stage.olga)
    first, again = (till.pay("Wrens", 500, context=key) for _ in range(2))
    assert (first, till.account("Wrens").paid) == (again, 500)


def test_only_organizers_touch_the_money(till: Till) -> None:
    commands.charge_team_fees(till.season.pk, context=till.olga)
    wrens, captain = till.stage.squad("Wrens"), on_phone(till.stage.players("Wrens")[0])
    row = till.account("Wrens").open[0].posting
    steps: list[Callable[[Any], object]] = [
        lambda who: commands.set_fees(till.season.pk, Fees(0, 0, 0), context=who, expected_version=1),
        lambda who: commands.charge_team_fees(till.season.pk, context=who),
        lambda who: commands.charge_player_fee(wrens.pk, till.stage.players("Wrens")[0], context=who),
        lambda who: commands.fine(wrens.pk, 1, "x", context=who),
        lambda who: commands.take_payment(wrens.pk, 1, "cash", context=who),
        lambda who: commands.waive(row.pk, "x", context=who),
        lambda who: commands.undo_posting(row.pk, "x", context=who),
        lambda who: commands.add_to_fund(till.season.pk, 1, "x", context=who),
        lambda who: commands.spend(till.season.pk, 1, "x", context=who),
    ]
    before = SeasonPosting.objects.count()
    for who in (captain, context_of(make_user("Sam"))):
        for step in steps:
            with pytest.raises(NotAllowed):
                step(who)
    assert SeasonPosting.objects.count() == before


def test_an_unknown_means_of_payment_is_refused(till: Till) -> None:
    commands.charge_team_fees(till.season.pk, context=till.olga)
    with pytest.raises(RuleError, match="Choose a payment method"):
        till.pay("Wrens", 100, way="beer")
    with pytest.raises(RuleError, match="isn’t on Wrens"):
        till.pay("Wrens", 100, player=till.stage.players("Larks")[0])


def test_teams_pay_after_the_season_is_closed(till: Till) -> None:
    commands.charge_team_fees(till.season.pk, context=till.olga)
    Season.objects.filter(pk=till.season.pk).update(state="closed")
    till.pay("Wrens", 2000)
    assert till.desk.fund == 2000


def test_a_squad_with_money_is_not_removed_without_trace(db: None) -> None:
    stage = Stage(SMALL)
    commands.fine(stage.squad("Wrens").pk, 100, "Late list", context=stage.context_of())
    stage.season.refresh_from_db()
    with pytest.raises(RuleError, match="has charges this season"):
        setup.remove_squad(
            stage.season.pk,
            stage.squad("Wrens").pk,
            context=stage.context_of(),
            expected_version=stage.season.version,
        )


@pytest.mark.slow
@pytest.mark.parametrize("seed", sample(0, of=range(3)))
def test_whatever_is_done_in_whatever_order_adds_up(till: Till, seed: int) -> None:
    """A slow count of its own beside the sums of the pages."""
    dice = Random(seed)
    owed, fund = dict.fromkeys(BIRDS[:4], 0), 0
    fined: list[tuple[str, SeasonPosting]] = []
    for _ in range(40):
        name, cents = dice.choice(BIRDS[:4]), dice.randrange(1, 900)
        step = dice.choice(("fine", "pay", "waive", "add", "spend", "undo"))
        try:
            if step == "fine":
                fined.append((name, till.fine(name, cents)))
                owed[name] += cents
            elif step == "pay":
                till.pay(name, cents)
                owed[name], fund = owed[name] - cents, fund + cents
            elif step == "waive" and fined:
                name, row = dice.choice(fined)
                owed[name] -= commands.waive(row.pk, "x", context=till.olga).cents
            elif step == "add":
                commands.add_to_fund(till.season.pk, cents, "x", context=till.olga)
                fund += cents
            elif step == "spend":
                commands.spend(till.season.pk, cents, "x", context=till.olga)
                fund -= cents
            elif rows := list(till.season.postings.filter(reverses=None).order_by("pk")):
                for row in commands.undo_posting(dice.choice(rows).pk, "x", context=till.olga):
                    fund += row.into_fund
                    if row.squad:
                        owed[str(row.squad)] += row.cents * ((row.credit == "owed") - (row.debit == "owed"))
        except RuleError:
            continue
    assert {str(one.squad): one.owed for one in till.desk.accounts} == owed
    assert (till.desk.fund, till.desk.owed) == (fund, sum(owed.values()))
    assert verify.violations() == []


def test_the_file_has_every_line(till: Till) -> None:
    till.fine("Wrens", 350, "=HYPERLINK()")
    till.pay("Wrens", 350)
    rows = file_rows(till.season)
    assert [row[0] for row in rows] == ["1", "2"]
    assert rows[1][1] == timezone.now().astimezone(till.season.zone).date().isoformat()
    assert (rows[0][8], rows[1][12], rows[1][9]) == ("3.50", "3.50", "Cash")


@pytest.mark.slow
def test_what_is_proposed_can_be_dismissed_and_proposed_again(till: Till) -> None:
    stage = till.stage
    first = till.season.fixtures.order_by("number")[0]
    penalties.late_card(first.pk, first.home_id, context=till.olga)
    new = squads.join_squad(first.home_id, "Zoe", FIRST_DAY + datetime.timedelta(days=1), context=till.olga)
    assert (till.desk.uncharged, len(till.desk.new), len(till.desk.late)) == (4, 1, 1)
    for about in ({"player": new.player}, {"fixture": first}):
        row = commands.dismiss_charge(first.home_id, context=till.olga, **about)
        with pytest.raises(Conflict, match="already dismissed this charge"):
            commands.dismiss_charge(first.home_id, context=till.olga, **about)
        assert row in till.desk.dismissed
    commands.charge_team_fees(till.season.pk, context=till.olga)
    setup_only = stage.squad("Wrens")
    undone = next(row for row in SeasonPosting.objects.filter(squad=setup_only, kind=Kind.TEAM_FEE))
    commands.undo_posting(undone.pk, "They pay nothing", context=till.olga)
    key = with_key(stage.olga)
    assert commands.dismiss_team_fees(till.season.pk, context=key) == commands.dismiss_team_fees(
        till.season.pk, context=key
    )
    assert not till.desk.has_proposals
    with pytest.raises(RuleError, match="no more entry fees to charge"):
        commands.charge_team_fees(till.season.pk, context=till.olga)
    with pytest.raises(RuleError, match="no more entry fees to charge"):
        commands.dismiss_team_fees(till.season.pk, context=till.olga)
    for row in till.desk.dismissed:
        commands.undo_dismissal(row.pk, context=till.olga)
        with pytest.raises(Conflict, match="just proposed this charge again"):
            commands.undo_dismissal(row.pk, context=till.olga)
    assert (till.desk.uncharged, len(till.desk.new), len(till.desk.late), till.desk.dismissed) == (1, 1, 1, [])
    assert verify.violations() == []


def test_what_is_charged_is_not_dismissed(till: Till) -> None:
    first = till.season.fixtures.order_by("number")[0]
    penalties.late_card(first.pk, first.home_id, context=till.olga)
    zoe = squads.join_squad(first.home_id, "Zoe", FIRST_DAY + datetime.timedelta(days=1), context=till.olga)
    fee = commands.charge_player_fee(first.home_id, zoe.player, context=till.olga)
    fined = commands.fine(first.home_id, 250, "Late score card", context=till.olga, fixture=first)
    with pytest.raises(Conflict, match=r"The fee for Zoe was already charged\. Undo that charge first"):
        commands.dismiss_charge(first.home_id, context=till.olga, player=zoe.player)
    with pytest.raises(Conflict, match=r"was already fined for .*\. Undo that fine first"):
        commands.dismiss_charge(first.home_id, context=till.olga, fixture=first)
    assert till.desk.dismissed == []
    for row in (fee, fined):
        commands.undo_posting(row.pk, "A mistake", context=till.olga)
    commands.dismiss_charge(first.home_id, context=till.olga, player=zoe.player)
    commands.dismiss_charge(first.home_id, context=till.olga, fixture=first)
    assert len(till.desk.dismissed) == 2


def test_what_is_dismissed_is_not_charged(till: Till) -> None:
    first = till.season.fixtures.order_by("number")[0]
    zoe = squads.join_squad(first.home_id, "Zoe", FIRST_DAY + datetime.timedelta(days=1), context=till.olga)
    rows = [
        commands.dismiss_charge(first.home_id, context=till.olga, player=zoe.player),
        commands.dismiss_charge(first.home_id, context=till.olga, fixture=first),
        *commands.dismiss_team_fees(till.season.pk, context=till.olga),
    ]
    with pytest.raises(Conflict, match="already dismissed this charge"):
        commands.charge_player_fee(first.home_id, zoe.player, context=till.olga)
    with pytest.raises(Conflict, match="already dismissed this charge"):
        commands.fine(first.home_id, 250, "Late score card", context=till.olga, fixture=first)
    with pytest.raises(RuleError, match="no more entry fees to charge"):
        commands.charge_team_fees(till.season.pk, context=till.olga)
    assert not till.season.postings.exists()
    commands.fine(first.home_id, 100, "No scorer", context=till.olga)
    commands.fine(first.away_id, 250, "Late score card", context=till.olga, fixture=first)
    for row in rows:
        commands.undo_dismissal(row.pk, context=till.olga)
    commands.charge_player_fee(first.home_id, zoe.player, context=till.olga)
    commands.fine(first.home_id, 250, "Late score card", context=till.olga, fixture=first)
    assert len(commands.charge_team_fees(till.season.pk, context=till.olga)) == 4


def test_a_fee_is_charged_as_the_page_showed_it(till: Till) -> None:
    zoe = squads.join_squad(
        till.stage.squad("Wrens").pk, "Zoe", FIRST_DAY + datetime.timedelta(days=8), context=till.olga
    )
    commands.set_fees(till.season.pk, Fees(3000, 900, 250), context=till.olga, expected_version=1)
    with pytest.raises(Conflict, match="fees have changed"):
        commands.charge_team_fees(till.season.pk, context=till.olga, expected_version=1)
    with pytest.raises(Conflict, match="fees have changed"):
        commands.charge_player_fee(zoe.squad_id, zoe.player, context=till.olga, expected_version=1)
    assert not till.season.postings.exists()
    rows = commands.charge_team_fees(till.season.pk, context=till.olga, expected_version=2)
    rows.append(commands.charge_player_fee(zoe.squad_id, zoe.player, context=till.olga, expected_version=2))
    assert [row.cents for row in rows] == [3000, 3000, 3000, 3000, 900]


def test_only_organizers_dismiss_and_only_what_is_the_squads(till: Till) -> None:
    first, captain = till.season.fixtures.order_by("number")[0], till.stage.players("Wrens")[0]
    with pytest.raises(NotAllowed):
        commands.dismiss_team_fees(till.season.pk, context=on_phone(captain))
    with pytest.raises(NotAllowed):
        commands.dismiss_charge(till.stage.squad("Wrens").pk, context=on_phone(captain), player=captain)
    others = till.season.squads.exclude(pk__in=[first.home_id, first.away_id])[0]
    for about in ({}, {"fixture": first}, {"player": first.home.players.all()[0].player}):
        with pytest.raises(RuleError, match="isn’t proposed for"):
            commands.dismiss_charge(others.pk, context=till.olga, **about)


def test_a_team_that_joins_late_pays_to_enter_and_not_for_its_players(till: Till) -> None:
    since = FIRST_DAY + datetime.timedelta(days=1)
    squad = late_entries.enter_late(
        till.season.sections.get().pk,
        "Newts",
        ["Nan", "Ned"],
        since,
        late_entries.Missed.LATER,
        "A new pub",
        context=till.olga,
    )
    assert (till.desk.uncharged, till.desk.new) == (5, [])
    later = squads.join_squad(squad.pk, "Nia", since + datetime.timedelta(days=1), context=till.olga)
    assert till.desk.new == [later]
