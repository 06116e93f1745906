"""House rules put right around a choice: six players need a bigger deck, cutthroat has no one to leave out.

A rule picker starts from a bundle, turns the options that a person picked, and lets the others follow where they must.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, fields
from heapq import heappop, heappush
from itertools import count
from types import SimpleNamespace
from typing import Any

from games.engine.choices import Variant
from games.engine.combinations import CARDS, CLASHES, Clash
from games.engine.options import Option, check_value
from games.engine.rules import HouseRules, option_of, options

MAX_TRIES = 400
"""States looked at before an answer is given up; every bundle needs fewer than fifty."""
SUFFICE = ("deck", "packs", "cards_each")
"""What decides whether the cards suffice, in the order in which it follows."""
FOLLOWS = {
    ("players", "cards_each"): SUFFICE,
    ("cards_each", "deck"): SUFFICE,
    ("number_of_hands", "win_by_two"): ("number_of_hands", "win_by_two"),
    ("joker_turned_up", "joker"): ("joker", "joker_turned_up"),
}
"""Which options give way in a clash, the first choice first. Otherwise its own two, the second one first."""


@dataclass(frozen=True)
class Adapted:
    """rules: what can be played. followed: names of the options that had to change, in reading order."""

    rules: HouseRules
    followed: tuple[str, ...] = ()


def adapt(base: HouseRules, picked: Mapping[str, Any], kept: Collection[str] | None = None) -> Adapted:
    """The rules nearest to `base` in which everything that was picked holds.

    picked: option name → value. kept: the names that may not follow; without it all that were picked. Raises RuleError
    for a value that its option can't take, and with the clashes in words where no way out is near.
    """
    fixed = frozenset(picked if kept is None else kept)
    wanted = {shown.name: picked.get(shown.name, getattr(base, shown.name)) for shown in options()}
    for shown in options():
        check_value(shown, wanted[shown.name])
    rules = HouseRules(**(_nearest(wanted, fixed) or _meaningful(wanted, fixed)))
    meant = (shown for shown in options() if shown.only in (None, rules.variant))
    return Adapted(rules, tuple(shown.name for shown in meant if getattr(rules, shown.name) != wanted[shown.name]))


def _meaningful(values: Mapping[str, Any], fixed: frozenset[str]) -> dict[str, Any]:
    """What only the other game has is at its default, but for what must be kept."""
    idle = (shown for shown in options() if shown.only not in (None, values["variant"]) and shown.name not in fixed)
    return {**values, **{shown.name: shown.default for shown in idle}}


def _nearest(wanted: dict[str, Any], kept: frozenset[str]) -> dict[str, Any] | None:
    """The values with the fewest changes that can be played; None when no way out is near."""
    order = count()
    waiting: list[tuple[int, int, dict[str, Any], frozenset[str]]] = [(0, next(order), wanted, kept)]
    for _ in range(MAX_TRIES):
        if not waiting:
            return None
        cost, _number, values, fixed = heappop(waiting)
        values = _meaningful(values, fixed)
        strays = (shown for shown in options() if shown.only not in (None, values["variant"]))
        stray = next((shown for shown in strays if values[shown.name] != shown.default), None)
        if stray:
            if "variant" not in fixed:
                other = values | {"variant": Variant(str(stray.only))}
                heappush(waiting, (cost + 1, next(order), other, fixed | {"variant"}))
            continue
        clash = next((clash for clash in CLASHES if clash.happens(_shape(values))), None)
        if clash is None:
            return values
        for name, value in _ways_out(clash, values, fixed):
            heappush(waiting, (cost + 1, next(order), values | {name: value}, fixed | {name}))
    return None


def _ways_out(clash: Clash, values: Mapping[str, Any], fixed: frozenset[str]) -> Iterator[tuple[str, Any]]:
    """Every change of one option that ends this clash."""
    for name in FOLLOWS.get((clash.one, clash.other), (clash.other, clash.one)):
        if name in fixed:
            continue
        for value in _values(option_of(name), values[name]):
            if not clash.happens(_shape({**values, name: value})):
                yield name, value


def _values(shown: Option, now: Any) -> list[Any]:
    """The other values of an option: the usual ones, the nearest number first, the smallest deck first."""
    others = [value for value in shown.choices if value != now]
    if shown.name == "deck":
        return sorted(others, key=CARDS.__getitem__)
    if shown.low is not None and isinstance(now, int):
        return sorted(others, key=lambda value: (value is None, abs((value or 0) - now)))
    return others


def _shape(values: Mapping[str, Any]) -> Any:
    """Values that may not be playable, with the face of HouseRules: clashes only read them."""
    return SimpleNamespace(**values)


def differing(rules: HouseRules, base: HouseRules) -> tuple[Option, ...]:
    """The options in which two rules differ, in reading order."""
    return tuple(
        option_of(field.name) for field in fields(rules) if getattr(rules, field.name) != getattr(base, field.name)
    )
