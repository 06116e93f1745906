"""Who finished where, and what was decided about those who share a place. Knows no money."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import TypeVar

from games.engine.errors import RuleError
from games.engine.language import mark
from games.engine.messages import Message, message
from tournaments.formats.config import Choice
from tournaments.formats.numbers import GHOST, Named, refs
from tournaments.honours.splitting import Number, lot_order

Amount = TypeVar("Amount", int, Fraction)
_PLAY_OFF, _CUT, _LOT = message("a playoff hand"), message("a cut of the cards"), message("random draw")
TIE = "tie"
"""The purpose of the random draw about a tie."""


@dataclass(frozen=True)
class Finisher:
    """An entry at the end of the night. place: as in the standings, 1, 2, 2, 4. players: 2 for a pair.

    statistics: what was counted for the entry, such as {"loners": 3, "high_game": 14}; what is missing counts 0.
    """

    entry: int
    place: int
    players: int = 1
    statistics: Mapping[str, Number] = field(default_factory=dict)


class Method(Choice):
    """The ways to decide a tie. words, in_sentence: how messages name it."""

    PLAY_OFF = "play_off", mark("Playoff hand"), mark("Tied players play one more hand.")
    CUT = "cut", mark("Cut the cards"), mark("The player who cuts the higher card ranks higher.")
    LOT = "lot", mark("Random draw"), mark("The event’s random number decides. Anyone can rerun the draw and check it.")
    SPLIT = "split", mark("Split"), mark("Tied players split the total of the prizes for their places.")

    @property
    def words(self) -> Message:
        return {Method.PLAY_OFF: _PLAY_OFF, Method.CUT: _CUT}.get(self, _LOT)

    @property
    def in_sentence(self) -> Named:
        return Named(self._label)


@dataclass(frozen=True)
class Decision:
    """What was decided about a tie of exactly these entries.

    order: for a play-off or a cut, all of them, best first; entries that are still tied stay together.
    """

    entries: frozenset[int]
    method: Method
    order: tuple[tuple[int, ...], ...] = ()

    def __post_init__(self) -> None:
        assert len(self.entries) > 1
        named = sorted(entry for part in self.order for entry in part)
        if self.method in (Method.LOT, Method.SPLIT):
            assert not named
        elif named != sorted(self.entries):
            raise RuleError("Enter {entries} in order, best first, each only once.", entries=refs(sorted(self.entries)))
        elif len(self.order) == 1 or not all(self.order):
            raise RuleError(
                "{entries} are still tied. Choose another way to break the tie.", entries=refs(sorted(self.entries))
            )

    def ranking(self, seed: int) -> tuple[tuple[int, ...], ...]:
        """The entries, best first; tied ones stay together."""
        if self.method is Method.LOT:
            return tuple((entry,) for entry in lot_order(seed, TIE, self.entries))
        return self.order or (tuple(sorted(self.entries)),)


@dataclass(frozen=True)
class Level:
    """Tied entries, ascending; they take the places from `place` on, as many as they are.

    method: how the tie was decided that they come from; SPLIT: they are to stay tied.
    """

    place: int
    entries: tuple[int, ...]
    method: Method | None = None

    @property
    def places(self) -> tuple[int, ...]:
        return tuple(range(self.place, self.place + len(self.entries)))

    def of(self, amounts: Sequence[Amount]) -> Sequence[Amount]:
        """From the amounts for all paid places, 1st first, those for the places of this tie."""
        return amounts[self.place - 1 : self.place - 1 + len(self.entries)]


@dataclass(frozen=True)
class Tie:
    """A shared place that affects money and that no one has decided yet.

    promises: what the plan promises each of the places, before anything is scaled down or rounded.
    """

    entries: tuple[int, ...]
    places: tuple[int, ...]
    promises: tuple[Fraction, ...]
    methods: tuple[Method, ...] = tuple(Method)


def levels(finishers: Iterable[Finisher], decisions: Sequence[Decision], seed: int) -> tuple[Level, ...]:
    """The finishers from the top; entries that are tied after the decisions are together.

    A decision about entries that are not tied, or about only some of the tied ones, decides nothing.
    """
    shared: dict[int, list[int]] = {}
    for finisher in finishers:
        shared.setdefault(finisher.place, []).append(finisher.entry)
    ranked = [Level(place, tuple(sorted(entries))) for place, entries in sorted(shared.items())]
    _check_places(ranked)
    made = {decision.entries: decision for decision in decisions}
    assert len(made) == len(decisions), "two decisions about one tie"
    return tuple(part for level in ranked for part in _decided(level, made, seed))


def _check_places(ranked: Sequence[Level]) -> None:
    following = 1
    for level in ranked:
        assert level.place == following, "places are counted 1, 2, 2, 4"
        following += len(level.entries)
    assert all(entry > GHOST for level in ranked for entry in level.entries), "house players win nothing"
    assert len({entry for level in ranked for entry in level.entries}) == following - 1, "an entry finished twice"


def _decided(level: Level, made: Mapping[frozenset[int], Decision], seed: int) -> Iterator[Level]:
    decision = made.get(frozenset(level.entries))
    if decision is None:
        yield level
    elif decision.method is Method.SPLIT:
        yield replace(level, method=Method.SPLIT)
    else:
        place = level.place
        for part in decision.ranking(seed):
            yield from _decided(Level(place, tuple(sorted(part)), decision.method), made, seed)
            place += len(part)
