"""The state of a fixture's score card: what follows from its steps, and from nothing else."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from games.engine.language import mark, say
from tournaments.access.models import Phone
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.models import CardStep, Fixture

Kind = CardStep.Kind
Game = tuple[int, int]
"""Points of one table, home first."""
Games = Sequence[Sequence[Game]]
"""A whole card: for every round the games by table."""


class State(StrEnum):
    """REPORTED: the other captain is asked. APPROVED: an organizer entered, corrected or approved it."""

    NONE = mark("No score card yet")
    REPORTED = mark("Sent, not confirmed")
    DISPUTED = mark("Disputed")
    CONFIRMED = mark("Confirmed by both captains")
    APPROVED = mark("Approved")

    @property
    def words(self) -> str:
        return say(self.value)

    @property
    def look(self) -> str:
        """Of its badge."""
        return {State.REPORTED: "info", State.DISPUTED: "warn", State.NONE: "plain"}.get(self, "good")


@dataclass(frozen=True)
class Card:
    """claims: the newest card of each side that is still to be agreed, by side. version: how many steps there are."""

    state: State = State.NONE
    claims: tuple[CardStep, ...] = ()
    steps: tuple[CardStep, ...] = ()

    @property
    def version(self) -> int:
        return len(self.steps)

    @property
    def received_at(self) -> datetime | None:
        """When the first card came, from a captain or an organizer."""
        return next((step.at for step in self.steps if step.kind in (Kind.REPORTED, Kind.ENTERED)), None)

    @property
    def dispute(self) -> CardStep | None:
        """The newest one, while the card is disputed."""
        if self.state is not State.DISPUTED:
            return None
        return next((step for step in reversed(self.steps) if step.kind == Kind.DISPUTED), None)

    @property
    def is_decided(self) -> bool:
        """Whether captains can no longer change it."""
        return self.state in (State.CONFIRMED, State.APPROVED)

    def claim_of(self, side: int) -> CardStep | None:
        return next((claim for claim in self.claims if claim.side == side), None)


def replay(steps: Iterable[CardStep]) -> Card:
    """A card's position, from its steps, the oldest first."""
    card = Card()
    for step in steps:
        state, claims = _after(card, step)
        card = Card(state, claims, (*card.steps, step))
    return card


def card_of(fixture: Fixture) -> Card:
    """With who did each step."""
    return replay(fixture.card_steps.select_related("journal__user__player", "journal__player"))


def append(
    fixture: Fixture,
    kind: Kind,
    journal: AuditLogEntry,
    *,
    side: int | None = None,
    games: Games | None = None,
    answers: CardStep | None = None,
    reason: str = "",
    phone: Phone | None = None,
) -> CardStep:
    """The card's next step. For the commands of this package, under the season's lock."""
    number = fixture.card_steps.count() + 1
    made: dict[str, Any] = {"side": side, "games": games, "answers": answers, "reason": reason, "phone": phone}
    return CardStep.objects.create(fixture=fixture, number=number, kind=kind, journal=journal, **made)


def games_in(step: CardStep) -> list[list[Game]]:
    """What a captain sent."""
    return [[(home, away) for home, away in games] for games in step.games or ()]


def _after(card: Card, step: CardStep) -> tuple[State, tuple[CardStep, ...]]:
    if step.kind == Kind.REPORTED:
        others = tuple(claim for claim in card.claims if claim.side != step.side)
        return (State.DISPUTED if others else State.REPORTED), (*others, step)
    if step.kind == Kind.DISPUTED:
        return State.DISPUTED, card.claims
    return (State.CONFIRMED if step.kind == Kind.CONFIRMED else State.APPROVED), ()
