"""The page of a season's money: fees, charges, payments, waivers, the fund, and what a captain sees of it."""

import csv
import datetime
import io
from typing import Any

import pytest
from django.urls import reverse

from tests.kept import kept
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import FIRST_DAY
from tests.tournaments.season_money.test_money import Till
from tournaments.leagues import squads
from tournaments.privacy.erasing import erase_player
from tournaments.season_money import commands
from tournaments.season_money.models import DismissedCharge, SeasonFees, SeasonPosting


class Desk:
    """Olga's browser on the page."""

    def __init__(self) -> None:
        self.till = Till()
        self.till.stage.club.currency = "USD"
        self.till.stage.club.save()
        self.slug = self.till.season.slug
        self.olga = log_in(self.till.stage.olga)
        self.url = reverse("season_money", args=[self.slug])

    def send(self, action: str, **fields: Any) -> Any:
        return self.olga.post(reverse("move_money", args=[self.slug, action]), form(**fields), follow=True)

    def squad(self, name: str) -> int:
        return int(self.till.stage.squad(name).pk)

    def captains_page(self, name: str) -> str:
        """As the captain sees it, on a phone with a personal link."""
        squad, captain = self.till.stage.squad(name), self.till.stage.players(name)[0]
        token = squads.issue_season_pass(squad.pk, captain, context=self.till.olga)
        phone = visitor()
        phone.post(reverse("open_season_pass", args=[self.slug, token]))
        return text_of(phone.get(reverse("squad", args=[self.slug, squad.number])))


desk = kept(Desk)


@pytest.mark.slow
def test_from_fees_to_a_trophy(desk: Desk) -> None:
    assert "No charges yet" in text_of(desk.olga.get(desk.url))
    assert "4 teams, $20.00 each" in text_of(desk.olga.get(desk.url))
    assert "Entry fee charged to 4 teams." in text_of(desk.send("charge-teams", seen=1))
    said = text_of(desk.send("fine", to=desk.squad("Wrens"), amount="2,50", reason="No scorer"))
    assert "Wrens fined." in said
    assert "Wrens: $22.50 owed" in said
    said = text_of(desk.send("pay", to=desk.squad("Wrens"), amount="21", way="bank"))
    assert "Wrens paid $21.00." in said
    assert "Wrens: $1.50 owed" in said
    fined = SeasonPosting.objects.get(kind="fine")
    assert "$1.50 waived for Wrens." in text_of(desk.send("waive", posting=fined.pk, reason="First time"))
    said = text_of(desk.send("spend", amount="15", note="Trophies"))
    assert "$15.00 spent from the fund." in said
    assert "Fund $6.00" in said
    assert "Trophies" in said
    assert "$10.00 added to the fund." in text_of(desk.send("add", amount="10", note="A raffle"))


@pytest.mark.slow
def test_refusals_are_said_in_words_and_amounts_of_the_club(desk: Desk) -> None:
    desk.send("charge-teams", seen=1)
    refused = desk.send("pay", to=desk.squad("Wrens"), amount="20.01", way="cash")
    assert (refused.status_code, "You entered $20.01, but Wrens only owes $20.00." in text_of(refused)) == (422, True)
    refused = desk.send("spend", amount="0.01", note="Pens")
    assert "The fund has only $0.00, but you need $0.01." in text_of(refused)
    assert "Enter the amount as a number" in text_of(desk.send("pay", to=desk.squad("Wrens"), amount="ten", way="cash"))
    stale = desk.send("fees", seen=0, team="1", player="1", late_card="1")
    assert (stale.status_code, "fees have changed" in text_of(stale)) == (409, True)
    assert desk.send("fees", seen=1, team="30", player="5.50", late_card="0").status_code == 200
    fees = SeasonFees.objects.get()
    assert (fees.team, fees.player, fees.late_card) == (3000, 550, 0)


def test_a_line_is_undone_with_a_reason_and_both_stay(desk: Desk) -> None:
    desk.send("charge-teams", seen=1)
    desk.send("pay", to=desk.squad("Wrens"), amount="5", way="cash", player=desk.till.stage.players("Wrens")[1].pk)
    row = SeasonPosting.objects.get(kind="payment")
    assert row.player == desk.till.stage.players("Wrens")[1]
    said = text_of(desk.send("undo", posting=row.pk, reason="It was the Larks"))
    assert "Transaction undone. It stays on record, along with its reversal." in said
    assert "It was the Larks" in said
    assert said.count("undone") == 3, "the message, and both lines"


@pytest.mark.slow
def test_a_captain_sees_what_the_own_team_owes_and_others_do_not(desk: Desk) -> None:
    assert "Money" not in desk.captains_page("Wrens")
    desk.send("charge-teams", seen=1)
    desk.send("fine", to=desk.squad("Wrens"), amount="2.50", reason="No scorer")
    desk.send("pay", to=desk.squad("Wrens"), amount="20", way="cash")
    said = desk.captains_page("Wrens")
    assert "The team owes $2.50. Pay an organizer." in said
    assert "No scorer" in said
    desk.send("pay", to=desk.squad("Wrens"), amount="2.50", way="cash")
    assert "Everything is paid." in desk.captains_page("Wrens")
    wrens = reverse("squad", args=[desk.slug, desk.till.stage.squad("Wrens").number])
    assert "No scorer" not in text_of(visitor().get(wrens))
    assert "No scorer" in text_of(desk.olga.get(wrens))
    assert "No scorer" not in desk.captains_page("Larks")


def test_the_file_is_a_table_that_no_program_runs(desk: Desk) -> None:
    desk.send("fine", to=desk.squad("Wrens"), amount="2.50", reason="=1+1")
    answer = desk.olga.get(reverse("season_money_file", args=[desk.slug]))
    assert f'filename="{desk.slug}-money.csv"' in answer["Content-Disposition"]
    head, line = csv.reader(io.StringIO(answer.content.decode("utf-8-sig")))
    found = dict(zip(head, line, strict=True))
    assert (found["team"], found["amount"], found["debit"], found["credit"]) == ("Wrens", "2.50", "teams", "owed")
    assert not found["note"].startswith("=")


def test_erasing_a_person_leaves_the_amounts(desk: Desk) -> None:
    payer = desk.till.stage.players("Wrens")[1]
    desk.send("charge-teams", seen=1)
    desk.send("pay", to=desk.squad("Wrens"), amount="5", way="cash", player=payer.pk)
    commands.fine(desk.squad("Wrens"), 100, f"{payer.name} shouted", context=desk.till.olga)
    name, before = payer.name, desk.till.account("Wrens")
    erase_player(payer.pk, typed=payer.name, context=desk.till.olga)
    after = desk.till.account("Wrens")
    assert (after.owed, after.paid) == (before.owed, before.paid)
    said = text_of(desk.olga.get(desk.url))
    assert "shouted" in said
    assert f"{name} shouted" not in said


def test_a_proposed_charge_is_dismissed_and_proposed_again(desk: Desk) -> None:
    assert "Entry fee dismissed for 4 teams." in text_of(desk.send("dismiss"))
    said = text_of(desk.olga.get(desk.url))
    assert "Proposed charges" not in said
    assert "4 dismissed charges" in said
    row = DismissedCharge.objects.filter(squad=desk.squad("Wrens")).get()
    assert "Charge proposed again." in text_of(desk.send("propose", dismissed=row.pk))
    assert "1 team, $20.00" in text_of(desk.olga.get(desk.url))


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ("charge-player", "Fee for Zoe charged to Wrens."),
        ("dismiss", "Charge dismissed. Wrens doesn’t have to pay it."),
    ],
)
def test_a_player_who_came_back_to_a_team_is_charged_or_not(desk: Desk, action: str, words: str) -> None:
    zoe = squads.join_squad(desk.squad("Wrens"), "Zoe", FIRST_DAY + datetime.timedelta(days=8), context=desk.till.olga)
    leaves, returns = (FIRST_DAY + datetime.timedelta(days=number) for number in (10, 12))
    squads.leave_squad(desk.till.season.pk, zoe.player, leaves, context=desk.till.olga)
    squads.join_squad(desk.squad("Wrens"), zoe.player, returns, context=desk.till.olga)
    assert "New player: Zoe" in text_of(desk.olga.get(desk.url))
    said = text_of(desk.send(action, to=desk.squad("Wrens"), player=zoe.player_id, seen=1))
    assert words in said
    assert "New player: Zoe" not in said


@pytest.mark.slow
def test_a_fee_that_changed_since_the_page_was_made_is_not_charged(desk: Desk) -> None:
    zoe = squads.join_squad(desk.squad("Wrens"), "Zoe", FIRST_DAY + datetime.timedelta(days=8), context=desk.till.olga)
    shown = desk.olga.get(desk.url).content.decode()
    steps: dict[str, dict[str, int]] = {
        "charge-teams": {},
        "charge-player": {"to": zoe.squad_id, "player": zoe.player_id},
    }
    for action in steps:
        asked = shown.split(reverse("move_money", args=[desk.slug, action]))[1].split("</form>")[0]
        assert 'name="seen" value="1"' in asked
    desk.send("fees", seen=1, team="30", player="9", late_card="0")
    for action, fields in steps.items():
        stale = desk.send(action, seen=1, **fields)
        assert (stale.status_code, "The fees have changed" in text_of(stale)) == (409, True)
        assert desk.send(action, **fields).status_code == 422
    assert not SeasonPosting.objects.exists()
    assert "Entry fee charged to 4 teams." in text_of(desk.send("charge-teams", seen=2))
    assert "Fee for Zoe charged to Wrens." in text_of(desk.send("charge-player", seen=2, **steps["charge-player"]))


def test_a_stale_page_dismisses_nothing_that_is_charged(desk: Desk) -> None:
    zoe = squads.join_squad(desk.squad("Wrens"), "Zoe", FIRST_DAY + datetime.timedelta(days=8), context=desk.till.olga)
    about = {"to": zoe.squad_id, "player": zoe.player_id}
    desk.send("charge-player", seen=1, **about)
    stale = desk.send("dismiss", **about)
    assert (stale.status_code, "The fee for Zoe was already charged. Undo that charge first." in text_of(stale)) == (
        409,
        True,
    )
