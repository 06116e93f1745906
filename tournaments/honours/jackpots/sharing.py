"""Divides a jackpot among the leaders, to the cent. Nothing is lost or made; what no one takes is carried over."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from games.engine.language import say
from games.engine.messages import Message, message
from tournaments.honours.jackpots.race import Race
from tournaments.honours.jackpots.rules import JackpotRules, Tied
from tournaments.honours.places import Placed
from tournaments.honours.pot import WHOLE
from tournaments.honours.splitting import lot_order, share_out
from tournaments.honours.wording import Ordinal, Percent, money_text

_ALONE = (
    message("{ordinal} place with {count}"),
    message("{ordinal} place with {count}, including {percent} of the carryover"),
)
_SHARED = (
    message("{ordinal} place with {count}, prize shared"),
    message("{ordinal} place with {count}, prize shared, including {percent} of the carryover"),
)
_BY_LOT = (
    message("{ordinal} place with {count}, by random draw"),
    message("{ordinal} place with {count}, by random draw, including {percent} of the carryover"),
)
"""What a prize is for, where all of the carried-over money is paid and where only some is."""


@dataclass(frozen=True)
class JackpotPot:
    """Cents. fresh: of this period. carried: from earlier ones."""

    fresh: int
    carried: int = 0

    def __post_init__(self) -> None:
        assert min(self.fresh, self.carried) >= 0

    @property
    def total(self) -> int:
        return self.fresh + self.carried


@dataclass(frozen=True)
class Prize:
    """Cents for a player. reason: for what; only this text names the place, because it may be corrected."""

    player: int
    cents: int
    reason: Message


def prizes(
    rules: JackpotRules, pot: JackpotPot, race: Race, seed: str, earlier: Mapping[int, int] | None = None
) -> tuple[Prize, ...]:
    """Who gets what, by player; what they leave of the pot is carried over.

    seed: of this jackpot and period, from which random draws and odd cents come. earlier: in how many earlier periods
    each played for this jackpot, only asked for vesting.
    """
    amounts = share_out(pot.total, (*rules.shares, WHOLE - sum(rules.shares)))[:-1]
    shares = []
    for placing, cents in _divided(rules, race, amounts, seed):
        vested = rules.vested((earlier or {}).get(placing.player, 0))
        paid = cents - held_back(cents, pot, vested)
        if paid:
            shares.append(Prize(placing.player, paid, _reason(rules, placing, vested if paid < cents else WHOLE)))
    return tuple(sorted(shares, key=lambda prize: prize.player))


def held_back(cents: int, pot: JackpotPot, vested: int) -> int:
    """What of a prize stays in the pot: of its carried-over part, all but the vested share, which is rounded down."""
    carried = cents * pot.carried // pot.total if pot.total else 0
    return carried - carried * vested // WHOLE


def _divided(rules: JackpotRules, race: Race, amounts: Sequence[int], seed: str) -> Iterator[tuple[Placed, int]]:
    """Every row of a paid place with its cents, before vesting."""
    for place, group in groupby(race.rows, key=lambda placing: placing.place):
        level = {placing.player: placing for placing in group}
        own = amounts[place - 1 : place - 1 + len(level)]
        if not own or (rules.tied is Tied.CARRY and len(level) > 1):
            continue
        order = lot_order(_number(seed), "jackpot", level)
        parts = share_out(sum(own), [1] * len(level)) if rules.tied is Tied.SPLIT else own
        yield from ((level[player], cents) for player, cents in zip(order, parts, strict=False))


def _number(seed: str) -> int:
    """The seed's text as the number behind the random draw."""
    return int.from_bytes(seed.encode())


def _reason(rules: JackpotRules, placing: Placed, vested: int) -> Message:
    ways = _ALONE
    if placing.is_shared:
        ways = _SHARED if rules.tied is Tied.SPLIT else _BY_LOT
    about = {"ordinal": Ordinal(placing.place), "count": placing.value[0], "percent": Percent(vested)}
    return ways[vested < WHOLE](**about)


def pot_words(pot: JackpotPot, paid: int) -> str:
    """Where the money came from and where it goes, in one sentence."""
    about = {"fresh": money_text(pot.fresh), "won": money_text(paid), "left": money_text(pot.total - paid)}
    if not pot.carried:
        return say("{fresh} was added. {won} goes to the winners and {left} stays in the jackpot.", **about)
    return say(
        "{fresh} was added and {carried} was carried over. {won} goes to the winners and {left} stays in the jackpot.",
        carried=money_text(pot.carried),
        **about,
    )
