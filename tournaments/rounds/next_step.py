"""What an organizer does next: at every moment of a night one obvious thing, and why another is not possible yet."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from games.engine.language import say, say_number
from games.engine.messages import and_list
from tournaments.events.models import Event, Stage
from tournaments.prizes.models import PrizeOffer
from tournaments.results.history import based_on
from tournaments.rounds.calling import openings_now
from tournaments.rounds.commands import planned_rounds
from tournaments.rounds.models import Match, Round
from tournaments.rounds.places import listed

Status = Round.Status
State = Match.State
PAGES = frozenset({"check_in", "standings", "prize_console", "grid", "event_settings", "wishes"})


@dataclass(frozen=True)
class Step:
    """What is next, in words. action: what the button does to the round, or where the link leads
    ("check_in", "standings", "prize_console", "event_settings", "begin", "waiting", "grid", "wishes"); "open": call
    matches, where they open singly. not_yet: what comes after
    that, and why it is not possible yet."""

    text: str
    action: str = ""
    label: str = ""
    next_stage: Stage | None = None
    not_yet: str = ""

    @property
    def is_link(self) -> bool:
        """Whether the way leads to a page of the event and does nothing yet."""
        return self.action in PAGES


def next_step(stage: Stage, rounds: Sequence[Round], current: Stage, counts: Mapping[str, int]) -> Step:
    """rounds: newest first, drafts included, matches prefetched. current: the stage being played. counts: how many
    entries have which status."""
    if stage.event.cancelled_at:
        text = say("This event is canceled. If it’s going ahead after all, restore it in the settings.")
        return Step(text, "event_settings", say("Open the settings"))
    if stage != current:
        return Step(say("{stage} is over. {current} is being played.", stage=stage.title, current=current.title))
    latest = rounds[0] if rounds else None
    if stage.opens_singly and not stage.event.finished_at:
        return _singly(stage, rounds, counts)
    if latest and stage.event.finished_at and latest.status == Status.CLOSED:
        return _finished(stage.event)
    if latest is None or latest.status == Status.CLOSED:
        return _between(stage, latest, counts)
    if latest.status == Status.DRAFT:
        return _before_publishing(stage, latest)
    return _while_played(latest)


def _singly(stage: Stage, rounds: Sequence[Round], counts: Mapping[str, int]) -> Step:
    """Where each match opens as soon as its sides are known: the site does it, so there is little to do."""
    if not rounds:
        if not counts["checked_in"]:
            return _nobody_here(say("You can start the bracket once people are checked in."), sum(counts.values()))
        text = say("When everyone is checked in, start the bracket. We’ll call each match as a table opens up.")
        return Step(text, "open", say("Start the bracket"))
    if openings_now(stage).opening:
        text = say("A table is free, and a match is waiting.")
        return Step(text, "open", say("Call the next matches"))
    open_tables = [match for round_ in rounds if round_.status == Status.PUBLISHED for match in round_.matches.all()]
    open_tables = sorted((table for table in open_tables if not table.is_terminal), key=lambda match: match.table)
    if not open_tables:
        if planned_rounds(stage, rounds[0].number + 1) > rounds[0].number:
            return Step(say("No table is free for the next match."), "wishes", say("Open a table"))
        return _after_the_last(stage, rounds[0])
    text = say_number(
        "A match is being played at table {tables}. We’ll call the next matches as tables open up.",
        "Matches are being played at tables {tables}. We’ll call the next matches as tables open up.",
        len(open_tables),
        tables=and_list(str(match.table) for match in open_tables),
    )
    return _decide_or_enter(text, open_tables, "")


def _between(stage: Stage, latest: Round | None, counts: Mapping[str, int]) -> Step:
    number = latest.number + 1 if latest else 1
    if latest and number > planned_rounds(stage, number):
        return _after_the_last(stage, latest)
    if not counts["checked_in"]:
        not_yet = say("You can draw round {number} once people are checked in.", number=number)
        return _nobody_here(not_yet, sum(counts.values()))
    text = say("When everyone is checked in, draw round {number}.", number=number)
    return Step(text, "draw", say("Draw round {number}", number=number))


def _finished(event: Event) -> Step:
    if PrizeOffer.objects.filter(event=event, event__shown_prizes=None).exists():
        text = say("The event is finished. Players won’t see what they won until you publish the payouts.")
        return Step(text, "prize_console", say("Publish payouts"))
    text = say("The event is finished. The final standings are on the standings page.")
    return Step(text, "standings", say("View final standings"))


def _nobody_here(not_yet: str, entered: int) -> Step:
    text = (
        say("No one is here yet. Check people in as they arrive.") if entered else say("No entries yet. Add players.")
    )
    return Step(text, "check_in", say("Open the check-in list"), not_yet=not_yet)


def _after_the_last(stage: Stage, latest: Round) -> Step:
    if follower := stage.event.stages.filter(number=stage.number + 1).first():
        text = say(
            "All rounds in {stage} have been played. Check the seeding, then start {follower}.",
            stage=stage.title,
            follower=follower.title,
        )
        return Step(text, "begin", say("View {stage} seeding", stage=follower.title), follower)
    if stage.opens_singly:
        text = say(
            "Every match has been played. Finish the event so its results count toward achievements and jackpots."
        )
        return Step(text, "finish", say("Finish the event"))
    text = say(
        "Round {number} was the last round. Finish the event so its results count toward achievements and jackpots.",
        number=latest.number,
    )
    return Step(text, "finish", say("Finish the event"))


def _before_publishing(stage: Stage, draft: Round) -> Step:
    if draft.based_on != based_on(stage):
        text = say(
            "A result changed after round {number} was drawn. Draw it again to use the new results.",
            number=draft.number,
        )
        not_yet = say(
            "Round {number} was drawn before a result changed, so you can’t publish it.",
            number=draft.number,
        )
        return Step(text, "draw", say("Draw round {number} again", number=draft.number), not_yet=not_yet)
    text = say("Round {number} is drawn. Players won’t see it until you publish.", number=draft.number)
    return Step(text, "publish", say("Publish round {number}", number=draft.number))


def _while_played(round_: Round) -> Step:
    open_tables = [match for match in round_.matches.all() if not match.is_terminal]
    if not open_tables:
        text = say("All tables have reported for round {number}.", number=round_.number)
        return Step(text, "close", say("Close round {number}", number=round_.number))
    tables = listed(match.table for match in open_tables)
    text = say_number(
        "Round {round} is under way. Waiting for table {tables}.",
        "Round {round} is under way. Waiting for tables {tables}.",
        len(open_tables),
        round=round_.number,
        tables=tables,
    )
    not_yet = say(
        "You can’t close round {number} yet: {waiting}.",
        number=round_.number,
        waiting=_still_open(open_tables),
    )
    return _decide_or_enter(text, open_tables, not_yet)


def _decide_or_enter(text: str, open_tables: Sequence[Match], not_yet: str) -> Step:
    to_decide = [match for match in open_tables if match.state != State.OPEN]
    if to_decide:
        if len(to_decide) == 1:
            label = say("View table {table}", table=to_decide[0].table)
        else:
            label = say("View {number} tables", number=len(to_decide))
        return Step(text, "waiting", label, not_yet=not_yet)
    return Step(text, "grid", say("Enter scores"), not_yet=not_yet)


def _still_open(matches: Sequence[Match]) -> str:
    """ "2 still play, 1 waits for an answer, 1 is disputed"."""
    counts = Counter(match.state for match in matches)
    plays, waits, disputed = (counts[state] for state in (State.OPEN, State.WAITING, State.DISPUTED))
    words = [say_number("{number} table is still playing", "{number} tables are still playing", plays)] * bool(plays)
    words += [
        say_number("{number} score is waiting for confirmation", "{number} scores are waiting for confirmation", waits)
    ] * bool(waits)
    words += [say_number("{number} score is disputed", "{number} scores are disputed", disputed)] * bool(disputed)
    return ", ".join(words)
