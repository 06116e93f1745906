"""What an event of this many entries will be like if everyone stays to the end, before anyone is seated.

Each format answers from its settings and the number alone, without drawing a round.
"""

from dataclasses import dataclass

from games.engine.language import say

MAX_ENTRIES = 400


@dataclass(frozen=True)
class Outlook:
    """games: of the entry that plays fewest, and of the one that plays most. tables: in the round that needs most.

    sit_outs: entries without a game in the first round. threes: how many of the tables have three players. house:
    chairs that the house fills. caution: what may still go wrong, in a sentence.
    """

    entries: int
    rounds: int
    tables: int
    games: tuple[int, int]
    sit_outs: int = 0
    threes: int = 0
    house: int = 0
    caution: str = ""

    @property
    def each(self) -> str:
        """How many games each entry plays: "8", "7 or 8", "1 to 5"."""
        fewest, most = self.games
        if fewest == most:
            return str(most)
        if most == fewest + 1:
            return say("{fewest} or {most}", fewest=fewest, most=most)
        return say("{fewest} to {most}", fewest=fewest, most=most)


def in_turns(entries: int, rounds: int, tables: int, chairs: int, *, threes: int = 0, house: int = 0) -> Outlook:
    """The outlook of an event in which everyone plays in every round except those left over, and sit-outs rotate.

    chairs: for entries, in a round.
    """
    left_over = max(0, entries - chairs)
    fewest_out, some_more = divmod(rounds * left_over, entries)
    games = rounds - fewest_out - bool(some_more), rounds - fewest_out
    return Outlook(entries, rounds, tables, games, left_over, threes, house)
