"""Checks who may still play in a knockout, from the results alone. Lays out no bracket and knows no seeds.

Its limits: a match lost by not being there leaves no result and is not counted. Where matches differ in length, one is
over for sure when it has as many wins as the longest needs, or when the winner goes on to others. A match outside the
bracket, seated by hand or played before a result was corrected, counts like any other while it fits the results.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import permutations

from games.engine.messages import Message, message
from tournaments.formats.audit.rules import KnockoutRule
from tournaments.formats.base import DrawRequest, PlayedRound, PlayedTable, RoundDraw
from tournaments.formats.numbers import EntryRef

_LATE = message("{entry} arrived after the bracket was drawn but has a seat in this round.")
_PLAYS = (
    message("{entry} has a match at table {table} but is out after one loss."),
    message("{entry} has a match at table {table} but is out after {matches} losses."),
)
_WAITS = (
    message("{entry} is waiting for a match but is out after one loss."),
    message("{entry} is waiting for a match but is out after {matches} losses."),
)
_NO_PLACE = message("{entry} is still in the bracket but has no match or bye in this round.")


@dataclass
class _Duel:
    """The games of one match so far, in rounds that follow each other."""

    last: int
    wins: Counter[int] = field(default_factory=Counter)

    @property
    def trailing(self) -> set[int]:
        """Entries with no more wins than the other; both while they are tied."""
        return {entry for entry, own in self.wins.items() if own == min(self.wins.values())}


def knockout_findings(rule: KnockoutRule | None, request: DrawRequest, draw: RoundDraw) -> Iterator[Message]:
    """Finds entries that are out and have a place, came too late, or are still in and have none."""
    if rule is None:
        return
    places = [_places(played) for played in request.history]
    now = {entry for table in draw.tables for entry in table.entries} | {bye.entry for bye in draw.byes}
    lost = _lost_matches(rule, request.history, [*places, now], draw)
    out = {entry for entry, times in lost.items() if times >= rule.lives}
    for entry in sorted(now - places[0] if places else ()):
        yield _LATE(entry=EntryRef(entry))
    inside = _surely_in(rule, request, places)
    for table in draw.tables:
        for entry in out.intersection(table.entries):
            if not rule.plays_on or inside.intersection(table.entries):
                yield _by_number(_PLAYS, lost[entry])(entry=EntryRef(entry), table=table.table, matches=lost[entry])
    for bye in draw.byes:
        if bye.entry in out and not rule.plays_on:
            yield _by_number(_WAITS, lost[bye.entry])(entry=EntryRef(bye.entry), matches=lost[bye.entry])
    for entry in sorted(inside - now if len(inside) > 1 == rule.survivors and not rule.opens_singly else ()):
        yield _NO_PLACE(entry=EntryRef(entry))


def _lost_matches(
    rule: KnockoutRule, history: Sequence[PlayedRound], places: Sequence[set[int]], draw: RoundDraw
) -> Counter[int]:
    """Counts the matches each entry has lost, and never more than it has really lost.

    places: who has a place, in each round and in the draw. Two entries that meet have lost equally many matches, or
    they are the only two left. With one life, no one goes on from a match that was not won. A round that breaks these
    rules shows that an earlier result was corrected afterwards. Anything played from then on may be outside the bracket
    and is not counted.
    """
    lost: Counter[int] = Counter()
    duels: dict[frozenset[int], _Duel] = {}
    meetings = [{frozenset(table.draw.entries) for table in _matches_of(played)} for played in history]
    meetings.append({frozenset(table.entries) for table in draw.tables})
    for index, played in enumerate(history):
        left = {entry for entry in places[0] if lost[entry] < rule.lives}
        if any(lost[entry] != lost[other] and left != {entry, other} for entry, other in map(tuple, meetings[index])):
            break
        beaten: list[int] = []
        again = set[frozenset[int]]().union(*meetings[index + 1 :])
        # With two lives, one who waits may wait for the end of the same match: only play shows who has moved on.
        goes_on = places[index + 1] if rule.lives == 1 else set[int]().union(*meetings[index + 1])
        for table in _matches_of(played):
            pair = frozenset(table.draw.entries)
            duel = duels.get(pair)
            if duel is None or duel.last != index - 1:
                duel = duels[pair] = _Duel(index)
            duel.last = index
            losers = _losers(rule, table, duel, set() if pair in again else goes_on)
            if losers:
                del duels[pair]
                beaten += [entry for entry in losers if entry in left]
            elif index + 1 < len(history) and rule.lives == 1 and pair not in again and duel.trailing & goes_on:
                return lost
        lost.update(beaten)
    return lost


def _losers(rule: KnockoutRule, table: PlayedTable, duel: _Duel, goes_on: set[int]) -> list[int]:
    """Returns who lost the match with this game; empty while the match is not over.

    goes_on: who plays or waits for others next. If both sides forfeit, both are out, so each is named once for each
    life.
    """
    slip, entries = table.slip, table.draw.entries
    if slip is None:
        return []
    if slip.forfeited:
        return [entries[side] for side in slip.forfeited] * (rule.lives if len(slip.forfeited) == 2 else 1)
    if slip.winner is None:
        return []
    duel.wins.update({entries[slip.winner]: 1, entries[1 - slip.winner]: 0})
    leader, wins = duel.wins.most_common(1)[0]
    is_over = 2 * wins > max(rule.best_of)
    has_moved_on = 2 * wins > min(rule.best_of) and leader in goes_on - duel.trailing
    return [entry for entry in entries if entry != leader] if is_over or has_moved_on else []


def _surely_in(rule: KnockoutRule, request: DrawRequest, places: Sequence[set[int]]) -> set[int]:
    """Entries that have had a place in every round and cannot have lost too many matches, even at worst."""
    fewest = min(rule.best_of) // 2 + 1
    games: Counter[tuple[int, int]] = Counter()
    for table in (table for played in request.history for table in _matches_of(played)):
        for loser, winner in permutations(table.draw.entries):
            forfeits = len(table.slip.forfeited) if table.slip else 0
            games[loser, winner] += _is_lost(table, loser) * (1, fewest, rule.lives * fewest)[forfeits]
    worst: Counter[int] = Counter()
    for (entry, _), times in games.items():
        worst[entry] += times // fewest
    always = set(request.field).intersection(*places)
    return {entry for entry in always if worst[entry] < rule.lives}


def _matches_of(played: PlayedRound) -> Iterator[PlayedTable]:
    """The tables where one entry played one other."""
    return (table for table in played.tables if [len(side) for side in table.draw.sides] == [1, 1])


def _is_lost(table: PlayedTable, entry: int) -> bool:
    slip, side = table.slip, table.draw.entries.index(entry)
    if slip is None or slip.forfeited:
        return slip is not None and side in slip.forfeited
    return slip.winner == 1 - side


def _places(played: PlayedRound) -> set[int]:
    return {entry for table in played.tables for entry in table.draw.entries} | {bye.entry for bye in played.byes}


def _by_number(sentences: tuple[Message, Message], count: int) -> Message:
    return sentences[count != 1]
