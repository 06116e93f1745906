"""Somebody leaves, does not come, or comes late while a round is out: three taps, and one table that is touched."""

from typing import Any

import pytest

from tests.cast import context_of, enter, import_list, make_club, make_event, make_user, publish
from tests.flows.laptop import Laptop
from tests.tournaments.pages.browsing import finish_round
from tournaments.checkin import entries
from tournaments.checkin.models import Entry
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.rounds.models import Match, Round

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

MOST = 3


class Hall:
    """A progressive with its first round out. late: who is on the list and not here."""

    def __init__(self, site: str, page: Any, players: int, late: str = ""):
        self.olga = make_user("Olga")
        self.event: Event = make_event(make_club(self.olga), self.olga)
        enter(self.event, self.olga, [f"Player {number}" for number in range(1, players + 1)])
        if late:
            import_list(self.event, late, here=False, context=context_of(self.olga))
        self.round = publish(self.event, self.olga)
        self.before = self.tables()
        self.laptop = Laptop(site, page, self.olga)

    def tables(self) -> dict[int, list[tuple[int | None, int | None]]]:
        """Table → entry and player on every chair."""
        matches = Match.objects.filter(round=self.round).prefetch_related("seats")
        return {match.table: [(seat.entry_id, seat.player_id) for seat in match.seats.all()] for match in matches}

    def touched(self) -> set[int]:
        now = self.tables()
        return {table for table in now.keys() | self.before.keys() if now.get(table) != self.before.get(table)}

    def at(self, table: int) -> Entry:
        return Entry.objects.get(seats__round=self.round, seats__match__table=table, seats__position=0)

    def out(self) -> str:
        return self.round.byes.get().entry.name

    def plays_on(self) -> bool:
        """The round is finished, the next one drawn, and everything stored agrees with its facts."""
        assert self.laptop.taps <= MOST
        assert violations() == []
        finish_round(self.event.stages.get(), self.olga)
        publish(self.event, self.olga, 2)
        return violations() == []


@pytest.mark.parametrize("where", ["console", "check_in"])
@pytest.mark.heavy
def test_leaves_in_the_middle_of_a_round(site: str, page: Any, where: str) -> None:
    hall = Hall(site, page, 13)
    ann, helper, laptop = hall.at(2).name, hall.out(), hall.laptop
    laptop.open(where, hall.event)
    laptop.tap("link", f"Change {ann}")
    laptop.tap("link", f"{helper}: substitute for this round only")
    laptop.says(f"{helper} plays for {ann} at table 2. The rest stays the same.")
    laptop.tap("button", "Add substitute")
    laptop.says(f"{helper} finishes Round 1 for {ann}.")
    assert hall.touched() == {2}
    assert hall.at(2).status == "dropped"
    assert hall.plays_on()


@pytest.mark.heavy
def test_leaves_in_the_middle_and_a_guest_takes_over_for_good(site: str, page: Any) -> None:
    hall = Hall(site, page, 8)
    ann, laptop = hall.at(1), hall.laptop
    laptop.open("console", hall.event)
    left = ann.name
    laptop.tap("link", f"Change {left}")
    laptop.type("New player’s name", "Zoe Hart")
    laptop.says("The new player plays for")
    laptop.tap("button", "Substitute from now on")
    laptop.says(f"Zoe Hart plays for {left}.")
    assert hall.touched() == {1}
    assert Entry.objects.get(pk=ann.pk).name == "Zoe Hart"
    assert hall.plays_on()


@pytest.mark.heavy
def test_is_not_there_when_play_begins_and_a_late_comer_takes_the_place(site: str, page: Any) -> None:
    hall = Hall(site, page, 8)
    late = entries.walk_in(hall.event.pk, ["Late Lou"], context=context_of(hall.olga))
    ann, laptop = hall.at(2), hall.laptop
    laptop.open("console", hall.event)
    laptop.tap("link", f"Change {ann.name}")
    laptop.tap("link", "Late Lou: take the seat")
    laptop.says(
        f"Late Lou takes {ann.name}’s seat at table 2 and gets the points for this round. The rest stays the same."
    )
    laptop.tap("button", "Add substitute")
    laptop.says(f"{ann.name}’s seat is filled.")
    assert (hall.touched(), hall.at(2)) == ({2}, late)
    assert hall.plays_on()


@pytest.mark.parametrize(
    ("button", "words", "touched"),
    [("Skip the match", "Table 2 won’t play:", {2}), ("Forfeit the match", "forfeit at table 2, so", set())],
)
@pytest.mark.heavy
def test_is_not_there_and_nobody_else_is(site: str, page: Any, button: str, words: str, touched: set[int]) -> None:
    hall = Hall(site, page, 12)
    ann, laptop = hall.at(2), hall.laptop
    laptop.open("check_in", hall.event)
    laptop.tap("link", f"Change {ann.name}")
    laptop.says(words)
    laptop.tap("button", button)
    laptop.says(f"{ann.name} is marked as gone")
    assert hall.touched() == touched
    assert hall.plays_on()


@pytest.mark.heavy
def test_comes_late_and_makes_up_a_table(site: str, page: Any) -> None:
    hall = Hall(site, page, 7, late="Late Lou")
    laptop = hall.laptop
    laptop.open("check_in", hall.event)
    laptop.tap("button", "Check in Late Lou")
    laptop.tap("link", "Seat Late Lou")
    laptop.says("Table 2 opens:")
    laptop.tap("button", "Play at table 2")
    laptop.says("Late Lou plays in Round 1.")
    assert hall.touched() == {2}
    assert hall.plays_on()


@pytest.mark.heavy
def test_walks_in_late_and_comes_back_after_leaving(site: str, page: Any) -> None:
    hall = Hall(site, page, 7)
    laptop = hall.laptop
    laptop.open("check_in", hall.event)
    laptop.type("Name", "Late Lou")
    laptop.tap("button", "Add and check in")
    laptop.tap("button", "Play at table 2")
    laptop.says("Late Lou plays in Round 1.")
    assert (hall.touched(), laptop.taps) == ({2}, MOST)
    lou = Entry.objects.get(players__name="Late Lou")
    entries.drop_out(lou.pk, context=context_of(hall.olga))
    laptop.taps = 0
    laptop.open("check_in", hall.event)
    laptop.tap("button", "Check in Late Lou")
    laptop.says("Late Lou checked in.")
    assert hall.plays_on()
    assert Round.objects.get(number=2).matches.filter(seats__entry=lou).exists()
