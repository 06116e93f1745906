"""What officials changed at a table after a score was reported: the old value, the new one and why. Reads only."""

from collections.abc import Iterable
from dataclasses import dataclass

from games.engine.language import say
from games.engine.messages import and_list
from tournaments.results.models import ResultEntry

Kind = ResultEntry.Kind


@dataclass(frozen=True)
class ScoreChange:
    """old, new: as people say scores. reason: empty where the official only decided between two claims."""

    old: str
    new: str
    reason: str


def score_changes(entries: Iterable[ResultEntry], side: int | None = None) -> tuple[ScoreChange, ...]:
    """Every change by an official of what was said before, oldest first. entries: a match's, oldest first. side: whose
    points come first."""
    changes: list[ScoreChange] = []
    said: dict[int | None, str] = {}
    for entry in entries:
        if entry.kind == Kind.DISPUTE:
            continue
        new = say("void") if entry.kind == Kind.VOID else entry.score_for(side)
        if entry.kind == Kind.CLAIM:
            said[entry.side] = new
            continue
        others = [score for score in said.values() if score != new]
        if others and entry.kind != Kind.CONFIRM:
            changes.append(ScoreChange(and_list(others), new, entry.reason))
        said = {None: new}
    return tuple(changes)
