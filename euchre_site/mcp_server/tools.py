"""What an assistant may ask for: a small set, chosen by hand, each one address of the API. Asks no site by itself."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Arguments = Mapping[str, Any]
Schema = dict[str, Any]

ORGANIZE, REPORT = "organize", "report"
WORD = {"type": "string", "minLength": 1, "maxLength": 200}
NUMBER = {"type": "integer", "minimum": 1, "maximum": 2**31 - 1}
POINTS = {"type": "integer", "minimum": -999, "maximum": 999}
CENTS = {"type": "integer", "minimum": 0, "maximum": 10_000_000}
PERCENT = {"type": "integer", "minimum": 0, "maximum": 100}


def said(schema: Schema, description: str, **more: Any) -> Schema:
    """The schema of one argument, with what it means."""
    return {**schema, "description": description, **more}


EVENT = said({"type": "string", "pattern": r"^[-a-zA-Z0-9_]{1,100}$"}, "The event’s `slug`.")
ENTRY = said(NUMBER, "The entry’s `number` in the event.")
ROUND, MATCH, PAYOUT = (said(NUMBER, f"The {name}’s `id`.") for name in ("round", "match", "payout"))
CURSOR = said(WORD, "`next_cursor` of the page before; leave it out for the first page.", maxLength=500)
SCORE = said(
    {"type": "array", "items": POINTS, "minItems": 2, "maxItems": 10},
    "The points of each side, in the order of the sides in the match’s `seats`.",
)
OVERRIDE = said(WORD, "Why it’s right although the check found something. Only after a person gave the reason.")
REASON = said(WORD, "Why, in a few words. Everyone in the event’s activity log reads it.")
VERSION = said(
    {"type": "string", "pattern": r"^[!#-~]{1,100}$"},
    "The `version` of what you read. If it has changed since, nothing is done.",
)
KEY = said(
    {"type": "string", "pattern": r"^[!-~]{8,255}$"},
    "Leave it out. If a call ended without an answer, repeat it with the `key` that the answer named.",
)


@dataclass(frozen=True)
class Tool:
    """A tool for assistants.

    path: the address of what is read or written, with arguments in braces. query: arguments that go behind the
    question mark. action: what follows the path in a write. scope: what the token needs for a write; empty for
    reading. body: what a write sends. adds: whether it adds to the list at `path`. is_final: whether it can't simply
    be undone.
    """

    name: str
    title: str
    description: str
    path: str
    arguments: Mapping[str, Schema]
    optional: tuple[str, ...] = ()
    query: tuple[str, ...] = ()
    action: str = ""
    scope: str = ""
    body: Callable[[Arguments], dict[str, Any]] = dict
    adds: bool = False
    is_final: bool = False

    @property
    def is_write(self) -> bool:
        return bool(self.scope)

    @property
    def input_schema(self) -> Schema:
        """The arguments as JSON Schema; nothing beside them is taken."""
        arguments = dict(self.arguments) | ({"version": VERSION, "key": KEY} if self.is_write else {})
        left_out = {*self.optional, "key"}
        return {
            "type": "object",
            "properties": arguments,
            "required": [name for name in arguments if name not in left_out],
            "additionalProperties": False,
        }


def sending(*names: str) -> Callable[[Arguments], dict[str, Any]]:
    """A body of these arguments, as far as they were given."""
    return lambda arguments: {name: arguments[name] for name in names if name in arguments}


def nothing(arguments: Arguments) -> dict[str, Any]:
    """An empty body."""
    return {}


def plan_sent(arguments: Arguments) -> dict[str, Any]:
    """Percentages of the places, from 1st down, as the API takes a prize plan."""
    shares = [100 * percent for percent in arguments["percent"]]
    plan = {"measure": "percent", "tables": [{"entries": 0, "amounts": shares}]}
    house = {"house_percent": 100 * arguments["house_percent"]} if "house_percent" in arguments else {}
    return {"plan": plan, **house, **sending("added")(arguments)}


def _reads() -> Iterator[Tool]:
    event = "/events/{event}/"
    yield Tool("whoami", "Who am I", "Whose token this is, what it may do, and until when.", "/me/", {})
    yield Tool(
        "list_events",
        "List events",
        "Events of all clubs, the latest first.",
        "/events/",
        {
            "club": said(WORD, "A club’s `slug`; leave it out for all clubs."),
            "after": said(WORD, "Only events from then on, e.g. 2026-12-01T00:00:00Z."),
            "before": said(WORD, "Only events before then."),
            "cursor": CURSOR,
        },
        optional=("club", "after", "before", "cursor"),
        query=("club", "after", "before", "cursor"),
    )
    yield Tool(
        "event",
        "Show an event",
        "An event with its stages, entry fee in cents and currency. finish_event needs its version.",
        event,
        {"event": EVENT},
    )
    yield Tool(
        "entries",
        "List entries",
        "Who is entered, by number, and who is checked in. add_walk_in needs the first page’s version.",
        f"{event}entries/",
        {"event": EVENT, "cursor": CURSOR},
        optional=("cursor",),
        query=("cursor",),
    )
    yield Tool(
        "entry",
        "Show an entry",
        "One entry with its players. check_in, undo_check_in and take_fee need its version.",
        f"{event}entries/{{entry}}/",
        {"event": EVENT, "entry": ENTRY},
    )
    yield Tool(
        "rounds",
        "List rounds",
        "The rounds of an event, the newest first. Organizers also see drafts. make_round needs its version.",
        f"{event}rounds/",
        {"event": EVENT, "cursor": CURSOR},
        optional=("cursor",),
        query=("cursor",),
    )
    yield Tool(
        "round",
        "Show a round",
        "A round with its pairings and byes. publish_round and close_round need its version.",
        f"{event}rounds/{{round}}/",
        {"event": EVENT, "round": ROUND},
    )
    yield Tool(
        "matches",
        "List matches",
        "Who plays whom at which table, and the scores, the newest round first.",
        f"{event}matches/",
        {
            "event": EVENT,
            "round": said(NUMBER, "The round’s `id`; leave it out for all rounds."),
            "state": said(WORD, "Only matches in this state, e.g. open for those without a score."),
            "cursor": CURSOR,
        },
        optional=("round", "state", "cursor"),
        query=("round", "state", "cursor"),
    )
    yield Tool(
        "match",
        "Show a match",
        "A match with everything said about its score. Writing about its score needs its version.",
        f"{event}matches/{{match}}/",
        {"event": EVENT, "match": MATCH},
    )
    yield Tool(
        "standings",
        "Show the standings",
        "Who is ahead and why. With `is_settled` false, a result is still being counted: ask again.",
        f"{event}standings/",
        {"event": EVENT, "stage": said(NUMBER, "The stage’s number; leave it out for the one being played.")},
        optional=("stage",),
        query=("stage",),
    )
    yield Tool(
        "prizes",
        "Show the prize plan",
        "What the event promises, in words and in figures. set_prize_plan needs its version.",
        f"{event}prizes/",
        {"event": EVENT},
    )
    yield Tool(
        "payouts",
        "Show payouts",
        "The pot, and who gets what, in cents. Until payouts are published, only organizers see the preview, with what "
        "prevents publishing. publish_payouts needs its version.",
        f"{event}payouts/",
        {"event": EVENT},
    )
    yield Tool(
        "payout",
        "Show a payout",
        "One published payout. mark_paid needs its version.",
        f"{event}payouts/{{payout}}/",
        {"event": EVENT, "payout": PAYOUT},
    )


def _writes() -> Iterator[Tool]:
    event = "/events/{event}/"
    entry, match, round_ = f"{event}entries/{{entry}}/", f"{event}matches/{{match}}/", f"{event}rounds/{{round}}/"
    names = {"type": "array", "items": {**WORD, "maxLength": 80}, "minItems": 1, "maxItems": 2}
    yield Tool(
        "add_walk_in",
        "Add a walk-in",
        "Enter someone who came without signing up, and check them in. Two names make a pair.",
        f"{event}entries/",
        {"event": EVENT, "names": said(names, "The player’s name, or both names of a pair.")},
        scope=ORGANIZE,
        body=sending("names"),
        adds=True,
    )
    for name, title, description, action in (
        ("check_in", "Check in", "Someone is here: the next draw seats them.", "check-in/"),
        ("undo_check_in", "Undo a check-in", "A check-in was a mistake.", "not-here/"),
        ("take_fee", "Take the entry fee", "The entry fee was paid. It goes into the pot.", "fee/"),
    ):
        about = {"event": EVENT, "entry": ENTRY}
        yield Tool(name, title, description, entry, about, action=action, scope=ORGANIZE, body=nothing)
    yield Tool(
        "make_round",
        "Make a round",
        "Draw the next round as a draft, which only organizers see. The same number again draws the draft again.",
        f"{event}rounds/",
        {
            "event": EVENT,
            "number": said(NUMBER, "The round’s number, from 1."),
            "stage": said(NUMBER, "The stage’s number; leave it out for the first."),
        },
        optional=("stage",),
        scope=ORGANIZE,
        body=sending("number", "stage"),
        adds=True,
    )
    yield Tool(
        "publish_round",
        "Publish a round",
        "Show the draft to everyone. Players then see where they sit.",
        round_,
        {"event": EVENT, "round": ROUND, "override": OVERRIDE},
        optional=("override",),
        action="publish/",
        scope=ORGANIZE,
        body=sending("override"),
        is_final=True,
    )
    yield Tool(
        "close_round",
        "Close a round",
        "End a round whose tables all have a score that counts.",
        round_,
        {"event": EVENT, "round": ROUND},
        action="close/",
        scope=ORGANIZE,
        body=nothing,
        is_final=True,
    )
    yield Tool(
        "report_score",
        "Report a score",
        "Report the score of a match. An organizer’s or scorer’s score counts at once. A player’s waits for the other "
        "side.",
        match,
        {"event": EVENT, "match": MATCH, "points": SCORE},
        action="report/",
        scope=REPORT,
        body=sending("points"),
    )
    yield Tool(
        "confirm_score",
        "Confirm a score",
        "Agree with the score that the other side reported.",
        match,
        {"event": EVENT, "match": MATCH},
        action="confirm/",
        scope=REPORT,
        body=nothing,
    )
    yield Tool(
        "correct_score",
        "Correct a score",
        "Replace a score that counts. Both stay on record.",
        match,
        {"event": EVENT, "match": MATCH, "points": SCORE, "reason": REASON},
        action="correct/",
        scope=ORGANIZE,
        body=sending("points", "reason"),
        is_final=True,
    )
    yield Tool(
        "set_prize_plan",
        "Set the prize plan",
        "Promise percentages of the prize money to the top places. It replaces the plan before. Other kinds of plans "
        "are made on the site.",
        f"{event}prizes/",
        {
            "event": EVENT,
            "percent": said(
                {"type": "array", "items": PERCENT, "minItems": 1, "maxItems": 100},
                "Percent of the prize money for each place, from 1st down, e.g. [50, 30, 20].",
            ),
            "added": said(CENTS, "Money that the club adds, in cents."),
            "house_percent": said(PERCENT, "Percent of the fees that the house keeps."),
        },
        optional=("added", "house_percent"),
        action="plan/",
        scope=ORGANIZE,
        body=plan_sent,
        is_final=True,
    )
    yield Tool(
        "finish_event",
        "Finish an event",
        "Say that the night is over: its places count from now on.",
        event,
        {"event": EVENT, "override": OVERRIDE},
        optional=("override",),
        action="finish/",
        scope=ORGANIZE,
        body=sending("override"),
        is_final=True,
    )
    yield Tool(
        "publish_payouts",
        "Publish payouts",
        "Publish the payouts for good, and finish the event. Read `payouts` to the person first: it can’t be undone.",
        f"{event}payouts/",
        {"event": EVENT, "override": OVERRIDE},
        optional=("override",),
        action="publish/",
        scope=ORGANIZE,
        body=sending("override"),
        is_final=True,
    )
    yield Tool(
        "mark_paid",
        "Mark as paid",
        "The money was handed over.",
        f"{event}payouts/{{payout}}/",
        {"event": EVENT, "payout": PAYOUT},
        action="paid/",
        scope=ORGANIZE,
        body=nothing,
    )


TOOLS: dict[str, Tool] = {tool.name: tool for tool in (*_reads(), *_writes())}
"""Name → tool, those of reading first."""
