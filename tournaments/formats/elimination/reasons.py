"""Why a round of a knock-out looks as it does, and what people call its matches, in words. Decides nothing."""

from collections.abc import Mapping

from tournaments.formats.brackets.bracket import Match, Origin, Place, Section
from tournaments.formats.brackets.progress import MatchState
from tournaments.formats.elimination.config import Elimination, Kind
from tournaments.formats.kept import Kept, kept, kept_part
from tournaments.formats.numbers import called

LATE = kept("{entry} came after the bracket was drawn.")
SPARED = kept("{entry} goes on without a match, as one of the best seeds.")
_SEEDED = {
    Origin.SEED: kept("{entry} has a bye as one of the best seeds; it plays the seed {seed}."),
    Origin.WINNER: kept("{entry} has a bye as one of the best seeds; it plays the winner of match {match}."),
    Origin.LOSER: kept("{entry} has a bye as one of the best seeds; it plays the loser of match {match}."),
}
_WAITS = {
    Origin.SEED: kept("{entry} waits for the seed {seed}."),
    Origin.WINNER: kept("{entry} waits for the winner of match {match}."),
    Origin.LOSER: kept("{entry} waits for the loser of match {match}."),
}
_MATCH = kept("Table {table}: match {match}, {stage}.")
_GAME = kept("Table {table}: match {match}, {stage}, game {game} of at most {games}, {won}:{lost} so far.")
_PLAY_IN = kept_part("round {number} of the play-in")
_THIRD = kept_part("match for third place")
_LAST_ROUNDS = kept_part("final"), kept_part("semi-final"), kept_part("quarter-final")
_FINALS = {
    Section.MAIN: kept_part("final of the main bracket"),
    Section.LOSERS: kept_part("final of the losers' bracket"),
    Section.CONSOLATION: kept_part("final of the consolation bracket"),
    Section.GRAND_FINAL: kept_part("grand final"),
    Section.RESET: kept_part("second grand final"),
}
_ROUNDS = {
    Section.MAIN: kept_part("round {number} of the main bracket"),
    Section.LOSERS: kept_part("round {number} of the losers' bracket"),
    Section.CONSOLATION: kept_part("round {number} of the consolation bracket"),
}


def match_name(config: Elimination, match: Match) -> str:
    """What people call a match, in English: "semi-final", "round 2 of the losers' bracket"."""
    if config.survivors > 1:
        return _PLAY_IN(number=match.stage)
    if match.section is Section.THIRD:
        return _THIRD()
    if match.section is Section.MAIN and config.kind is Kind.SINGLE and match.to_go < 3:
        return _LAST_ROUNDS[match.to_go]()
    is_last = match.to_go == 0 or match.section not in _ROUNDS
    return _FINALS[match.section]() if is_last else _ROUNDS[match.section](number=match.stage)


def bye_reason(entry: int, state: MatchState) -> str:
    side = state.sides.index(entry)
    own, place = state.match.places[side], state.match.places[1 - side]
    if own.origin is Origin.SEED:
        return _about_place(_SEEDED, entry, place)
    return _about_place(_WAITS, entry, place)


def _about_place(sentences: Mapping[Origin, Kept], entry: int, place: Place) -> str:
    return sentences[place.origin](entry=called(entry), seed=place.number, match=place.number)


def table_reason(config: Elimination, table: int, state: MatchState, games: int) -> str:
    about = {"table": table, "match": state.match.number, "stage": match_name(config, state.match)}
    if games == 1:
        return _MATCH(**about)
    return _GAME(**about, game=sum(state.games) + 1, games=games, won=state.games[0], lost=state.games[1])
