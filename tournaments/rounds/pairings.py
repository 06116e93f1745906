"""How a round was paired, in words: the scores before it, who meets whom and why, who has the bye."""

import dataclasses
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from games.engine.language import say
from games.engine.messages import Message, message
from tournaments.entry_names import names_of
from tournaments.formats.base import TableDraw
from tournaments.formats.numbers import GHOST, EntryRef, entries_in
from tournaments.formats.standings.sums import number_text
from tournaments.formats.swiss.cards import PairingCard, pairing_cards
from tournaments.formats.swiss.config import Score, Swiss
from tournaments.results.history import request_after
from tournaments.rounds.checks import drawn_round, history_of
from tournaments.rounds.models import Round


@dataclass(frozen=True)
class ScoreGroup:
    """Everyone who had the same score before the round. floated: those who meet another score."""

    score: str
    entries: tuple[str, ...]
    floated: tuple[str, ...]


@dataclass(frozen=True)
class Pairing:
    """One table.

    scores: before the round, empty where the format knows none; level: as a sentence. why: a format's sentences.
    """

    table: int
    sides: tuple[str, ...]
    scores: tuple[str, ...]
    level: str
    why: tuple[Message, ...]


@dataclass(frozen=True)
class PairingStory:
    """before: what the scores count. byes: who, and why. reasons: what is about no single table.

    names: for the entries that messages speak of.
    """

    before: str
    groups: tuple[ScoreGroup, ...]
    pairings: tuple[Pairing, ...]
    byes: tuple[tuple[str, Message], ...]
    reasons: tuple[Message, ...]
    names: Mapping[int, str]


def story_of(round_: Round) -> PairingStory:
    """From what the draw was computed from: a result that was corrected later changes nothing here."""
    drawn, config, names = drawn_round(round_), round_.stage.settings, names_of(round_.stage.event)
    cards = _cards(round_, drawn.tables, [bye.entry for bye in drawn.byes]) if isinstance(config, Swiss) else {}
    by_points = isinstance(config, Swiss) and config.score is Score.POINTS
    pairings = tuple(_pairing(table, cards, drawn.reasons, names, by_points) for table in drawn.tables)
    said = {reason for pairing in pairings for reason in pairing.why}
    return PairingStory(
        before=say("Points before this round") if by_points else say("Games won before this round"),
        groups=_score_groups(cards, drawn.tables, names) if cards else (),
        pairings=pairings,
        byes=tuple((names[bye.entry], bye.reason) for bye in drawn.byes),
        reasons=tuple(reason for reason in drawn.reasons if reason not in said),
        names=names,
    )


def _cards(round_: Round, tables: Sequence[TableDraw], byes: Sequence[int]) -> dict[int, PairingCard]:
    """Entry → its pairing card before the round, best score first."""
    field = sorted([*(entry for table in tables for entry in table.entries if entry > GHOST), *byes])
    request = dataclasses.replace(request_after(round_.stage, history_of(round_), tuple(field)), number=round_.number)
    cards = sorted(pairing_cards(round_.stage.settings, request), key=lambda card: -card.score)
    return {card.entry: card for card in cards}


def _score_groups(
    cards: Mapping[int, PairingCard], tables: Sequence[TableDraw], names: Mapping[int, str]
) -> tuple[ScoreGroup, ...]:
    uneven = [table for table in tables if len({cards[entry].score for entry in table.entries}) > 1]
    floated = {entry for table in uneven for entry in table.entries}
    groups: dict[str, list[int]] = {}
    for card in cards.values():
        groups.setdefault(number_text(card.score), []).append(card.entry)
    return tuple(
        ScoreGroup(
            score,
            tuple(names[entry] for entry in entries),
            tuple(names[entry] for entry in entries if entry in floated),
        )
        for score, entries in groups.items()
    )


def _pairing(
    table: TableDraw,
    cards: Mapping[int, PairingCard],
    reasons: Sequence[Message],
    names: Mapping[int, str],
    by_points: bool,
) -> Pairing:
    sides = tuple(" & ".join(names.get(entry) or str(EntryRef(entry)) for entry in side) for side in table.sides)
    why = tuple(reason for reason in reasons if entries_in(reason) == set(table.entries))
    scores = tuple(number_text(cards[entry].score) for entry in table.entries) if cards else ()
    if scores and not why:
        why = (
            message("Everyone at this table has the same score.")
            if len(set(scores)) == 1
            else message("The scores at this table differ."),
        )
    return Pairing(table.table, sides, scores, _level(scores, by_points), why)


def _level(scores: Sequence[str], by_points: bool) -> str:
    if not scores:
        return ""
    against = reduce(lambda earlier, other: say("{one} against {other}", one=earlier, other=other), scores)
    return say("Points: {scores}.", scores=against) if by_points else say("Games won: {scores}.", scores=against)
