"""The audit log in plain words: what happened here, and who did it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.text import capfirst

from games.engine.language import mark, say, say_number
from games.engine.messages import and_list, message_from
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.attendance.models import Attendance
from tournaments.audit_log import actor_name
from tournaments.checkin.bulk import BULKS
from tournaments.checkin.models import Wish
from tournaments.entry_names import entries_named
from tournaments.events.models import TIMES_ONLINE, Confirmation, Where
from tournaments.honours.wording import money_text
from tournaments.registration.models import PartnerAsk, Registration

WORDS: Mapping[str, str] = {
    Action.CREATE_EVENT: mark("{who} set up the event"),
    Action.DUPLICATE_EVENT: mark("{who} set up the event as a copy of an earlier one"),
    Action.USE_TEMPLATE: mark("{who} set up the event from a template"),
    Action.REPEAT_EVENT: mark("{who} set the event to repeat"),
    Action.EXPECT_REGULARS: mark("{who} added the regulars to the list"),
    Action.CHANGE_EVENT: mark("{who} changed {changes}"),
    Action.CANCEL_EVENT: mark("{who} canceled the event"),
    Action.RESTORE_EVENT: mark("{who} restored the event"),
    Action.SAVE_SETUP: mark("{who} changed the event setup"),
    Action.CHANGE_CLUB: mark("{who} changed the club’s time zone, and the event kept its local start time"),
    Action.RENAME_PLAYER: mark("{who} corrected a player’s name"),
    Action.SET_CRITERIA: mark("{who} changed the event’s ranking rules"),
    Action.SET_RULES: mark("{who} changed the house rules"),
    Action.IMPORT_ROSTER: mark("{who} imported a list of {entries}"),
    Action.REGISTER: mark("{who} entered {entry}"),
    Action.SET_REGISTRATION: mark("{who} set the registration dates and limit"),
    Action.OPEN_REGISTRATION: mark("{who} opened registration"),
    Action.CLOSE_REGISTRATION: mark("{who} closed registration"),
    Action.ASK_COMING: mark("{who} asked {asked} if they’re coming"),
    Action.ANSWER_COMING: mark("{who} answered “Are you coming?”: {answer}"),
    Action.SIGN_UP: mark("{who} added registration {line}: {state}"),
    Action.WITHDRAW_REGISTRATION: mark("{who} withdrew registration {line}: {state}"),
    Action.MOVE_UP: mark("{who} moved {entry} up from the waiting list"),
    Action.FOLLOW_CHECK_IN: mark("{who} updated registration {line} from the check-in list: {state}"),
    Action.LOOK_FOR_PARTNER: mark("{who} changed whether registration {line} needs a partner"),
    Action.ASK_PARTNER: mark("{who} sent a partner request for registration {line}"),
    Action.SIGN_UP_ASKING: mark("{who} registered and sent a partner request in registration {line}"),
    Action.TAKE_BACK_ASK: mark("{who} canceled the partner request for registration {line}"),
    Action.ANSWER_ASK: mark("{who} answered the partner request for registration {line}: {answer}"),
    Action.JOIN_SINGLES: mark("{who} paired 2 players without partners in registration {line}: {state}"),
    Action.ADD_SINGLE: mark("{who} added a player without a partner in registration {line}"),
    Action.MAKE_PAIRS: mark("{who} made balanced pairs ({parts} in total)"),
    Action.UNDO_PAIRS: mark("{who} undid {undone} of {parts} balanced pairs"),
    Action.GIVE_UP: mark("{who} withdrew {entry} from the event"),
    Action.WALK_IN: mark("{who} entered {entry} as a walk-in"),
    Action.CHECK_IN: mark("{who} checked in {entry}"),
    Action.ENTER_NAMES: mark("{who} entered a list of names"),
    Action.NOT_HERE: mark("{who} undid {entry}’s check-in"),
    Action.DROP_OUT: mark("{who} marked {entry} as gone"),
    Action.SUBSTITUTE: mark("{who} put in a substitute for {entry}"),
    Action.SET_SUB_EVENINGS: mark("{who} changed the nights they can substitute"),
    Action.FIND_SUB: mark("{who} asked for a substitute for {entry}"),
    Action.ASK_MORE_SUBS: mark("{who} asked more members to substitute for {entry}"),
    Action.ACCEPT_SUB: mark("{who} agreed to substitute for {entry}"),
    Action.DECLINE_SUB: mark("{who} said they can’t substitute for {entry}"),
    Action.CANCEL_SUB: mark("{who} canceled the request for a substitute for {entry}"),
    Action.EXPIRE_SUB: mark("{who} ended the request for a substitute for {entry}"),
    Action.SIT_IN: mark("{who} put in a substitute to finish {round} for {entry}"),
    Action.TAKE_PLACE: mark("{who} put {entry} in {places}’s seat at table {number} in {round}"),
    Action.JOIN_ROUND: mark("{who} seated {entry} at table {number} in {round}"),
    Action.PLAY_SHORT: mark("{who} let table {number} continue without {places} in {round}"),
    Action.NO_SHOW: mark("{who} marked {entry} as a no-show in {round}"),
    Action.TAKE_FEE: mark("{who} collected the fee from {entry}"),
    Action.ISSUE_PASS: mark("{who} created a personal link"),
    Action.ISSUE_PASSES: mark("{who} created new personal links for everyone"),
    Action.HANG_CODE: mark("{who} turned on the check-in code"),
    Action.TAKE_DOWN_CODE: mark("{who} turned off the check-in code"),
    Action.ARRIVE: mark("{who} checked in as {entry} with the check-in code"),
    Action.HAND_BACK: mark("{who} unlinked their phone from {entry}"),
    Action.REVOKE_ARRIVAL: mark("{who} revoked the link {entry} got with the check-in code"),
    Action.TRUST_ARRIVAL: mark("{who} marked {entry}’s phone as trusted"),
    Action.SAY_LATE: mark("{who} reported that {entry} will be late"),
    Action.SAY_LEAVING: mark("{who} reported that {entry} has to leave"),
    Action.TAKE_BACK_NOTICE: mark("{who} canceled the message from {entry}"),
    Action.AGREE_NOTICE: mark("{who} acknowledged the message from {entry}"),
    Action.DECLINE_NOTICE: mark("{who} asked {entry} to talk to an organizer about their message"),
    Action.KEEP_SEAT: mark("{who} let {entry} keep the same seat"),
    Action.FREE_SEAT: mark("{who} let {entry} change seats again"),
    Action.SET_WISH: mark("{who} added a seating request: {places} {wish}"),
    Action.DROP_WISH: mark("{who} removed a seating request: {places} {wish}"),
    Action.CLOSE_TABLE: mark("{who} closed table {number}"),
    Action.OPEN_TABLE: mark("{who} reopened table {number}"),
    Action.ADD_STAGE: mark("{who} added the stage {stage}"),
    Action.REMOVE_STAGE: mark("{who} removed the stage {stage}"),
    Action.SET_SEEDS: mark("{who} set the seeds for {stage}"),
    Action.BEGIN_STAGE: mark("{who} started {stage}"),
    Action.UNBEGIN_STAGE: mark("{who} undid the start of {stage}"),
    Action.DRAW_ROUND: mark("{who} drew {round}"),
    Action.BLANK_ROUND: mark("{who} seated everyone in {round} manually"),
    Action.SWAP_PLACES: mark("{who} swapped {places} in the draft of {round}"),
    Action.MOVE_TABLE: mark("{who} renumbered table {number} as table {to} in the draft of {round}"),
    Action.PUBLISH_ROUND: mark("{who} published {round}"),
    Action.OPEN_MATCH_TABLE: mark("{who} opened an online table for {match} in {round}"),
    Action.BEGIN_WITHOUT_MISSING: mark("{who} started {match} in {round} online, with a bot playing for {missing}"),
    Action.LEAVE_TO_ORGANIZER: mark("{who} left the online score for {match} in {round} for an organizer to enter"),
    Action.SEE_DEALS: mark("{who} viewed the cards for {round}"),
    Action.SHOW_BOARDS: mark("{who} viewed the cards on the boards"),
    Action.UNPUBLISH_ROUND: mark("{who} unpublished {round}"),
    Action.FINISH_EVENT: mark("{who} finished the event"),
    Action.REOPEN_EVENT: mark("{who} reopened the event"),
    Action.CLOSE_ROUND: mark("{who} closed {round}"),
    Action.OPEN_MATCH: mark("{who} called the players to {match} in {round}"),
    Action.CALL_OFF_MATCH: mark("{who} canceled the match at table {number} in {round} because a score changed"),
    Action.TAKE_BACK_START: mark("{who} undid the start of {stage}"),
    Action.START_CLOCK: mark("{who} started the clock for {round}"),
    Action.PAUSE_CLOCK: mark("{who} paused the clock for {round}"),
    Action.RESUME_CLOCK: mark("{who} resumed the clock for {round}"),
    Action.ADD_TIME: mark("{who} changed the time for {round} by {minutes} min"),
    Action.CALL_LAST_HAND: mark("{who} called the last hand in {round}"),
    Action.RECALL_LAST_HAND: mark("{who} undid the last-hand call in {round}"),
    Action.ANNOUNCE: mark("{who} posted an announcement"),
    Action.WITHDRAW_ANNOUNCEMENT: mark("{who} removed an announcement"),
    Action.RECORD_RESULT: mark("{who} reported {result} at {match} in {round}"),
    Action.CONFIRM_RESULT: mark("{who} confirmed {result} at {match} in {round}"),
    Action.DISPUTE_RESULT: mark("{who} disputed the score at {match} in {round}"),
    Action.CORRECT_RESULT: mark("{who} corrected the score at {match} in {round} to {result}"),
    Action.VOID_RESULT: mark("{who} voided the result at {match} in {round}"),
    Action.CALL_ORGANIZER: mark("{who} called an organizer to {match} in {round}"),
    Action.ANSWER_CALL: mark("{who} went to help at {match} in {round}"),
    Action.FINISH_CALL: mark("{who} answered the call from {match} in {round}"),
    Action.CANCEL_CALL: mark("{who} canceled the call from {match} in {round}"),
    Action.CHARGE_FINE: mark("{who} put {cents} into {basket}"),
    Action.UNDO_POSTING: mark("{who} undid a transaction: {memo}, {cents}"),
    Action.SET_PRIZE_PLAN: mark("{who} set the prize plan"),
    Action.NAME_WINNER: mark("{who} chose the winner of {prize}"),
    Action.DECIDE_TIE: mark("{who} broke a tie: {method}"),
    Action.SHOW_PRIZES: mark("{who} published the payouts"),
    Action.MARK_PAID: mark("{who} marked {cents} for {entry} as paid"),
    Action.UNMARK_PAID: mark("{who} marked {cents} for {entry} as not paid"),
    Action.PROPOSE_CHANGE: mark("{who} proposed a new result for {match} in {round} after payouts were published"),
    Action.AGREE_TO_CHANGE: mark("{who} approved a new result for {match} in {round} after payouts were published"),
    Action.DECLINE_CHANGE: mark("{who} declined a new result for {match} in {round}"),
    Action.REOPEN_RESULT: mark("{who} undid the decision about {match} in {round}"),
    Action.ACCEPT_ALL: mark("{who} accepted {count} at {tables} in {round}"),
    Action.VOID_MISSING: mark("{who} voided {tables} in {round}"),
    Action.FORFEIT_MISSING: mark("{who} recorded that no one played at {tables} in {round}"),
    Action.CHECK_IN_ALL: mark("{who} checked in the remaining {entries}"),
    Action.LEAVE_ALL: mark("{who} marked {entries} as no-shows"),
    Action.UNDO_BULK: mark("{who} undid {undone} of {parts} changes from log entry {undoes}{kept}"),
    Action.HAND_OVER_EVENT: mark("{who} handed the event over to a new host"),
    Action.MERGE_PLAYERS: mark("{who} merged {entry} into another record of the same person"),
    Action.AGREE_CLAIM: mark("{who} merged {entry} into another record of the same person"),
    Action.UNDO_MERGE: mark("{who} undid the merge of {entry}’s record"),
    Action.IMPORT_GAME: mark("{who} entered a game played elsewhere"),
    Action.WITHDRAW_GAME: mark("{who} removed a game played elsewhere"),
    Action.COMPARE: mark("{who} checked the results and standings against the reported scores: {outcome}"),
    Action.MEND: mark("{who} recalculated the results and standings from the reported scores: {outcome}"),
}

CHANGES: Mapping[str, str] = {
    "name": mark("the name from “{before}” to “{after}”"),
    "starts_at": mark("the start time from {before} to {after}"),
    "venue": mark("the venue from {before} to {after}"),
    "fee": mark("the entry fee from {before} to {after}"),
    "confirmation": mark("the setting for phone score slips from “{before}” to “{after}”"),
    "where": mark("the “In person or online” setting from “{before}” to “{after}”"),
    "time_online": mark("the online time limit for a bid or a card from “{before}” to “{after}”"),
    "ask_days_before": mark("how many days ahead players are asked if they’re coming, from {before} to {after}"),
    "is_watchable": mark("the setting for spectators at online tables from {before} to {after}"),
}
"""The settings of an event, by their names in the log."""

CORRECTED_FROM = mark("{who} corrected the score at {match} in {round} from {before} to {result}")


def sentence(entry: AuditLogEntry, names: Mapping[int, str] | None = None) -> str:
    """One log entry as a sentence. names: of the entries, by number; without them places are numbers, as formats
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
        "changes": _changes(entry.detail),
        **_from_detail(entry.detail, names or {}),
        **_bulk(entry, names or {}),
    }
    said = say(words, **about)
    if entry.detail.get("own_match"):
        said = say("{said}, as a player in the match", said=said)
    reason = f" ({entry.reason})" if entry.reason else ""
    return f"{capfirst(said)}{reason}."


def _changes(detail: dict[str, Any]) -> str:
    """Which settings were changed, from what to what, by the club's clock of that time."""
    zone, changed = detail.get("zone", "UTC"), detail.get("changed", {})
    values = {name: [_setting(name, value, zone) for value in changed[name]] for name in CHANGES if name in changed}
    return "; ".join(say(CHANGES[name], before=before, after=after) for name, (before, after) in values.items())


def _setting(name: str, value: Any, zone: str) -> str:
    if name == "starts_at":
        return date_format(datetime.fromisoformat(value).astimezone(ZoneInfo(zone)), "LONG_MOMENT")
    if name == "fee":
        return money_text(value)
    if name == "ask_days_before":
        return say("none") if value is None else str(value)
    if name == "is_watchable":
        return say("yes") if value else say("no")
    labels = {"confirmation": Confirmation.choices, "where": Where.choices, "time_online": TIMES_ONLINE}
    if name in labels:
        return str(dict(labels[name]).get(value, value))
    return value or say("no venue")


def _name(entry: AuditLogEntry, names: Mapping[int, str] | None) -> str:
    if entry.entry is None:
        return say("someone")
    return entry.entry.name if names is None else names[entry.entry.number]


def _from_detail(detail: dict[str, Any], names: Mapping[int, str]) -> dict[str, object]:
    differences, missing, wish, state, answer = (
        detail.get(name) for name in ("differences", "missing", "wish", "state", "answer")
    )
    return {
        "missing": and_list(missing) if missing else "",
        "before": detail.get("before"),
        "undoes": detail.get("undoes"),
        "minutes": f"{detail.get('minutes', 0):+d}",
        "outcome": say_number("{number} difference", "{number} differences", differences)
        if differences
        else say("no differences"),
        "places": entries_named(detail.get("places", ()), names),
        "number": detail.get("table"),
        "to": detail.get("to"),
        "wish": Wish.Kind(wish).label if wish else "",
        "cents": money_text(detail.get("cents", 0)),
        "line": detail.get("line"),
        "state": Registration.State(state).label.lower() if state in Registration.State.values else "",
        "memo": message_from(detail.get("memo", "")).render(names),
        "method": message_from(detail.get("method", "")),
        "answer": _answer(answer),
        "asked": say_number("{number} player", "{number} players", int(detail.get("count", 0))),
        **{name: detail.get(name, "") for name in ("basket", "prize")},
    }


def _answer(answer: Any) -> Any:
    for answers in (PartnerAsk.State, Attendance.Answer):
        if answer in answers.values:
            return answers(answer).label.lower()
    return answer


def _bulk(entry: AuditLogEntry, names: Mapping[int, str]) -> dict[str, object]:
    """How many things at once, which tables, and of an undoing what was left alone."""
    parts, left = entry.detail.get("parts", ()), entry.detail.get("kept", ())
    values: dict[str, object] = {"parts": entry.detail.get("count", len(parts)), "undone": len(parts)}
    entries = len(entry.detail.get("report", parts))
    values["entries"] = say_number("{number} entry", "{number} entries", entries)
    if bulk := BULKS.get(entry.action):
        values["count"] = bulk.things_text(len(parts))
    numbers = [str(table) for table in entry.detail.get("tables", ())]
    values["tables"] = say("tables {numbers}", numbers=", ".join(numbers))
    if len(numbers) == 1:
        values["tables"] = say("table {number}", number=numbers[0])
    values["kept"] = "; " + " ".join(message_from(kept).render(names) for kept in left).rstrip(".") if left else ""
    return values
