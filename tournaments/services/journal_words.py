"""The journal in plain words: what happened here, and who did it."""

from collections.abc import Mapping
from typing import Any

from tournaments.honours.wording import money_text
from tournaments.models import JournalEntry, Registration, Wish
from tournaments.services.bulk import BULKS
from tournaments.services.names import with_names
from tournaments.services.places import both
from tournaments.services.rounds import actor_name

WORDS = {
    "create_event": "set up the event",
    "set_criteria": "changed what ranks the event",
    "import_roster": "imported a list of players",
    "register": "entered {entry}",
    "set_registration": "set when and for how many registration is open",
    "open_registration": "opened registration",
    "close_registration": "closed registration",
    "sign_up": "made registration {line}: {state}",
    "withdraw_registration": "withdrew from registration {line}: {state}",
    "move_up": "moved {entry} up from the waiting list",
    "follow_door": "brought registration {line} up to date with the check-in list: {state}",
    "look_for_partner": "said for registration {line} whether a partner is looked for",
    "ask_partner": "asked somebody to be the partner in registration {line}",
    "sign_up_asking": "registered with somebody who was asked: registration {line}",
    "take_back_ask": "took back what was asked for registration {line}",
    "answer_ask": "answered who was asked for registration {line}: {answer}",
    "join_singles": "joined two without a partner in registration {line}: {state}",
    "give_up": "gave the entry of {entry} up",
    "walk_in": "entered {entry} as a walk-in",
    "check_in": "checked in {entry}",
    "enter_names": "entered a list of names",
    "not_here": "took the tick for {entry} back",
    "drop_out": "marked {entry} as gone",
    "substitute": "put a substitute in for {entry}",
    "sit_in": "let somebody play {round} out for {entry}",
    "take_place": "gave {entry} the place of {places} at table {number} in {round}",
    "join_round": "seated {entry} at table {number} in {round}",
    "play_short": "let table {number} go on without {places} in {round}",
    "no_show": "noted that {entry} did not play in {round}",
    "take_fee": "took the fee of {entry}",
    "issue_pass": "made a personal link",
    "issue_passes": "made new personal links for everybody",
    "hang_code": "hung a check-in code on the wall",
    "take_down_code": "took the check-in code down",
    "arrive": "came in by the code on the wall for {entry}",
    "say_late": "said that {entry} comes late",
    "say_leaving": "said that {entry} has to leave",
    "take_back_notice": "took back what was said of {entry}",
    "agree_notice": "noted what {entry} said",
    "decline_notice": "asked {entry} to talk about it first",
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
    "open_match_table": "opened a table online for {match} in {round}",
    "begin_without_missing": "began {match} in {round} online, where a bot plays for {missing}",
    "leave_to_organizer": "left the score of {match} in {round}, played online, to an organizer",
    "unpublish_round": "took {round} back",
    "finish_event": "finished the event",
    "reopen_event": "opened the event again",
    "close_round": "closed {round}",
    "start_clock": "started the clock of {round}",
    "pause_clock": "paused the clock of {round}",
    "resume_clock": "let the clock of {round} run on",
    "add_time": "changed the time of {round} by {minutes} minutes",
    "call_last_hand": "called the last hand of {round}",
    "recall_last_hand": "took the call of the last hand of {round} back",
    "announce": "announced something",
    "withdraw_announcement": "took an announcement down",
    "record_result": "reported {result} at {match} in {round}",
    "confirm_result": "confirmed {result} at {match} in {round}",
    "dispute_result": "disputed the score of {match} in {round}",
    "correct_result": "corrected {match} in {round} {before}to {result}",
    "void_result": "declared {match} in {round} void",
    "charge_fine": "put {cents} into {basket}",
    "undo_posting": "took back: {memo}, {cents}",
    "set_prize_plan": "set what the prizes are",
    "name_winner": "named who won {prize}",
    "decide_tie": "decided a tie by {method}",
    "show_prizes": "showed the prizes",
    "mark_paid": "ticked {cents} for {entry} as paid",
    "unmark_paid": "took the tick at {cents} for {entry} off",
    "propose_change": "asked a second official to agree to another result of {match} in {round}",
    "agree_to_change": "agreed to another result of {match} in {round}, after the prizes were shown",
    "decline_change": "declined another result of {match} in {round}",
    "reopen_result": "took the decision about {match} in {round} back",
    "accept_all": "accepted {count} at once in {round}: {tables}",
    "void_missing": "declared {tables} in {round} void at once",
    "forfeit_missing": "noted at once that nobody played at {tables} in {round}",
    "check_in_all": "checked in everybody who was not here yet: {count}",
    "leave_all": "marked everybody who had not come as gone: {count}",
    "undo_bulk": "undid number {undoes} of this list, {undone} of {parts} parts{kept}",
    "hand_over_event": "handed the event over to somebody else",
    "merge_players": "put {entry} under the other record of the same person",
    "agree_claim": "put {entry} under the other record of the same person",
    "undo_merge": "put {entry} back under its former record",
    "import_game": "entered a game that was played elsewhere",
    "withdraw_game": "withdrew a game that was played elsewhere",
    "compare": "compared everything with the facts: {outcome}",
    "mend": "computed everything again from the facts: {outcome}",
}

STATES = {state.value: state.label.lower() for state in Registration.State}


def sentence(entry: JournalEntry, names: Mapping[int, str] | None = None) -> str:
    """One journal entry as a sentence. names: of the entries, by number; without them places are numbers, as formats
    call them.

    Fetch user__player, player, round, match, result and entry with it.
    """
    words = WORDS.get(entry.verb, entry.verb.replace("_", " "))
    table = f"table {entry.match.table}" if entry.match else ""
    result = entry.result.score if entry.result else ""
    about = {
        "entry": _name(entry, names),
        "round": f"round {entry.round.number}" if entry.round else "a round",
        "match": table, "result": result, "stage": entry.detail.get("title", ""), **_from_detail(entry.detail),
        **_bulk(entry),
    }  # fmt: skip
    reason = f" ({entry.reason})" if entry.reason else ""
    own = ", a match of their own" if entry.detail.get("own_match") else ""
    return with_names(f"{actor_name(entry)} {words.format(**about)}{own}{reason}.", names or {})


def _name(entry: JournalEntry, names: Mapping[int, str] | None) -> str:
    if entry.entry is None:
        return "somebody"
    return entry.entry.name if names is None else names[entry.entry.number]


def _from_detail(detail: dict[str, Any]) -> dict[str, object]:
    wish, before = detail.get("wish"), detail.get("before")
    found = detail.get("differences", 0)
    return {
        "missing": " and ".join(detail.get("missing", ())),
        "before": f"from {before} " if before else "", "undoes": detail.get("undoes"),
        "minutes": f"{detail.get('minutes', 0):+d}",
        "outcome": f"{found} {'difference' if found == 1 else 'differences'}" if found else "equal",
        "places": both(detail.get("places", ())), "number": detail.get("table"), "to": detail.get("to"),
        "wish": Wish.Kind(wish).label if wish else "",
        "cents": money_text(detail.get("cents", 0)),
        "line": detail.get("line"), "state": STATES.get(detail.get("state", ""), ""),
        **{name: detail.get(name, "") for name in ("basket", "memo", "prize", "method", "answer")},
    }  # fmt: skip


def _bulk(entry: JournalEntry) -> dict[str, object]:
    """How many things at once, which tables, and of an undoing what was left alone."""
    parts, kept = entry.detail.get("parts", ()), entry.detail.get("kept", ())
    found: dict[str, object] = {"parts": entry.detail.get("count", len(parts)), "undone": len(parts)}
    if bulk := BULKS.get(entry.verb):
        found["count"] = f"{len(parts)} {bulk.noun[len(parts) != 1]}"
    numbers = [str(table) for table in entry.detail.get("tables", ())]
    found["tables"] = f"table {numbers[0]}" if len(numbers) == 1 else f"tables {', '.join(numbers)}"
    found["kept"] = "; " + " ".join(kept).rstrip(".") if kept else ""
    return found
