"""Whatever people do in whatever order: no one is lost, the order is kept, never more than there are spots."""

import random
from collections.abc import Callable

import pytest
from django.db import transaction

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of
from tests.sizes import size
from tests.tournaments.scenes.registration import change_terms, known, line, playing, taking
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.errors import CommandError
from tournaments.events.models import Event
from tournaments.integrity.verify import violations
from tournaments.registration.checks import CHECKS
from tournaments.registration.models import PartnerAsk, Registration
from tournaments.registration.partners import answer_ask, ask_partner, join_singles, take_back_ask
from tournaments.registration.spots import sign_up, withdraw
from tournaments.registration.terms import close_now, open_now
from tournaments.registration.waiting_list import sweep_waiting_lists

STEPS = size(30, 300)
Step = Callable[[], object]


class Desk:
    """Olga's, where people come and go by chance; and what must be true after each."""

    def __init__(self, club: Club, olga: User, format_key: str, seed: int):
        self.dice, self.olga, self.context = random.Random(seed), olga, context_of(olga)
        self.event = taking(club, olga, places=3, format_key=format_key)
        self.people = known(club, *(f"P{number}" for number in range(12)))
        self.wanted: set[Player] = set()
        self.capacity: int | None = 3

    def live(self) -> list[Registration]:
        rows = self.event.registrations.filter(state__in=Registration.LIVE).prefetch_related("people__player")
        return list(rows.order_by("number"))

    def any_of(self, rows: list[Registration]) -> Registration | None:
        return self.dice.choice(rows) if rows else None

    def come(self) -> None:
        count = self.dice.randint(1, entries.entry_size(self.event))
        coming = self.dice.sample(self.people, count)
        sign_up(self.event.pk, coming, context=self.context)
        self.wanted |= set(coming)

    def go(self) -> None:
        if row := self.any_of(self.live()):
            leaving = self.dice.choice([None, *row.players])
            withdraw(row.pk, player=leaving, context=self.context)
            self.wanted -= {leaving} if leaving else set(row.players)

    def resize(self) -> None:
        wanted = self.dice.choice([1, 2, 3, 4, 5, None])
        change_terms(self.event, self.olga, capacity=wanted)
        self.capacity = wanted

    def turn_the_sign(self) -> None:
        self.dice.choice([open_now, close_now])(self.event.pk, context=self.context)

    def ask(self) -> None:
        singles = [row for row in self.live() if row.state == Registration.State.SINGLE]
        if row := self.any_of(singles):
            ask_partner(row.pk, self.dice.choice(self.people), context=self.context)

    def answer(self) -> None:
        asks = list(PartnerAsk.objects.filter(event=self.event, state="open").select_related("asked"))
        if asks:
            ask, says = self.dice.choice(asks), self.dice.choice(["yes", "yes", "no", "back"])
            if says == "back":
                take_back_ask(ask.pk, context=self.context)
            else:
                answer_ask(ask.pk, says == "yes", context=self.context)
            self.wanted |= {ask.asked} if says == "yes" else set()

    def join(self) -> None:
        singles = [row for row in self.live() if row.state == Registration.State.SINGLE]
        if len(singles) > 1:
            join_singles(*(row.pk for row in self.dice.sample(singles, 2)), context=self.context)

    def mark_as_gone(self) -> None:
        """At the door, behind the line's back; the sweep makes up for it."""
        confirmed = [row for row in self.live() if row.entry]
        if row := self.any_of(confirmed):
            assert row.entry
            entries.drop_out(row.entry.pk, context=self.context)
            self.wanted -= set(row.players)
            sweep_waiting_lists()

    def step(self) -> bool:
        """Whether it was done, and not refused."""
        does = self.dice.choice(
            [self.come] * 4
            + [self.go] * 2
            + [
                self.resize,
                self.turn_the_sign,
                self.ask,
                self.ask,
                self.answer,
                self.join,
                self.mark_as_gone,
            ]
        )
        kept = set(self.wanted), self.capacity
        try:
            with transaction.atomic():
                does()
        except (RuleError, CommandError):
            self.wanted, self.capacity = kept
            return False
        return True

    def check(self) -> None:
        rows = self.live()
        assert [text for check in CHECKS for text in check()] == []
        assert sorted(player.pk for row in rows for player in row.players) == sorted(one.pk for one in self.wanted)
        confirmed = [row for row in rows if row.state == Registration.State.CONFIRMED]
        waiting = [row for row in rows if row.state == Registration.State.WAITING]
        assert playing(self.event) == sorted(row.name for row in confirmed)
        assert self.capacity is None or len(confirmed) <= self.capacity
        assert not waiting or len(confirmed) == self.capacity, "no one waits while a spot is free"


def moved_up_in_order(event: Event) -> bool:
    """Each player who moved up was the first of all who waited then, by the journal alone."""
    waiting: set[int] = set()
    for row in event.audit_log.filter(detail__has_key="line").order_by("number"):
        number, state = row.detail["line"], row.detail["state"]
        if row.action == "move_up" and waiting and number > min(waiting):
            return False
        waiting.discard(number)
        if state == "waiting":
            waiting.add(number)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(size(2, 40)))
@pytest.mark.parametrize("format_key", ["progressive", "round_robin"])
def test_the_line_holds(club: Club, olga: User, format_key: str, seed: int) -> None:
    desk = Desk(club, olga, format_key, seed)
    done = 0
    for _ in range(STEPS):
        done += desk.step()
        desk.check()
    assert done > STEPS / 3, "most of what people try is allowed"
    assert moved_up_in_order(desk.event)
    assert violations() == []


def test_control_a_line_out_of_order_is_noticed(club: Club, olga: User) -> None:
    event = taking(club, olga, places=1)
    for player in known(club, "Ann", "Bob", "Cy"):
        sign_up(event.pk, [player], context=context_of(olga))
    event.registrations.filter(number=2).update(number=9)
    event.registrations.filter(number=3).update(number=2)
    withdraw(event.registrations.get(number=1).pk, context=context_of(olga))
    assert line(event) == [("Cy", "confirmed"), ("Bob", "waiting")]
    assert [text for check in CHECKS for text in check()], "numbers are dense no more"
