"""The draw of one round of a cup: who meets whom, who has a bye and why. The same seed gives the same draw."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice

MAX_ENTRANTS = 128


class Method(Choice):
    HAT = "hat", mark("Drawn out of a hat"), mark("Every round is a random draw.")
    SEEDED = (
        "seeded",
        mark("Seeded"),
        mark("The top half of the seeds plays the bottom half. Byes go to the top seeds."),
    )
    REGIONAL = (
        "regional",
        mark("Drawn by region"),
        mark(
            "Random draws within each region until only one team or pair is left there. Then the regional winners meet."
        ),
    )


class Opening(Choice):
    """What the first round of a field that is no power of two is called."""

    PRELIMINARY = (
        "preliminary",
        mark("Preliminary round"),
        mark("Some teams or pairs play before round 1. The others start in round 1."),
    )
    BYES = "byes", mark("Byes in round 1"), mark("Some teams or pairs have a bye in round 1.")


class Bye(Choice):
    """What decided that someone goes on without a match."""

    LOT = "lot", mark("by random draw")
    SEED = "seed", mark("as one of the top seeds")
    REGION = "region", mark("with no opponents left in the region")


@dataclass(frozen=True)
class Entrant:
    """seed: 1 is the best; no two have the same."""

    number: int
    seed: int
    region: str = ""


@dataclass(frozen=True)
class Drawn:
    """A match, or a bye: then there is no away side, and `bye` says why."""

    home: int
    away: int | None = None
    bye: Bye | None = None


def draw_round(method: Method, left: Iterable[Entrant], seed: int) -> tuple[Drawn, ...]:
    """The next round of those who are left, the matches first. After it a power of two is left, in each region where it
    is drawn by region. RuleError for fewer than two, or too many.
    """
    field = sorted(left, key=lambda entrant: entrant.number)
    if len(field) < 2:
        raise RuleError("A draw needs at least 2 teams or pairs. Add more to this cup.")
    if len(field) > MAX_ENTRANTS:
        raise RuleError("A cup can have at most {most} teams or pairs. Choose fewer.", most=MAX_ENTRANTS)
    chance = Random(seed)  # noqa: S311  # a draw that anyone can repeat
    drawn = list(_by_method(method, field, chance))
    return tuple(sorted(drawn, key=lambda match: match.away is None))


def byes_in(field: int) -> int:
    """How many go on without a match, so that a power of two is left."""
    return (1 << (field - 1).bit_length()) - field


def _by_method(method: Method, field: Sequence[Entrant], chance: Random) -> Iterator[Drawn]:
    if method is Method.SEEDED:
        yield from _seeded(field, chance)
        return
    regions: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in field:
        regions[entrant.region if method is Method.REGIONAL else ""].append(entrant)
    if all(len(own) == 1 for own in regions.values()):
        yield from _from_hat(field, chance)
        return
    for _, own in sorted(regions.items()):
        if len(own) == 1:
            yield Drawn(own[0].number, bye=Bye.REGION)
        else:
            yield from _from_hat(own, chance)


def _from_hat(field: Sequence[Entrant], chance: Random) -> Iterator[Drawn]:
    numbers = [entrant.number for entrant in field]
    chance.shuffle(numbers)
    byes = byes_in(len(numbers))
    for number in numbers[:byes]:
        yield Drawn(number, bye=Bye.LOT)
    for home, away in zip(numbers[byes::2], numbers[byes + 1 :: 2], strict=True):
        yield Drawn(home, away)


def _seeded(field: Sequence[Entrant], chance: Random) -> Iterator[Drawn]:
    numbers = [entrant.number for entrant in sorted(field, key=lambda entrant: entrant.seed)]
    byes = byes_in(len(numbers))
    for number in numbers[:byes]:
        yield Drawn(number, bye=Bye.SEED)
    playing = numbers[byes:]
    half = len(playing) // 2
    others = playing[half:]
    chance.shuffle(others)
    for pair in zip(playing[:half], others, strict=True):
        home, away = pair if chance.random() < 0.5 else pair[::-1]
        yield Drawn(home, away)
