"""What an organizer does next: at every moment of a night one obvious thing, and why another is not possible yet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.language import say, say_number
from tournaments.events.models import Event, Stage
from tournaments.prizes.models import PrizeOffer
from tournaments.results.history import based_on
from tournaments.rounds.commands import planned_rounds
from tournaments.rounds.models import Match, Round

Status = Round.Status
State = Match.State


@dataclass(frozen=True)
class Step:
    """What is next, in words. action: the verb about the round whose button does it, or where the way leads
    ("check_in", "standings", "prize_console", "begin", "waiting", "grid"). not_yet: what comes after that, and why it
    is not possible yet."""

    text: str
    action: str = ""
    label: str = ""
    next_stage: Stage | None = None
    not_yet: str = ""


def next_step(stage: Stage, rounds: Sequence[Round], current: Stage, counts: Mapping[str, int]) -> Step:
    """rounds: newest first, drafts included, matches prefetched. current: the stage being played. counts: how many
    entries have which status."""
    if stage != current:
        return Step(say("{stage} is over. {current} is being played.", stage=stage.title, current=current.title))
    latest = rounds[0] if rounds else None
    if latest and stage.event.finished_at and latest.status == Status.CLOSED:
        return _finished(stage.event)
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
    text = say("When everybody for round {number} is checked in, draw it.", number=number)
    return Step(text, "draw", say("Draw round {number}", number=number))


def _finished(event: Event) -> Step:
    if PrizeOffer.objects.filter(event=event, event__shown_prizes=None).exists():
        text = say("The event is finished. Players don't see what they won until you publish the payouts.")
        return Step(text, "prize_console", say("Publish payouts"))
    text = say("The event is finished. The final standings are on the standings page.")
    return Step(text, "standings", say("See the final standings"))


def _nobody_here(number: int, entered: int) -> Step:
    if entered:
        text = say("Nobody is here yet. Check people in as they come.")
    else:
        text = say("Nobody is entered yet. Enter players.")
    not_yet = say("Round {number} can be drawn once people are here.", number=number)
    return Step(text, "check_in", say("Open the check-in list"), not_yet=not_yet)


def _after_the_last(stage: Stage, latest: Round) -> Step:
    if follower := stage.event.stages.filter(number=stage.number + 1).first():
        text = say(
            "All rounds of {stage} are played. Begin {follower}: look at the seeding.",
            stage=stage.title,
            follower=follower.title,
        )
        return Step(text, "begin", say("Look at the seeding of {stage}", stage=follower.title), follower)
    text = say(
        "All {number} rounds are played. Finish the event, so that its places count in honours and jackpots.",
        number=latest.number,
    )
    return Step(text, "finish", say("Finish the event"))


def _before_publishing(stage: Stage, draft: Round) -> Step:
    if draft.based_on != based_on(stage):
        text = say(
            "A result changed after Round {number} was drawn. Draw it again, so that it follows the results.",
            number=draft.number,
        )
        not_yet = say(
            "Round {number} cannot be published as it stands, because it was drawn from the old result.",
            number=draft.number,
        )
        return Step(text, "draw", say("Draw round {number} again", number=draft.number), not_yet=not_yet)
    text = say("Round {number} is drawn and only organizers see it. Look it over, then publish.", number=draft.number)
    return Step(text, "publish", say("Publish round {number}", number=draft.number))


def _while_played(row: Round) -> Step:
    open_tables = [match for match in row.matches.all() if not match.is_terminal]
    if not open_tables:
        text = say("Every table of Round {number} has its result.", number=row.number)
        return Step(text, "close", say("Close round {number}", number=row.number))
    tables = ", ".join(str(match.table) for match in open_tables)
    text = say(
        "Round {number} is being played. No result that counts yet from table {tables}.",
        number=row.number,
        tables=tables,
    )
    not_yet = say(
        "Round {number} can be closed when every table has a result: {waiting}.",
        number=row.number,
        waiting=_still_open(open_tables),
    )
    to_decide = [match for match in open_tables if match.state != State.OPEN]
    if to_decide:
        if len(to_decide) == 1:
            label = say("Look at table {table} now", table=to_decide[0].table)
        else:
            label = say("Look at {number} tables now", number=len(to_decide))
        return Step(text, "waiting", label, not_yet=not_yet)
    return Step(text, "grid", say("Enter scores"), not_yet=not_yet)


def _still_open(matches: Sequence[Match]) -> str:
    """ "2 still play, 1 waits for an answer, 1 is disputed"."""
    counts = Counter(match.state for match in matches)
    plays, waits, disputed = (counts[state] for state in (State.OPEN, State.WAITING, State.DISPUTED))
    words = [say_number("{number} still plays", "{number} still play", plays)] * bool(plays)
    words += [say_number("{number} waits for an answer", "{number} wait for an answer", waits)] * bool(waits)
    words += [say_number("{number} is disputed", "{number} are disputed", disputed)] * bool(disputed)
    return ", ".join(words)
