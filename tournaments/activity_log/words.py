"""The journal in plain words: what happened here, and who did it."""

from collections.abc import Mapping
from typing import Any

from games.engine.language import mark, say, say_number
from games.engine.messages import and_list, message_from
from tournaments.activity_log.models import Action, JournalEntry
from tournaments.audit_log import actor_name
from tournaments.checkin.bulk import BULKS
from tournaments.checkin.models import Wish
from tournaments.entry_names import entries_named
from tournaments.honours.wording import money_text
from tournaments.registration.models import PartnerAsk, Registration

WORDS: Mapping[str, str] = {
    Action.CREATE_EVENT: mark("{who} set up the event"),
    Action.SAVE_SETUP: mark("{who} changed the set-up of the event"),
    Action.SET_CRITERIA: mark("{who} changed what ranks the event"),
    Action.SET_RULES: mark("{who} changed the house rules"),
    Action.IMPORT_ROSTER: mark("{who} imported a list of players"),
    Action.REGISTER: mark("{who} entered {entry}"),
    Action.SET_REGISTRATION: mark("{who} set when and for how many registration is open"),
    Action.OPEN_REGISTRATION: mark("{who} opened registration"),
    Action.CLOSE_REGISTRATION: mark("{who} closed registration"),
    Action.SIGN_UP: mark("{who} made registration {line}: {state}"),
    Action.WITHDRAW_REGISTRATION: mark("{who} withdrew from registration {line}: {state}"),
    Action.MOVE_UP: mark("{who} moved {entry} up from the waiting list"),
    Action.FOLLOW_DOOR: mark("{who} brought registration {line} up to date with the check-in list: {state}"),
    Action.LOOK_FOR_PARTNER: mark("{who} said for registration {line} whether a partner is looked for"),
    Action.ASK_PARTNER: mark("{who} asked somebody to be the partner in registration {line}"),
    Action.SIGN_UP_ASKING: mark("{who} registered with somebody who was asked: registration {line}"),
    Action.TAKE_BACK_ASK: mark("{who} took back what was asked for registration {line}"),
    Action.ANSWER_ASK: mark("{who} answered who was asked for registration {line}: {answer}"),
    Action.JOIN_SINGLES: mark("{who} joined two without a partner in registration {line}: {state}"),
    Action.GIVE_UP: mark("{who} gave the entry of {entry} up"),
    Action.WALK_IN: mark("{who} entered {entry} as a walk-in"),
    Action.CHECK_IN: mark("{who} checked in {entry}"),
    Action.ENTER_NAMES: mark("{who} entered a list of names"),
    Action.NOT_HERE: mark("{who} took the tick for {entry} back"),
    Action.DROP_OUT: mark("{who} marked {entry} as gone"),
    Action.SUBSTITUTE: mark("{who} put a substitute in for {entry}"),
    Action.SIT_IN: mark("{who} let somebody play {round} out for {entry}"),
    Action.TAKE_PLACE: mark("{who} gave {entry} the place of {places} at table {number} in {round}"),
    Action.JOIN_ROUND: mark("{who} seated {entry} at table {number} in {round}"),
    Action.PLAY_SHORT: mark("{who} let table {number} go on without {places} in {round}"),
    Action.NO_SHOW: mark("{who} noted that {entry} did not play in {round}"),
    Action.TAKE_FEE: mark("{who} took the fee of {entry}"),
    Action.ISSUE_PASS: mark("{who} made a personal link"),
    Action.ISSUE_PASSES: mark("{who} made new personal links for everybody"),
    Action.HANG_CODE: mark("{who} hung a check-in code on the wall"),
    Action.TAKE_DOWN_CODE: mark("{who} took the check-in code down"),
    Action.ARRIVE: mark("{who} came in by the code on the wall for {entry}"),
    Action.HAND_BACK: mark("{who} handed back a name of {entry}, taken by the code on the wall"),
    Action.REVOKE_ARRIVAL: mark("{who} revoked a link of {entry}, made by the code on the wall"),
    Action.TRUST_ARRIVAL: mark("{who} trusted a phone of {entry}"),
    Action.SAY_LATE: mark("{who} said that {entry} comes late"),
    Action.SAY_LEAVING: mark("{who} said that {entry} has to leave"),
    Action.TAKE_BACK_NOTICE: mark("{who} took back what was said of {entry}"),
    Action.AGREE_NOTICE: mark("{who} noted what {entry} said"),
    Action.DECLINE_NOTICE: mark("{who} asked {entry} to talk about it first"),
    Action.KEEP_SEAT: mark("{who} noted that {entry} keeps table and chair"),
    Action.FREE_SEAT: mark("{who} noted that {entry} may change seats again"),
    Action.SET_WISH: mark("{who} noted that {places} {wish}"),
    Action.DROP_WISH: mark("{who} struck out that {places} {wish}"),
    Action.CLOSE_TABLE: mark("{who} closed table {number}"),
    Action.OPEN_TABLE: mark("{who} opened table {number} again"),
    Action.ADD_STAGE: mark("{who} added the stage {stage}"),
    Action.REMOVE_STAGE: mark("{who} took the stage {stage} out"),
    Action.BEGIN_STAGE: mark("{who} began {stage}"),
    Action.UNBEGIN_STAGE: mark("{who} took the beginning of {stage} back"),
    Action.DRAW_ROUND: mark("{who} drew {round}"),
    Action.BLANK_ROUND: mark("{who} made {round} by hand"),
    Action.SWAP_PLACES: mark("{who} swapped {places} in the draft of {round}"),
    Action.MOVE_TABLE: mark("{who} made table {number} table {to} in the draft of {round}"),
    Action.PUBLISH_ROUND: mark("{who} published {round}"),
    Action.OPEN_MATCH_TABLE: mark("{who} opened a table online for {match} in {round}"),
    Action.BEGIN_WITHOUT_MISSING: mark("{who} began {match} in {round} online, where a bot plays for {missing}"),
    Action.LEAVE_TO_ORGANIZER: mark("{who} left the score of {match} in {round}, played online, to an organizer"),
    Action.SEE_DEALS: mark("{who} looked at the cards of {round}"),
    Action.UNPUBLISH_ROUND: mark("{who} took {round} back"),
    Action.FINISH_EVENT: mark("{who} finished the event"),
    Action.REOPEN_EVENT: mark("{who} opened the event again"),
    Action.CLOSE_ROUND: mark("{who} closed {round}"),
    Action.START_CLOCK: mark("{who} started the clock of {round}"),
    Action.PAUSE_CLOCK: mark("{who} paused the clock of {round}"),
    Action.RESUME_CLOCK: mark("{who} let the clock of {round} run on"),
    Action.ADD_TIME: mark("{who} changed the time of {round} by {minutes} minutes"),
    Action.CALL_LAST_HAND: mark("{who} called the last hand of {round}"),
    Action.RECALL_LAST_HAND: mark("{who} took the call of the last hand of {round} back"),
    Action.ANNOUNCE: mark("{who} announced something"),
    Action.WITHDRAW_ANNOUNCEMENT: mark("{who} took an announcement down"),
    Action.RECORD_RESULT: mark("{who} reported {result} at {match} in {round}"),
    Action.CONFIRM_RESULT: mark("{who} confirmed {result} at {match} in {round}"),
    Action.DISPUTE_RESULT: mark("{who} disputed the score of {match} in {round}"),
    Action.CORRECT_RESULT: mark("{who} corrected {match} in {round} to {result}"),
    Action.VOID_RESULT: mark("{who} declared {match} in {round} void"),
    Action.CHARGE_FINE: mark("{who} put {cents} into {basket}"),
    Action.UNDO_POSTING: mark("{who} took back: {memo}, {cents}"),
    Action.SET_PRIZE_PLAN: mark("{who} set what the prizes are"),
    Action.NAME_WINNER: mark("{who} named who won {prize}"),
    Action.DECIDE_TIE: mark("{who} decided a tie by {method}"),
    Action.SHOW_PRIZES: mark("{who} showed the prizes"),
    Action.MARK_PAID: mark("{who} ticked {cents} for {entry} as paid"),
    Action.UNMARK_PAID: mark("{who} took the tick at {cents} for {entry} off"),
    Action.PROPOSE_CHANGE: mark("{who} asked a second official to agree to another result of {match} in {round}"),
    Action.AGREE_TO_CHANGE: mark("{who} agreed to another result of {match} in {round}, after the prizes were shown"),
    Action.DECLINE_CHANGE: mark("{who} declined another result of {match} in {round}"),
    Action.REOPEN_RESULT: mark("{who} took the decision about {match} in {round} back"),
    Action.ACCEPT_ALL: mark("{who} accepted {count} at once in {round}: {tables}"),
    Action.VOID_MISSING: mark("{who} declared {tables} in {round} void at once"),
    Action.FORFEIT_MISSING: mark("{who} noted at once that nobody played at {tables} in {round}"),
    Action.CHECK_IN_ALL: mark("{who} checked in everybody who was not here yet: {count}"),
    Action.LEAVE_ALL: mark("{who} marked everybody who had not come as gone: {count}"),
    Action.UNDO_BULK: mark("{who} undid number {undoes} of this list, {undone} of {parts} parts{kept}"),
    Action.HAND_OVER_EVENT: mark("{who} handed the event over to somebody else"),
    Action.MERGE_PLAYERS: mark("{who} put {entry} under the other record of the same person"),
    Action.AGREE_CLAIM: mark("{who} put {entry} under the other record of the same person"),
    Action.UNDO_MERGE: mark("{who} put {entry} back under its former record"),
    Action.IMPORT_GAME: mark("{who} entered a game that was played elsewhere"),
    Action.WITHDRAW_GAME: mark("{who} withdrew a game that was played elsewhere"),
    Action.COMPARE: mark("{who} compared everything with the facts: {outcome}"),
    Action.MEND: mark("{who} computed everything again from the facts: {outcome}"),
}

CORRECTED_FROM = mark("{who} corrected {match} in {round} from {before} to {result}")


def sentence(entry: JournalEntry, names: Mapping[int, str] | None = None) -> str:
    """One journal entry as a sentence. names: of the entries, by number; without them places are numbers, as formats
    call them.

    Fetch user__player, player, round, match, result and entry with it.
    """
    words = WORDS.get(entry.action, f"{{who}} {entry.action.replace('_', ' ')}")
    if entry.action == Action.CORRECT_RESULT and entry.detail.get("before"):
        words = CORRECTED_FROM
    about = {
        "who": actor_name(entry),
        "entry": _name(entry, names),
        "round": say("round {number}", number=entry.round.number) if entry.round else say("a round"),
        "match": say("table {number}", number=entry.match.table) if entry.match else "",
        "result": entry.result.score if entry.result else "",
        "stage": say(entry.detail.get("title", "")),
        **_from_detail(entry.detail, names or {}),
        **_bulk(entry, names or {}),
    }
    said = say(words, **about)
    if entry.detail.get("own_match"):
        said = say("{said}, a match of their own", said=said)
    reason = f" ({entry.reason})" if entry.reason else ""
    return f"{said}{reason}."


def _name(entry: JournalEntry, names: Mapping[int, str] | None) -> str:
    if entry.entry is None:
        return say("somebody")
    return entry.entry.name if names is None else names[entry.entry.number]


def _from_detail(detail: dict[str, Any], names: Mapping[int, str]) -> dict[str, object]:
    found, missing, wish, state, answer = (
        detail.get(name) for name in ("differences", "missing", "wish", "state", "answer")
    )
    return {
        "missing": and_list(missing) if missing else "",
        "before": detail.get("before"),
        "undoes": detail.get("undoes"),
        "minutes": f"{detail.get('minutes', 0):+d}",
        "outcome": say_number("{number} difference", "{number} differences", found) if found else say("equal"),
        "places": entries_named(detail.get("places", ()), names),
        "number": detail.get("table"),
        "to": detail.get("to"),
        "wish": Wish.Kind(wish).label if wish else "",
        "cents": money_text(detail.get("cents", 0)),
        "line": detail.get("line"),
        "state": Registration.State(state).label.lower() if state in Registration.State.values else "",
        "memo": message_from(detail.get("memo", "")).render(names),
        "method": message_from(detail.get("method", "")),
        "answer": PartnerAsk.State(answer).label.lower() if answer in PartnerAsk.State.values else answer,
        **{name: detail.get(name, "") for name in ("basket", "prize")},
    }


def _bulk(entry: JournalEntry, names: Mapping[int, str]) -> dict[str, object]:
    """How many things at once, which tables, and of an undoing what was left alone."""
    parts, left = entry.detail.get("parts", ()), entry.detail.get("kept", ())
    found: dict[str, object] = {"parts": entry.detail.get("count", len(parts)), "undone": len(parts)}
    if bulk := BULKS.get(entry.action):
        found["count"] = bulk.things_text(len(parts))
    numbers = [str(table) for table in entry.detail.get("tables", ())]
    found["tables"] = say("tables {numbers}", numbers=", ".join(numbers))
    if len(numbers) == 1:
        found["tables"] = say("table {number}", number=numbers[0])
    found["kept"] = "; " + " ".join(message_from(one).render(names) for one in left).rstrip(".") if left else ""
    return found
