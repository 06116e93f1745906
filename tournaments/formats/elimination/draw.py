"""Knockouts for fixed pairs: single and double elimination, third place, consolation, best of several games.

A round seats every match that can be played, one game each, so that no one waits longer than necessary. Keeps no state:
it lays the bracket out again and follows what was really played.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import Message, message
from tournaments.formats.base import ByeDraw, DrawRequest, RoundDraw, Slip, TableDraw, chance_for
from tournaments.formats.brackets.bracket import (
    Bracket,
    Match,
    Origin,
    Place,
    Section,
    double_elimination,
    seed_line,
    single_elimination,
)
from tournaments.formats.brackets.openings import Opening, Openings, openings_of
from tournaments.formats.brackets.progress import MatchState, Progress, walkover
from tournaments.formats.brackets.ways import ways_through
from tournaments.formats.elimination.config import Elimination, Kind, Opens, Seeding
from tournaments.formats.numbers import EntryRef
from tournaments.formats.outlook import Outlook
from tournaments.formats.seating.sit_outs import present
from tournaments.formats.seating.table_numbers import table_numbers

# Why a round of a knockout looks as it does, and what people call its matches, in words. Decides nothing.


LATE = message("{entry} arrived after the bracket was drawn.")
WAITS_FOR_TABLE = message("{entry} is waiting for a free table to play match {match}.")
_SPARED = {
    Seeding.NUMBERS: message("{entry} advances without a match as one of the top seeds."),
    Seeding.LOTS: message("A random draw lets {entry} advance without a match."),
}
_DRAWN = {
    Origin.SEED: message("{entry} got a bye in the random draw and then plays seed {seed}."),
    Origin.WINNER: message("{entry} got a bye in the random draw and then plays the winner of match {match}."),
    Origin.LOSER: message("{entry} got a bye in the random draw and then plays the loser of match {match}."),
}
_SEEDED = {
    Origin.SEED: message("{entry} has a bye as one of the top seeds and then plays seed {seed}."),
    Origin.WINNER: message("{entry} has a bye as one of the top seeds and then plays the winner of match {match}."),
    Origin.LOSER: message("{entry} has a bye as one of the top seeds and then plays the loser of match {match}."),
}
_WAITS = {
    Origin.SEED: message("{entry} is waiting for seed {seed}."),
    Origin.WINNER: message("{entry} is waiting for the winner of match {match}."),
    Origin.LOSER: message("{entry} is waiting for the loser of match {match}."),
}
_MATCH = message("Table {table}: match {match}, {stage}.")
_GAME = message("Table {table}: match {match}, {stage}, game {game} of up to {games}, {won}–{lost} so far.")
_PLAY_IN = message("play-in round {number}")
_THIRD = message("third-place match")
_LAST_ROUNDS = message("final"), message("semifinal"), message("quarterfinal")
_FINALS = {
    Section.MAIN: message("main bracket final"),
    Section.LOSERS: message("losers’ bracket final"),
    Section.CONSOLATION: message("consolation bracket final"),
    Section.GRAND_FINAL: message("grand final"),
    Section.RESET: message("second grand final"),
}
_ROUNDS = {
    Section.MAIN: message("main bracket round {number}"),
    Section.LOSERS: message("losers’ bracket round {number}"),
    Section.CONSOLATION: message("consolation bracket round {number}"),
}
_OF_WINNERS = message("winners’ bracket final"), message("winners’ bracket round {number}")
"""As the main bracket is called where there is one for those who lost."""


def match_name(config: Elimination, match: Match) -> Message:
    """What people call a match, in English: "semi-final", "round 2 of the losers' bracket"."""
    if config.survivors > 1:
        return _PLAY_IN(number=match.stage)
    if match.section is Section.THIRD:
        return _THIRD
    if match.section is Section.MAIN and config.kind is Kind.SINGLE and match.to_go < 3:
        return _LAST_ROUNDS[match.to_go]()
    is_last = match.to_go == 0 or match.section not in _ROUNDS
    if match.section is Section.MAIN and config.kind is Kind.DOUBLE:
        return _OF_WINNERS[0]() if is_last else _OF_WINNERS[1](number=match.stage)
    return _FINALS[match.section]() if is_last else _ROUNDS[match.section](number=match.stage)


def bye_reason(config: Elimination, entry: int, state: MatchState) -> Message:
    side = state.sides.index(entry)
    own, place = state.match.places[side], state.match.places[1 - side]
    if own.origin is Origin.SEED:
        return _about_place(_DRAWN if config.seeding is Seeding.LOTS else _SEEDED, entry, place)
    return _about_place(_WAITS, entry, place)


def _about_place(sentences: Mapping[Origin, Message], entry: int, place: Place) -> Message:
    return sentences[place.origin](entry=EntryRef(entry), seed=place.number, match=place.number)


def table_reason(config: Elimination, table: int, state: MatchState, games: int) -> Message:
    about = {"table": table, "match": state.match.number, "stage": match_name(config, state.match)}
    if games == 1:
        return _MATCH(**about)
    return _GAME(**about, game=sum(state.games) + 1, games=games, won=state.games[0], lost=state.games[1])


def draw_round(config: Elimination, request: DrawRequest) -> RoundDraw:
    """Draws the next round: one game of each match whose two sides are known.

    The bracket is that of the pairs that were there in the first round. A pair that is still in and has no match gets a
    bye. A pair that is out has no place. Neither has one that comes later, or one that is through a play-in, except for
    a bye in the first round for pairs with nothing to play. A pair that is not there when its match comes up has lost
    it. A void game is played again, and so is a tied one unless the slip names the winner of the extra hand; a forfeit
    ends the match. RuleError: fewer than two entries, or the bracket is complete.
    """
    progress = _progress(config, request)
    due = progress.due()
    if not progress.states:
        raise RuleError(
            "No one would be knocked out: {survivors} of {entries} pairs advance. Let fewer advance.",
            entries=len(request.field),
            survivors=config.survivors,
        )
    if not due:
        raise RuleError("The bracket is complete, so there are no matches left to play. Close the stage.")
    numbered = tuple(zip(table_numbers(request, len(due)), due, strict=True))
    tables = tuple(
        TableDraw(table, tuple((entry,) for entry in state.sides if entry is not None)) for table, state in numbered
    )
    waiting = {entry: state for entry, state in progress.waiting().items() if entry in request.field}
    reasons = {entry: bye_reason(config, entry, state) for entry, state in waiting.items()}
    spared = _SPARED[config.seeding]
    reasons |= {entry: spared(entry=EntryRef(entry)) for entry in _spared(progress) if not request.history}
    byes = tuple(ByeDraw(entry, 0, reasons[entry]) for entry in sorted(reasons))
    late = (LATE(entry=EntryRef(entry)) for entry in _late(progress, request))
    games = (table_reason(config, table, state, games_of(config, state.match)) for table, state in numbered)
    return RoundDraw(request.number, tables, byes, (*progress.walkovers, *late, *games))


def rounds(config: Elimination, entries: int) -> int:
    """The most rounds it takes, every match with all its games; 0 for fewer than two entries, or when all go on."""
    if entries < 2:
        return 0
    bracket = bracket_of(config, entries)
    return _longest(bracket, {match.number: games_of(config, match) for match in bracket.matches})


def rounds_left(config: Elimination, request: DrawRequest) -> int:
    """How many rounds are still to be drawn at most, the requested one included; 0 when the bracket is complete."""
    if not request.history and len(request.field) < 2:
        return 0
    progress = _progress(config, request)
    left = {
        number: 0 if state.is_over else games_of(config, state.match) - sum(state.games)
        for number, state in progress.states.items()
    }
    return _longest(progress.bracket, left)


def outlook(config: Elimination, entries: int) -> Outlook:
    """What an event of this many pairs will be like. RuleError as for the first round."""
    bracket = bracket_of(config, entries)
    if not bracket.matches:
        raise RuleError(
            "No one would be knocked out: {survivors} of {entries} pairs advance. Let fewer advance.",
            entries=entries,
            survivors=config.survivors,
        )
    at_once = Counter(match.round for match in bracket.matches)
    games = {match.number: games_of(config, match) for match in bracket.matches}
    free = entries - 2 * at_once[1]
    return Outlook(entries, _longest(bracket, games), max(at_once.values()), ways_through(bracket, games), free)


def opens_singly(config: Elimination) -> bool:
    """Whether each match opens as soon as its sides are known."""
    return config.opens is Opens.SINGLY


def openings(config: Elimination, request: DrawRequest, tables: int | None, busy: Collection[int] = ()) -> Openings:
    """The matches that can open now: see `brackets.openings`. request.number: the first round that may take them.
    tables: how many there are, None for enough. busy: whose people play somewhere else. RuleError as for the first
    round."""
    entries = _entries(request)
    progress = _progress(config, request, entries)
    if not progress.states:
        raise RuleError(
            "No one would be knocked out: {survivors} of {entries} pairs advance. Let fewer advance.",
            entries=len(request.field),
            survivors=config.survivors,
        )
    openings = openings_of(progress, request, tables, busy)
    openings = replace(
        openings,
        opening=tuple(replace(opening, reason=_why(config, progress, opening)) for opening in openings.opening),
    )
    return openings if request.history else replace(openings, byes=_first_byes(config, progress, openings))


def _why(config: Elimination, progress: Progress, opening: Opening) -> Message:
    state = progress.states[opening.match]
    absent = [opening.table.entries[side] for side in opening.forfeited]
    return (
        walkover(state, absent)
        if absent
        else table_reason(config, opening.table.table, state, games_of(config, state.match))
    )


def _first_byes(config: Elimination, progress: Progress, openings: Openings) -> tuple[ByeDraw, ...]:
    """Byes for every entry of the bracket without a table at its beginning: the first round shows who is in it."""
    playing = {entry for opening in openings.opening for entry in opening.table.entries}
    spared = _SPARED[config.seeding]
    reasons = {entry: spared(entry=EntryRef(entry)) for entry in _spared(progress)}
    reasons |= {entry: bye_reason(config, entry, state) for entry, state in progress.waiting().items()}
    for number in openings.waiting:
        for entry in progress.states[number].sides:
            reasons[entry or 0] = WAITS_FOR_TABLE(entry=EntryRef(entry or 0), match=number)
    return tuple(ByeDraw(entry, 0, reasons[entry]) for entry in sorted(reasons) if entry not in playing)


def is_seeded(config: Elimination) -> bool:
    """Whether the order of the pairs says who meets whom."""
    return config.seeding is Seeding.NUMBERS


def tie_question(config: Elimination, slip: Slip) -> str | None:
    """What to ask the table when points are tied: someone has to go on."""
    if slip.winner is not None or slip.forfeited:
        return None
    return say("Points are tied. Play one extra hand to decide who goes on. Which side won it?")


def tie_label(config: Elimination) -> str:
    """The short question beside the score."""
    return say("Who won the extra hand?")


def bracket_of(config: Elimination, entries: int) -> Bracket:
    """The bracket for this many entries, as data. RuleError: fewer than two."""
    if entries < 2:
        raise RuleError("A knockout needs at least 2 pairs. Wait for another pair.")
    if config.kind is Kind.DOUBLE:
        return double_elimination(entries, config.reset)
    return single_elimination(entries, config.third_place, config.consolation, config.survivors)


def seed_order(config: Elimination, entries: int) -> tuple[int, ...]:
    """The seeds from top to bottom of the bracket for this many entries; 0 for an empty place."""
    return tuple(seed_line(entries, config.survivors))


def match_states(config: Elimination, request: DrawRequest) -> tuple[MatchState, ...]:
    """Every match of the bracket with its sides, games and winner, before the requested round."""
    progress = _progress(config, request)
    progress.waiting()
    for state in progress.states.values():
        state.name = str(match_name(config, state.match))
    return tuple(progress.states.values())


def games_of(config: Elimination, match: Match) -> int:
    """How many games a match has at most."""
    is_double = config.kind is Kind.DOUBLE
    if config.survivors > 1:
        return config.best_of
    if match.section in (Section.GRAND_FINAL, Section.RESET):
        return config.best_of_final
    if match.section is Section.MAIN and match.to_go <= 1 - is_double:
        return config.best_of_semis if is_double or match.to_go else config.best_of_final
    if match.section is Section.LOSERS and match.to_go == 0:
        return config.best_of_semis
    return config.best_of


def placing(config: Elimination, request: DrawRequest) -> tuple[tuple[int, ...], ...]:
    """Who has won, then who is out, best first; those who went out in the same round of a bracket share a place.

    The first group is empty until there is a winner. In a play-in it is everyone who is through, including those who
    had nothing to play. Entries still in play are in no group. Where no one won, both have lost. The consolation
    bracket comes before those who lost in the first round and did not play in it.
    """
    progress = _progress(config, request)
    over, inside = [state for state in progress.states.values() if state.is_over], progress.inside()
    groups: dict[tuple[Section, int, bool], list[int]] = {}
    _place(sorted(_spared(progress)), groups, (Section.MAIN, 0, True), inside)
    for state in sorted(over, key=_importance):
        is_decided = state.winner is not None or state.loser is not None
        if state.match.to_go == 0:
            _place([state.winner], groups, (_won_in(state.match), 0, True), inside)
        losers = [state.loser] if is_decided else state.sides
        _place(losers, groups, (state.match.section, state.match.stage, False), inside)
    first, *others = groups.values()
    return tuple(sorted(first)), *(tuple(sorted(group)) for group in others if group)


def _spared(progress: Progress) -> set[int]:
    """Entries that go on without a match."""
    busy = {place.number for match in progress.bracket.matches for place in match.places if place.origin is Origin.SEED}
    return {entry for seed, entry in progress.entries.items() if seed not in busy}


def _won_in(match: Match) -> Section:
    """The section that a match decides: the grand final and its reset decide the main bracket."""
    return Section.MAIN if match.section in (Section.GRAND_FINAL, Section.RESET) else match.section


def _importance(state: MatchState) -> tuple[int, int]:
    is_first = state.match.section is Section.MAIN and state.match.stage == 1
    return 2 if is_first else int(state.match.section is Section.CONSOLATION), -state.match.number


def _place(
    entries: Sequence[int | None],
    groups: dict[tuple[Section, int, bool], list[int]],
    key: tuple[Section, int, bool],
    inside: set[int],
) -> None:
    placed = {entry for group in groups.values() for entry in group}
    out = [entry for entry in entries if entry is not None and entry not in inside | placed]
    groups.setdefault(key, []).extend(out)


def _entries(request: DrawRequest) -> list[int]:
    """Those who were there in the first round, best seed first."""
    return request.by_seed(present(request.history[0]) if request.history else request.field)


def _progress(config: Elimination, request: DrawRequest, here: Sequence[int] | None = None) -> Progress:
    """here: who can play from now on; None: the field."""
    entries = _entries(request)
    bracket = bracket_of(config, len(entries))
    if config.seeding is Seeding.LOTS:
        chance_for(replace(request, number=1), "seeds").shuffle(entries)
    best_of = {match.number: games_of(config, match) for match in bracket.matches}
    progress = Progress(bracket, dict(enumerate(entries, start=1)), best_of)
    progress.follow(request.history)
    progress.settle(request.field if here is None else here)
    return progress


def _longest(bracket: Bracket, games: dict[int, int]) -> int:
    """The rounds of the longest way through the bracket. games: match -> rounds it takes."""
    ends: dict[int, int] = {}
    for match in bracket.matches:
        ends[match.number] = games[match.number] + max((ends[number] for number in match.sources), default=0)
    return max(ends.values(), default=0)


def _late(progress: Progress, request: DrawRequest) -> Sequence[int]:
    return sorted(set(request.field) - set(progress.entries.values()))
