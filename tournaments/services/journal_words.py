"""The journal in plain words: what happened here, and who did it."""

from typing import Any

from tournaments.models import JournalEntry, Wish
from tournaments.services.places import both
from tournaments.services.rounds import actor_name

WORDS = {
    "create_event": "set up the event",
    "set_criteria": "changed what ranks the event",
    "import_roster": "imported a list of players",
    "register": "entered {entry}",
    "walk_in": "entered {entry} as a walk-in",
    "check_in": "checked in {entry}",
    "drop_out": "marked {entry} as gone",
    "substitute": "put a substitute in for {entry}",
    "take_fee": "took the fee of {entry}",
    "issue_pass": "made a personal link",
    "keep_seat": "noted that {entry} keeps table and chair",
    "free_seat": "noted that {entry} may change seats again",
    "set_wish": "noted that {places} {wish}",
    "drop_wish": "struck out that {places} {wish}",
    "close_table": "closed table {number}",
    "open_table": "opened table {number} again",
    "add_stage": "added the stage {stage}",
    "remove_stage": "took the stage {stage} out",
    "begin_stage": "began {stage}",
    "unbegin_stage": "took the beginning of {stage} back",
    "draw_round": "drew {round}",
    "blank_round": "made {round} by hand",
    "swap_places": "swapped {places} in the draft of {round}",
    "move_table": "made table {number} table {to} in the draft of {round}",
    "publish_round": "published {round}",
    "unpublish_round": "took {round} back",
    "close_round": "closed {round}",
    "start_clock": "started the clock of {round}",
    "pause_clock": "paused the clock of {round}",
    "resume_clock": "let the clock of {round} run on",
    "add_time": "changed the time of {round}",
    "announce": "announced something",
    "withdraw_announcement": "took an announcement down",
    "record_result": "reported {result} at {match} in {round}",
    "confirm_result": "confirmed {result} at {match} in {round}",
    "dispute_result": "disputed the score of {match} in {round}",
    "correct_result": "corrected {match} in {round} to {result}",
    "void_result": "declared {match} in {round} void",
}


def sentence(entry: JournalEntry) -> str:
    """One journal entry as a sentence; places are numbers, as formats call them.

    Fetch user__player, player, round, match, result and entry's lineup with it.
    """
    words = WORDS.get(entry.verb, entry.verb.replace("_", " "))
    table = f"table {entry.match.table}" if entry.match else ""
    result = entry.result.score if entry.result else ""
    about = {
        "entry": entry.entry.name if entry.entry else "somebody",
        "round": f"round {entry.round.number}" if entry.round else "a round",
        "match": table, "result": result, "stage": entry.detail.get("title", ""), **_from_detail(entry.detail),
    }  # fmt: skip
    reason = f" ({entry.reason})" if entry.reason else ""
    return f"{actor_name(entry)} {words.format(**about)}{reason}."


def _from_detail(detail: dict[str, Any]) -> dict[str, object]:
    wish = detail.get("wish")
    return {
        "places": both(detail.get("places", ())), "number": detail.get("table"), "to": detail.get("to"),
        "wish": Wish.Kind(wish).label if wish else "",
    }  # fmt: skip
