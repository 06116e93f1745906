"""The journal in plain words: what happened here, and who did it."""

from collections.abc import Mapping
from typing import Any

from games.engine.language import mark, say, say_number
from tournaments.formats.kept import said_list, told, told_value
from tournaments.honours.wording import money_text
from tournaments.models import JournalEntry, PartnerAsk, Registration, Wish
from tournaments.services.attendance.bulk import BULKS
from tournaments.services.names import with_names
from tournaments.services.nights.places import both
from tournaments.services.nights.rounds import actor_name

WORDS = {
    "create_event": mark("{who} set up the event"),
    "set_criteria": mark("{who} changed what ranks the event"),
    "import_roster": mark("{who} imported a list of players"),
    "register": mark("{who} entered {entry}"),
    "set_registration": mark("{who} set when and for how many registration is open"),
    "open_registration": mark("{who} opened registration"),
    "close_registration": mark("{who} closed registration"),
    "sign_up": mark("{who} made registration {line}: {state}"),
    "withdraw_registration": mark("{who} withdrew from registration {line}: {state}"),
    "move_up": mark("{who} moved {entry} up from the waiting list"),
    "follow_door": mark("{who} brought registration {line} up to date with the check-in list: {state}"),
    "look_for_partner": mark("{who} said for registration {line} whether a partner is looked for"),
    "ask_partner": mark("{who} asked somebody to be the partner in registration {line}"),
    "sign_up_asking": mark("{who} registered with somebody who was asked: registration {line}"),
    "take_back_ask": mark("{who} took back what was asked for registration {line}"),
    "answer_ask": mark("{who} answered who was asked for registration {line}: {answer}"),
    "join_singles": mark("{who} joined two without a partner in registration {line}: {state}"),
    "give_up": mark("{who} gave the entry of {entry} up"),
    "walk_in": mark("{who} entered {entry} as a walk-in"),
    "check_in": mark("{who} checked in {entry}"),
    "enter_names": mark("{who} entered a list of names"),
    "not_here": mark("{who} took the tick for {entry} back"),
    "drop_out": mark("{who} marked {entry} as gone"),
    "substitute": mark("{who} put a substitute in for {entry}"),
    "sit_in": mark("{who} let somebody play {round} out for {entry}"),
    "take_place": mark("{who} gave {entry} the place of {places} at table {number} in {round}"),
    "join_round": mark("{who} seated {entry} at table {number} in {round}"),
    "play_short": mark("{who} let table {number} go on without {places} in {round}"),
    "no_show": mark("{who} noted that {entry} did not play in {round}"),
    "take_fee": mark("{who} took the fee of {entry}"),
    "issue_pass": mark("{who} made a personal link"),
    "issue_passes": mark("{who} made new personal links for everybody"),
    "hang_code": mark("{who} hung a check-in code on the wall"),
    "take_down_code": mark("{who} took the check-in code down"),
    "arrive": mark("{who} came in by the code on the wall for {entry}"),
    "say_late": mark("{who} said that {entry} comes late"),
    "say_leaving": mark("{who} said that {entry} has to leave"),
    "take_back_notice": mark("{who} took back what was said of {entry}"),
    "agree_notice": mark("{who} noted what {entry} said"),
    "decline_notice": mark("{who} asked {entry} to talk about it first"),
    "keep_seat": mark("{who} noted that {entry} keeps table and chair"),
    "free_seat": mark("{who} noted that {entry} may change seats again"),
    "set_wish": mark("{who} noted that {places} {wish}"),
    "drop_wish": mark("{who} struck out that {places} {wish}"),
    "close_table": mark("{who} closed table {number}"),
    "open_table": mark("{who} opened table {number} again"),
    "add_stage": mark("{who} added the stage {stage}"),
    "remove_stage": mark("{who} took the stage {stage} out"),
    "begin_stage": mark("{who} began {stage}"),
    "unbegin_stage": mark("{who} took the beginning of {stage} back"),
    "draw_round": mark("{who} drew {round}"),
    "blank_round": mark("{who} made {round} by hand"),
    "swap_places": mark("{who} swapped {places} in the draft of {round}"),
    "move_table": mark("{who} made table {number} table {to} in the draft of {round}"),
    "publish_round": mark("{who} published {round}"),
    "open_match_table": mark("{who} opened a table online for {match} in {round}"),
    "begin_without_missing": mark("{who} began {match} in {round} online, where a bot plays for {missing}"),
    "leave_to_organizer": mark("{who} left the score of {match} in {round}, played online, to an organizer"),
    "unpublish_round": mark("{who} took {round} back"),
    "finish_event": mark("{who} finished the event"),
    "reopen_event": mark("{who} opened the event again"),
    "close_round": mark("{who} closed {round}"),
    "start_clock": mark("{who} started the clock of {round}"),
    "pause_clock": mark("{who} paused the clock of {round}"),
    "resume_clock": mark("{who} let the clock of {round} run on"),
    "add_time": mark("{who} changed the time of {round} by {minutes} minutes"),
    "call_last_hand": mark("{who} called the last hand of {round}"),
    "recall_last_hand": mark("{who} took the call of the last hand of {round} back"),
    "announce": mark("{who} announced something"),
    "withdraw_announcement": mark("{who} took an announcement down"),
    "record_result": mark("{who} reported {result} at {match} in {round}"),
    "confirm_result": mark("{who} confirmed {result} at {match} in {round}"),
    "dispute_result": mark("{who} disputed the score of {match} in {round}"),
    "correct_result": mark("{who} corrected {match} in {round} to {result}"),
    "void_result": mark("{who} declared {match} in {round} void"),
    "charge_fine": mark("{who} put {cents} into {basket}"),
    "undo_posting": mark("{who} took back: {memo}, {cents}"),
    "set_prize_plan": mark("{who} set what the prizes are"),
    "name_winner": mark("{who} named who won {prize}"),
    "decide_tie": mark("{who} decided a tie by {method}"),
    "show_prizes": mark("{who} showed the prizes"),
    "mark_paid": mark("{who} ticked {cents} for {entry} as paid"),
    "unmark_paid": mark("{who} took the tick at {cents} for {entry} off"),
    "propose_change": mark("{who} asked a second official to agree to another result of {match} in {round}"),
    "agree_to_change": mark("{who} agreed to another result of {match} in {round}, after the prizes were shown"),
    "decline_change": mark("{who} declined another result of {match} in {round}"),
    "reopen_result": mark("{who} took the decision about {match} in {round} back"),
    "accept_all": mark("{who} accepted {count} at once in {round}: {tables}"),
    "void_missing": mark("{who} declared {tables} in {round} void at once"),
    "forfeit_missing": mark("{who} noted at once that nobody played at {tables} in {round}"),
    "check_in_all": mark("{who} checked in everybody who was not here yet: {count}"),
    "leave_all": mark("{who} marked everybody who had not come as gone: {count}"),
    "undo_bulk": mark("{who} undid number {undoes} of this list, {undone} of {parts} parts{kept}"),
    "hand_over_event": mark("{who} handed the event over to somebody else"),
    "merge_players": mark("{who} put {entry} under the other record of the same person"),
    "agree_claim": mark("{who} put {entry} under the other record of the same person"),
    "undo_merge": mark("{who} put {entry} back under its former record"),
    "import_game": mark("{who} entered a game that was played elsewhere"),
    "withdraw_game": mark("{who} withdrew a game that was played elsewhere"),
    "compare": mark("{who} compared everything with the facts: {outcome}"),
    "mend": mark("{who} computed everything again from the facts: {outcome}"),
}

CORRECTED_FROM = mark("{who} corrected {match} in {round} from {before} to {result}")


def sentence(entry: JournalEntry, names: Mapping[int, str] | None = None) -> str:
    """One journal entry as a sentence. names: of the entries, by number; without them places are numbers, as formats
    call them.

    Fetch user__player, player, round, match, result and entry with it.
    """
    words = WORDS.get(entry.verb, f"{{who}} {entry.verb.replace('_', ' ')}")
    if entry.verb == "correct_result" and entry.detail.get("before"):
        words = CORRECTED_FROM
    about = {
        "who": actor_name(entry),
        "entry": _name(entry, names),
        "round": say("round {number}", number=entry.round.number) if entry.round else say("a round"),
        "match": say("table {number}", number=entry.match.table) if entry.match else "",
        "result": entry.result.score if entry.result else "",
        "stage": say(entry.detail.get("title", "")), **_from_detail(entry.detail), **_bulk(entry),
    }  # fmt: skip
    said = say(words, **about)
    if entry.detail.get("own_match"):
        said = say("{said}, a match of their own", said=said)
    reason = f" ({entry.reason})" if entry.reason else ""
    return with_names(f"{said}{reason}.", names or {})


def _name(entry: JournalEntry, names: Mapping[int, str] | None) -> str:
    if entry.entry is None:
        return say("somebody")
    return entry.entry.name if names is None else names[entry.entry.number]


def _from_detail(detail: dict[str, Any]) -> dict[str, object]:
    found, missing, wish, state, answer = (
        detail.get(name) for name in ("differences", "missing", "wish", "state", "answer")
    )
    return {
        "missing": said_list(missing) if missing else "", "before": detail.get("before"),
        "undoes": detail.get("undoes"), "minutes": f"{detail.get('minutes', 0):+d}",
        "outcome": say_number("{number} difference", "{number} differences", found) if found else say("equal"),
        "places": both(detail.get("places", ())), "number": detail.get("table"), "to": detail.get("to"),
        "wish": Wish.Kind(wish).label if wish else "",
        "cents": money_text(detail.get("cents", 0)),
        "line": detail.get("line"),
        "state": Registration.State(state).label.lower() if state in Registration.State.values else "",
        "memo": told(detail.get("memo", "")), "method": told_value(detail.get("method", "")),
        "answer": PartnerAsk.State(answer).label.lower() if answer in PartnerAsk.State.values else answer,
        **{name: detail.get(name, "") for name in ("basket", "prize")},
    }  # fmt: skip


def _bulk(entry: JournalEntry) -> dict[str, object]:
    """How many things at once, which tables, and of an undoing what was left alone."""
    parts, kept = entry.detail.get("parts", ()), entry.detail.get("kept", ())
    found: dict[str, object] = {"parts": entry.detail.get("count", len(parts)), "undone": len(parts)}
    if bulk := BULKS.get(entry.verb):
        found["count"] = bulk.things_text(len(parts))
    numbers = [str(table) for table in entry.detail.get("tables", ())]
    found["tables"] = say("tables {numbers}", numbers=", ".join(numbers))
    if len(numbers) == 1:
        found["tables"] = say("table {number}", number=numbers[0])
    found["kept"] = "; " + " ".join(map(told, kept)).rstrip(".") if kept else ""
    return found
