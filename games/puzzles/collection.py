"""The puzzles themselves, made once from played hands (`python -m benchmarks puzzles`) and kept as data.

Each is a decision of seat 0 as it was known, weighed over many deals that fit (`games.engine.analysis.as_known`). Its
answer beats every other choice by at least `MIN_EDGE` points and by three standard errors, and the rules of thumb
choose something else.
"""

import datetime
import json
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

from games.engine.analysis.as_known import KnownChoice, KnownMoment
from games.engine.analysis.telling import sentence
from games.engine.hand import Hand
from games.engine.language import signed
from games.engine.notation import action_from, hand_from
from games.engine.presets import preset
from games.engine.view import View, view_for

FILE = Path(__file__).parent / "puzzles.json"
MIN_EDGE = 0.4
"""Points between the answer and the second best choice."""
ERRORS = 3.0
"""Standard errors of that difference: for a puzzle two aren't enough."""
A_DAY = 3
YOU = 0
FIRST_DAY = datetime.date(2026, 1, 1)


@dataclass(frozen=True)
class Puzzle:
    """rules: a preset. hand: deal and actions so far, in the engine's notation. choices: with what each is worth.
    deals: how many they were weighed over. rating: how hard it is, as players are rated."""

    key: str
    rules: str
    hand: str
    choices: tuple[KnownChoice, ...]
    deals: int
    rating: int

    @cached_property
    def state(self) -> Hand:
        return hand_from(preset(self.rules), self.hand)

    @property
    def view(self) -> View:
        """What the solver sees."""
        return view_for(self.state, YOU)

    @cached_property
    def answer(self) -> KnownChoice:
        return min(self.choices, key=lambda choice: choice.loss)

    def choice(self, action: str) -> KnownChoice | None:
        """The choice of that action, in the engine's notation; None for what can't be done."""
        return next((choice for choice in self.choices if str(choice.action) == action), None)

    def explanation(self, choice: KnownChoice, names: tuple[str, ...]) -> str:
        """What the choice cost and why, in a sentence."""
        return sentence(self.view, self.moment(choice), names)

    def moment(self, chosen: KnownChoice) -> KnownMoment:
        state = self.state
        return KnownMoment(len(state.history), YOU, state.phase, chosen, self.choices, self.deals, 0)

    @property
    def costs(self) -> list[tuple[KnownChoice, str]]:
        """Every choice, the best first, with what it loses."""
        return [(choice, signed(-choice.loss)) for choice in sorted(self.choices, key=lambda choice: choice.loss)]


@cache
def puzzles() -> tuple[Puzzle, ...]:
    """All of them, in an order that doesn't say how hard they are."""
    return tuple(
        Puzzle(
            data["key"],
            data["rules"],
            data["hand"],
            tuple(KnownChoice(action_from(action), *numbers) for action, *numbers in data["choices"]),
            data["deals"],
            data["rating"],
        )
        for data in json.loads(FILE.read_text(encoding="utf-8"))
    )


def puzzle_of(key: str) -> Puzzle | None:
    return next((puzzle for puzzle in puzzles() if puzzle.key == key), None)


def of_day(day: datetime.date) -> tuple[Puzzle, ...]:
    """Those of a day, the same for everyone; all have had their turn before one comes again."""
    every = puzzles()
    first = (day - FIRST_DAY).days * A_DAY
    return tuple(every[(first + number) % len(every)] for number in range(min(A_DAY, len(every))))
