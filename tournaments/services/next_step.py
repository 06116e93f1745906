"""What an organizer does next: at every moment of a night one obvious thing, and why another is not possible yet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tournaments.models import Match, Round, Stage
from tournaments.services.history import based_on
from tournaments.services.rounds import planned_rounds

Status = Round.Status
State = Match.State


@dataclass(frozen=True)
class Step:
    """What is next, in words. action: the verb about the round whose button does it, or where the way leads
    ("check_in", "standings", "begin", "waiting", "grid"). not_yet: what comes after that, and why it is not possible
    yet."""

    text: str
    action: str = ""
    label: str = ""
    next_stage: Stage | None = None
    not_yet: str = ""


def next_step(stage: Stage, rounds: Sequence[Round], current: Stage, counts: Mapping[str, int]) -> Step:
    """rounds: newest first, drafts included, matches prefetched. current: the stage being played. counts: how many
    entries have which status."""
    if stage != current:
        return Step(f"{stage.title} is over. {current.title} is being played.")
    latest = rounds[0] if rounds else None
    if latest and stage.event.finished_at and latest.status == Status.CLOSED:
        return _finished()
    if latest is None or latest.status == Status.CLOSED:
        return _between(stage, latest, counts)
    if latest.status == Status.DRAFT:
        return _before_publishing(stage, latest)
    return _while_played(latest)


def _between(stage: Stage, latest: Round | None, counts: Mapping[str, int]) -> Step:
    number = latest.number + 1 if latest else 1
    if latest and number > planned_rounds(stage, number):
        return _after_the_last(stage, latest)
    if not counts["checked_in"]:
        return _nobody_here(number, sum(counts.values()))
    return Step(f"When everybody for round {number} is checked in, draw it.", "draw", f"Draw round {number}")


def _finished() -> Step:
    text = "The event is finished. The final standings are on the standings page."
    return Step(text, "standings", "See the final standings")


def _nobody_here(number: int, entered: int) -> Step:
    text = "Nobody is here yet. Check people in as they come." if entered else "Nobody is entered yet. Enter players."
    not_yet = f"Round {number} can be drawn once people are here."
    return Step(text, "check_in", "Open the check-in list", not_yet=not_yet)


def _after_the_last(stage: Stage, latest: Round) -> Step:
    if follower := stage.event.stages.filter(number=stage.number + 1).first():
        return Step(f"All rounds of {stage.title} are played. Begin {follower.title}: look at the seeding.",
                    "begin", f"Look at the seeding of {follower.title}", follower)  # fmt: skip
    text = f"All {latest.number} rounds are played. Finish the event, so that its places count in honours and jackpots."
    return Step(text, "finish", "Finish the event")


def _before_publishing(stage: Stage, draft: Round) -> Step:
    if draft.based_on != based_on(stage):
        text = f"A result changed after {draft} was drawn. Draw it again, so that it follows the results."
        not_yet = f"{draft} cannot be published as it stands, because it was drawn from the old result."
        return Step(text, "draw", f"Draw round {draft.number} again", not_yet=not_yet)
    return Step(f"{draft} is drawn and only organizers see it. Look it over, then publish.", "publish",
                f"Publish round {draft.number}")  # fmt: skip


def _while_played(row: Round) -> Step:
    open_tables = [match for match in row.matches.all() if not match.is_terminal]
    if not open_tables:
        return Step(f"Every table of {row} has its result.", "close", f"Close round {row.number}")
    tables = ", ".join(str(match.table) for match in open_tables)
    text = f"{row} is being played. No result that counts yet from table {tables}."
    not_yet = f"{row} can be closed when every table has a result: {_still_open(open_tables)}."
    to_decide = [match for match in open_tables if match.state != State.OPEN]
    if to_decide:
        label = f"Look at table {to_decide[0].table}" if len(to_decide) == 1 else f"Look at {len(to_decide)} tables"
        return Step(text, "waiting", f"{label} now", not_yet=not_yet)
    return Step(text, "grid", "Enter scores", not_yet=not_yet)


def _still_open(matches: Sequence[Match]) -> str:
    """ "2 still play, 1 waits for an answer, 1 is disputed"."""
    counts = Counter(match.state for match in matches)
    words = {
        State.OPEN: ("still plays", "still play"), State.WAITING: ("waits for an answer", "wait for an answer"),
        State.DISPUTED: ("is disputed", "are disputed"),
    }  # fmt: skip
    return ", ".join(f"{counts[state]} {words[state][counts[state] != 1]}" for state in words if counts[state])
