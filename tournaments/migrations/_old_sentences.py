"""The English sentences that columns of text held before they held messages, and how they become messages.

Frozen: what a sentence said then stays here as it was, whatever the site says today. A text is read by the sentences
that are known here; what none of them fits, as the words of people, is kept word for word.
"""

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from decimal import Decimal
from functools import cache
from string import Formatter
from typing import Any, NamedTuple

MOST_LETTERS = 50_000
"""A longer text is no sentence of the site's."""
_ENTRY = r"(?:No\. \d+|house player \d+)"
_SENTENCE_END = r"(?<!\bNo)\. "
_VALUES = {
    "number": r"-?\d+",
    **dict.fromkeys(("entry", "other"), _ENTRY),
    **dict.fromkeys(("entries", "others"), rf"{_ENTRY}(?:(?:, | and ){_ENTRY})*"),
    **dict.fromkeys(("count", "total"), r"-?\d+(?:/\d+)?"),
    **dict.fromkeys(("money", "fee", "sum", "each", "extra", "rest"), r"\d+\.\d\d"),
    "percent": r"\d+(?:\.\d+)? %",
    "score": r"−?\d[−–:\d/ ]*|\w+",
    "less": r"−?\d[\d/ ]*(?:\.\d %)?",
    "ordinal": r"\d+(?:st|nd|rd|th)",
    **dict.fromkeys(("name", "label", "refusal"), ".+?"),
}
"""What a value can be, by its name. A name or label is what people typed: nothing in it is read. A refusal is a text of
its own."""
_ANY_VALUE = rf"(?:(?!{_SENTENCE_END}).)+?"
_ORDINAL = re.compile(_VALUES["ordinal"])
_FIGURE = re.compile(r"[-−+]?\d+(\.\d+)?( %)?")
_EXACT = re.compile(r"(−?)(\d+)(?: (\d+)/(\d+))?|(−?)(\d+)/(\d+)")
_PLAIN = re.compile(rf"{_FIGURE.pattern}|{_ENTRY}|{_ORDINAL.pattern}")
_RULE = "“{rule}” ({whom})"
_RULES = {
    "“{rule}” ({whom}) and “{second}” ({whom_2})",
    "“{rule}” ({whom}) and “{second}” ({whom_2}) and “{third}” ({whom_3})",
}
NOTHING = ["", {}]
PEOPLE = {"Buchholz", "Sonneborn-Berger"}
HOUSE = 0


class Known(NamedTuple):
    template: str
    pattern: re.Pattern[str]
    literal: int


def message(text: str) -> list[Any]:
    """A text of a column as a message is kept."""
    if not text:
        return NOTHING
    parts = _sentences(text) if len(text) <= MOST_LETTERS else []
    if not parts or not any(isinstance(one, list) for one in parts):
        return ["{text}", {"text": text}]
    return parts[0] if len(parts) == 1 else ["{text}", {"text": {"joined": [" ", *parts]}}]


def of_standings(text: str) -> list[Any]:
    """The same for a reason of an event's standings, of which one reads like a reason of a season's table."""
    data = message(text)
    difference = data[1].get("difference")
    if isinstance(difference, list) and difference[0] == "{more} to {less} on point difference":
        values = difference[1] | {"criterion": {"name": "Point difference"}}
        data[1]["difference"] = ["{more} to {less} on {criterion}", values]
    return data


def english(data: Any) -> str:
    """A message as the text that it was before."""
    if isinstance(data, str):
        return data
    template, values = data
    said = {name: _english_value(value) for name, value in values.items()}
    return re.sub(r"\{(\w+)(?:!r)?\}", lambda found: said.get(found[1], found[0]), template) if said else str(template)


def journal_detail(verb: str, detail: Mapping[str, Any]) -> dict[str, Any]:
    """The detail of an entry of the journal, with messages in the place of texts."""
    new = dict(detail)
    if verb == "undo_posting" and isinstance(new.get("memo"), str):
        new["memo"] = message(new["memo"])
    if verb == "decide_tie" and isinstance(new.get("method"), str):
        new["method"] = ["{text}", {"text": {"name": WORDS.get(new["method"], new["method"])}}]
    name = {
        "undo_bulk": "kept",
        "compare": "found",
        "mend": "found",
        "import_roster": "report",
        "enter_names": "report",
    }.get(verb, "")
    if isinstance(new.get(name), list):
        new[name] = messages(new[name])
    return new


def messages(found: list[Any]) -> list[Any]:
    return [message(one) if isinstance(one, str) else one for one in found]


def settled(data: dict[str, Any]) -> dict[str, Any]:
    """A settlement as it was shown."""
    new = data | {"explanations": messages(data.get("explanations", []))}
    new["payouts"] = [
        payout | {name: message(payout[name]) for name in ("title", "reason") if isinstance(payout.get(name), str)}
        for payout in data.get("payouts", [])
    ]
    return new


def digest_of(data: Mapping[str, Any]) -> str:
    """Of a settlement."""
    return hashlib.sha256(json.dumps(data, sort_keys=True, separators=(",", ":")).encode()).hexdigest()


def frozen(data: dict[str, Any]) -> dict[str, Any]:
    """A closed period of a jackpot."""
    prizes = [
        [*one[:2], *(message(text) if isinstance(text, str) else text for text in one[2:])] for one in data["prizes"]
    ]
    return data | {"prizes": prizes}


def _sentences(text: str) -> list[Any]:
    """The sentences of a text, each as a message or, where it is none, as the text that it is."""
    found = _read(text, False)
    if found:
        return [_again(*found)]
    end = re.search(_SENTENCE_END, text)
    if not end:
        return [text]
    return [*_sentences(text[: end.start() + 1]), *_sentences(text[end.end() :])]


def _again(one: Known, values: dict[str, str]) -> list[Any]:
    return [one.template, {name: _value(name, text, one.template, values) for name, text in values.items()}]


def _value(name: str, text: str, template: str, values: Mapping[str, str]) -> Any:
    if name in ("name", "label"):
        return text
    if name == "refusal":
        return message(text)
    if name == "rules" and (found := _read(text, True)) and found[0].template in _RULES:
        return {"list": _rules(found[1])}
    if name == "criteria" and text in WORDS:
        return {"list": [{"name": WORDS[text]}]}
    is_difference = "more" in values and "less" in values
    if (name == "score" or (name in ("more", "less") and is_difference)) and (exact := _exact(text)):
        return exact
    return _plain_value(text)


def _rules(values: Mapping[str, str]) -> list[Any]:
    pairs = (("rule", "whom"), ("second", "whom_2"), ("third", "whom_3"))
    return [
        [_RULE, {"rule": _plain_value(values[rule]), "whom": _plain_value(values[whom])}]
        for rule, whom in pairs
        if rule in values
    ]


def _plain_value(text: str) -> Any:
    if text in WORDS:
        return {"name": WORDS[text]}
    if figure := _figure(text):
        return figure[0]
    if "; " in text and all(re.fullmatch(_VALUES["entries"], part) for part in text.split("; ")):
        return {"joined": ["; ", *map(_plain_value, text.split("; "))]}
    parts = re.split(", | and ", text)
    found = None if len(parts) > 1 and all(map(_is_plain, parts)) else _read(text, True)
    if found:
        return _again(*found)
    if len(parts) == 1 or not all(_is_plain(part) or _read(part, True) for part in parts):
        return text
    read = list(map(_plain_value, parts))
    return {"list": read} if " and " in text else {"joined": [", ", *read]}


def _figure(text: str) -> tuple[Any] | None:
    """A value of a kind that can be told from its text, in a row of its own."""
    if re.fullmatch(_ENTRY, text):
        number = int(text.rpartition(" ")[2])
        return ({"entry": number if text.startswith("No.") else HOUSE - number + 1},)
    if _ORDINAL.fullmatch(text):
        return ({"ordinal": int(text[:-2])},)
    if re.fullmatch(r"-?\d{1,18}", text):
        return (int(text),)
    if re.fullmatch(r"\d{1,15}\.\d\d", text):
        return ({"money": int(text.replace(".", ""))},)
    if re.fullmatch(r"\d{1,9}(\.\d{1,2})? %", text):
        return ({"percent": int(100 * Decimal(text[:-2]))},)
    return None


def _exact(text: str) -> Any:
    if share := re.fullmatch(r"(\d{1,15})\.(\d) %", text):
        return {"share": int(share[1] + share[2])}
    found = _EXACT.fullmatch(text)
    if not found or len(text) > 20:
        return None
    minus, whole, over, under, minus_2, over_2, under_2 = found.groups()
    sign = "-" if minus or minus_2 else ""
    if over_2:
        return {"number": f"{sign}{over_2}/{under_2}"}
    return {"number": f"{sign}{int(whole) * int(under) + int(over)}/{under}" if over else f"{sign}{whole}"}


def _is_plain(text: str) -> bool:
    return bool(text in WORDS or _PLAIN.fullmatch(text))


def _english_value(value: Any) -> str:
    if isinstance(value, list):
        return english(value)
    if not isinstance(value, dict):
        return str(value)
    ((tag, inner),) = value.items()
    if tag == "list":
        *first, last = map(_english_value, inner) if inner else [""]
        return f"{', '.join(first)} and {last}" if first else last
    if tag == "joined":
        return str(inner[0]).join(map(_english_value, inner[1:]))
    said: str = _ENGLISH[tag](inner)
    return said


def _english_number(data: str) -> str:
    over, _, under = data.removeprefix("-").partition("/")
    whole, rest = divmod(int(over), int(under or 1))
    parts = [str(whole)] * bool(whole or not rest) + [f"{rest}/{under}"] * bool(rest)
    return "−" * data.startswith("-") + " ".join(parts)


def _english_ordinal(place: int) -> str:
    ending = "th" if place % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(place % 10, "th")
    return f"{place}{ending}"


def _english_name(name: str) -> str:
    return " ".join(word if word in PEOPLE else word.lower() for word in name.split())


_ENGLISH: dict[str, Callable[[Any], str]] = {
    "entry": lambda number: f"No. {number}" if number > HOUSE else f"house player {HOUSE - number + 1}",
    "empty_table": str,
    "number": _english_number,
    "share": lambda tenths: f"{tenths // 10}.{tenths % 10} %",
    "name": _english_name,
    "money": lambda cents: f"{cents // 100}.{cents % 100:02d}",
    "percent": lambda hundredths: f"{hundredths / 100:g} %",
    "ordinal": _english_ordinal,
}


SENTENCES = (
    "Round {number} cannot be paired: nobody has the bye twice, and everybody who could have it now has "
    "had one or won a match that was not played. Allow a second bye in the settings, let another pair "
    "in, or leave one pair out of this round.",
    "Round {number} cannot be paired: two pairs do not meet twice, and {dead_end}. End the Swiss here "
    "and let the standings stand, let other pairs in, leave pairs out of this round, or seat the "
    "rematches by hand with your reason.",
    "After round {round} any two pairs here will have been compared in {fewest} to {most} rounds, and "
    "nobody will have sat in one direction more than {lean} rounds oftener than in the other.",
    "{entry} has the bye: lowest score, then most matches played, then highest number ({worth}, "
    "{matches} played), for time number {time} because nobody is left for a first one.",
    "Round {number} has no legal seating for {people} people at {tables} tables. In the way: {rules}. "
    "Take a wish off the list, let more or fewer people take part, or {more}.",
    "Round {number} has no legal seating for {people} people at {tables} tables. In the way: {rules}. "
    "Take a wish off the list, or let more or fewer people take part.",
    "After every round the moving pairs go up 1, from table 1 to the last one; the others stay.",
    "{players} players leave {left_over} over; it is the turn of {entry} ({times} sit-outs so far). It "
    "is worth the own average.",
    "The plan promises {sum} and there is {money}: every prize from the pot is scaled down in proportion.",
    "Winners move, {high} up one table and {low} down one; losers stay, split up and oppose each other.",
    "Losers move, {high} up one table and {low} down one; winners stay, split up and oppose each other.",
    "{entries} stay together and go to table {table} as one, the shorter of their two ways; {other} moves instead.",
    "{entry} has the bye: lowest score, then most matches played, then highest number ({worth}, {matches} played).",
    "{entries} stay together and go to table {table} as one, the shorter of their two ways; {others} move instead.",
    "Round {round} is drawn from the old result and not published yet: it has to be drawn again.",
    "Losers move together, one table down; winners stay, split up and oppose each other.",
    "{players} players leave {left_over} over; it is the turn of {entry} ({times} sit-outs so far). It "
    "is worth {points} points.",
    "Winners move together, one table up; losers stay, split up and oppose each other.",
    "{entry} keeps the place but moves to table {table} once: others who made a wish need the seat.",
    "Pairs with equal scores meet, upper half against lower half; nobody meets twice.",
    "{entries} came in for round {round}; {more} more rounds are needed so that everybody meets everybody.",
    "{entry} goes to table {table}, as the wishes of others leave no other chair; {other} moves instead.",
    "{players} players are here and the tables seat {seats}; it is the turn of {entry} ({times} sit-outs so far).",
    "Table {table} is left out, though it is not closed; use the lowest tables there are.",
    "{entry} goes to table {table}, as the wishes of others leave no other chair; {others} move instead.",
    "{missed} planned meetings did not take place and come later; {more} more rounds are needed.",
    "{name}: a score came in just now and is not counted yet. Compare again in a moment.",
    "Round {round} was not played as it was drawn. The rounds to come are planned again.",
    "{entries} meet again: no plan for the rounds to come was found that spares them that.",
    "{name}: {entry} is kept with other tie-breaks or another reason than the results give ({fields}).",
    "{entry} keeps table {home} but changes chairs once: there is no other way to sit there.",
    "{entry} would come first but has had a bye, or won a match that was not played.",
    "{entries} stay together and go to table {table} as one, the shorter of their two ways.",
    "{entry} changes chairs at table {table}: the wishes of others leave no other chair.",
    "Table {table}: Round {round} is closed. Correct the score on the table's own page.",
    "Round {round} would have been drawn differently; it stays as it was played.",
    "{entry} has a bye as one of the best seeds; it plays the winner of match {match}.",
    "{entry} has a bye, but has sat out or won without playing {times} times already.",
    "{entry} has a bye as one of the best seeds; it plays the loser of match {match}.",
    "Whom {entry} has still to meet is busy with other meetings in this round.",
    "{entry} has a bye, but has sat out or won without playing {times} time already.",
    "{role}: {repeats} repeats by the end of the plan. Optimal: the bound is reached.",
    "{entry} came after the bracket was drawn and has a place in this round.",
    "{entry} keeps the place but moves to table {table} once: table {home} is not in use.",
    "{cause}: rounds {first} to {last} were planned anew; what was played before counts.",
    "{entry} is still in, but has neither a match nor a bye in this round.",
    "{entry} goes to table {table}, as the wishes of others leave no other chair.",
    "This round follows the plan made for rounds {first} to {last} at the start.",
    "Without {entry} the others could not all be paired without a rematch.",
    "Side prizes take {money}; the percentages by place are of the other {rest}.",
    "{role}: nobody meets anybody twice by the end of the plan. Optimal.",
    "{entry} and {other} are paired again: their match of round {round} was not played.",
    "{name} was seeded from these standings; its seeds stay as they are.",
    "{entry} has another chair; the movement leads to chair {chair} of table {goal}.",
    "{entry} goes to table {table}: the wishes of others leave no other chair.",
    "{entry} is to keep its place and sits on another chair of table {table}.",
    "{entries} came in for round {round}. The rounds to come are planned again.",
    "{entry} sits out; a house player who is not needed is left away.",
    "{entry} has a bye as one of the best seeds; it plays the seed {seed}.",
    "{entry} keeps its seat at table {table}, {entries} at its side; {other} moves instead.",
    "{role}: {repeats} repeats by the end of the plan, {more} above the bound of {bound}.",
    "Round {round}, table {table} is kept as “{stored}”, what was reported says “{computed}”.",
    "{entry} keeps its seat at table {table}, {entries} at its side; {others} move instead.",
    "{entries} stay together and go to table {table} as one; {other} moves instead.",
    "{pairs} pairs in {group} are an odd number: each has one bye a cycle.",
    "{entry} and {other} share a place: they are level on all that counts.",
    "{entries} stay together and go to table {table} as one; {others} move instead.",
    "{entry} and {other} share place {place}: they are level on all that counts.",
    "{name}: {entry} is in the kept standings, and has no place in them.",
    "{entry} has table {table}; the movement leads to chair {chair} of table {goal}.",
    "{entry} goes to table {table}, so as not to meet {entries}; {other} moves instead.",
    "{missed} planned meetings did not take place and come later.",
    "{entry} waits for a match, but is out with one match lost.",
    "{entry} is to keep its place at table {home} and sits at table {table}.",
    "{entries} at table {table} have met {times} times already; that is enough.",
    "{entry} goes on without a match, as one of the best seeds.",
    "{entries} are partners again: {others} at their table stay together.",
    "{entry} goes to table {table}, so as not to meet {entries}; {others} move instead.",
    "{pairs} pairs are an odd number: each has one bye a cycle.",
    "{entry} waits for a match, but is out with {matches} matches lost.",
    "{entry} has a place, but at most {most} house players may play.",
    "{entries} at table {table} have just been partners; split them up.",
    "{pairs} pairs leave 1 over; {entry} sits out ({times} sit-outs so far).",
    "Nobody wins match {match} without playing: {entries} are not here.",
    "{entry} plays at table {table}, but is out with one match lost.",
    "Table {table} is there {times} times; give each its own number.",
    "{entry} sits on a high chair but holds the other colour.",
    "Nobody wins match {match} without playing: {entries} is not here.",
    "{entry} plays at table {table}, but is out with {matches} matches lost.",
    "{entry} plays and {other} sits out; they are to stay together.",
    "{entry} sits on a low chair but holds the other colour.",
    "After every round: North {north}, South {south}, East {east}, West {west}.",
    "{entry} sits out again while {other} has done so only {times} times.",
    "Table {table} was not played: a lot decided who moves.",
    "{ordinal} place with {count}, shared, {percent} of what was carried over",
    "{ordinal} place with {count}, by lot, {percent} of what was carried over",
    "Table {number} is not played: {entry} was not there, {entries} sit out.",
    "{entry} sits at table {table}; the movement leads to table {goal}.",
    "{entries} sit out again while {other} has done so only {times} times.",
    "Table {table}: match {match}, {stage}, game {game} of at most {games}, {won}:{lost} so far.",
    "Changed by hand: tables {table} and {to} swapped numbers.",
    "{entries} are not partners; they are to stay together.",
    "{entry} goes to table {table}: there is no table {gone} to go to.",
    "{entry} comes back to table {table}, where a chair is free.",
    "{entry} goes to table {table}: table {goal} has no chair to give.",
    "{entries} left. The rounds to come are planned again.",
    "{entries} keep their seats at table {table}; {other} moves instead.",
    "Table {table} ended level: a lot decided who moves.",
    "{entry} has left; whoever was to meet it has a bye.",
    "Cycle {cycle} of {cycles}; by this plan round {last} is the last.",
    "Table {table} has changed since and stays as it is.",
    "{entry} wins match {match} without playing: {other} is not here.",
    "{entries} keep their seats at table {table}; {others} move instead.",
    "{players} leave {left_over} over; {entry} sits out ({times} sit-outs so far).",
    "{entries} share places {places}: {money}, {each} each, by lot {extra} more for {others}.",
    "{entries}: shared {ordinal}, decided by splitting the prizes.",
    "{entry} came late and took a free chair at table {number}.",
    "{entries} are both at table {table}; they are not to meet.",
    "{entry} keeps its seat at table {table}; {other} moves instead.",
    "Rounding down left {money}; it goes to 1st place.",
    "{entry} was not there: table {number} plays three-handed.",
    "{entries} meet again: everybody has met everybody.",
    "{entry} keeps its seat at table {table}; {others} move instead.",
    "{entries} meet again: the movement has come round.",
    "{entries} share {places} place, worth {worth}. Decide it first: {methods}.",
    "{entry} has a place in a round by now and stays.",
    "{entry} keeps its seat at table {table}, {entries} at its side.",
    "{entry} joins at table {table}, where a chair is free.",
    "{entries} stay together and go to table {table} as one.",
    "{ordinal} place with {count}, {percent} of what was carried over",
    "{entry} took the place of {other}, who was not there.",
    "There is a table {table}; number them from 1.",
    "{entry} has changed since and stays as it is.",
    "{name}: {entry} is missing from the kept standings.",
    "Changed by hand: table {table} is now table {to}.",
    "This is round {round}; round {asked} was asked for.",
    "Table {table} plays {sizes}; it must be {size} against {size}.",
    "{entry} goes to table {table}, so as not to meet {entries}.",
    "First round: lots decided the seats.",
    "{entries} share {name}: {money}, {each} each, by lot {extra} more for {others}.",
    "Table {table} is closed; use another one.",
    "Every table plays the same {deals} deals.",
    "{entry} came after the bracket was drawn.",
    "Left over in a round made by hand.",
    "{entries} are partners for time number {time}: {cause}.",
    "{ordinal} place, by {way} (shared with {number} others)",
    "{name}: {entry} is kept as {stored}; the results say {computed}.",
    "Changed by hand: {entries} swapped places.",
    "{entry} waits for the winner of match {match}.",
    "{entry} plays {colour} from now on: {colour} was short.",
    "{entries} are partners for time number {time}.",
    "{entry} waits for the loser of match {match}.",
    "{entries} stay together, as they wished.",
    "{entry} takes a free chair at table {table}.",
    "{happened}: as if against somebody with {worth}",
    "{name}: {money} for {total}, shared in proportion.",
    "Line {line}: entry {number}, new to the club",
    "{entry} has a place but is not here.",
    "{entry} has nobody left to meet in {group}.",
    "Match {match}: the winner is {after}, not {before}.",
    "{entry} has no place in this round.",
    "{entries} keep their seats at table {table}.",
    "everybody has met everybody.",
    "{entry} was to meet {other}, who has left.",
    "{entry} ({low}) floats up to meet {other} ({high}): {cause}.",
    "{entry} is above {other}: level on {criteria}, but {difference}.",
    "{ordinal} place (shared with {number} others)",
    "{entry} came late: {entries} make up table {number}.",
    "{entry} has {places} places in this round.",
    "At table {table} the winners stay.",
    "At table {table} the winners move.",
    "{result} with {entries} against {others}, not played",
    "{happened}, who has {score} and counts with {worth}",
    "{entry} keeps its seat at table {table}.",
    "{ordinal} place, by {way} (shared with {others})",
    "{entry} sits out twice in a row.",
    "{pairs} pairs are an odd number.",
    "{entries}: shared {ordinal}, decided by {how}: {better}.",
    "{name}: a game played elsewhere",
    "{entries} sit out twice in a row.",
    "{count} entry fees of {fee} make {money}; {more}.",
    "{entries} share places {places}: {money}, {each} each.",
    "{money} stays in the basket “{label}”.",
    "Made by hand, because: {refusal}",
    "{count} entry fees of {fee} make {money}.",
    "games won after round {round}",
    "{name} (shared with {number} others)",
    "{entry} waits for the seed {seed}.",
    "{result} against {others}, not played",
    "share of an entry fee",
    "{ordinal} place (shared with {others})",
    "{entries} came in for round {round}.",
    "{ordinal} place with {count}, shared",
    "{ordinal} place with {count}, by lot",
    "{entry} made {points} points in all",
    "for a correction of {day}",
    "{name}: {entries} passed over ({cause}).",
    "{money} stays in the pot.",
    "{entry}: {before} points become {after}.",
    "Match {match}: {before} becomes {after}.",
    "Table {table}: match {match}, {stage}.",
    "added by the club",
    "{name}: nobody gets it.",
    "{entries} share {name}: {money}, {each} each.",
    "Correction: now {prize}",
    "asked back from {day}",
    "for a correction",
    "share given back",
    "{result} with {entries} against {others}",
    "{name} (shared with {others})",
    "not any more: {prize}",
    "was not there",
    "{entry} is above {other}: {difference}.",
    "Line {line}: entry {number}",
    "{entry}, {name}: {before} become {after}.",
    "{ordinal} place with {count}",
    "carried over",
    "taken back: {memo}",
    "{entry}: {before} becomes {after}.",
    "Division {number}: {note}",
    "added money",
    "house share",
    "{ordinal} place, by {way}",
    "{entry}: {before} become {after}.",
    "entry fees",
    "{happened}, who has {score}",
    "adjustment",
    "{result} against {others}",
    "entry fee",
    "no prize",
    "Pool {letter}: {note}",
    "sat out",
    "{name} ({count} of {total})",
    "{ordinal} place",
)
PARTS = (
    "with fewer floats the {pairs} pairs with {worth}, or those below, could not be paired without a rematch",
    "let somebody sit out instead of playing three at a table",
    "without a rematch only {most} of {tables} tables can be seated",
    "The planned number of rounds has been played",
    "over the whole night it cannot be avoided",
    "round {number} of the consolation bracket",
    "final of the consolation bracket",
    "Round {round} was not seated as planned",
    "{pairs} pairs with {worth} are an odd number",
    "round {number} of the losers' bracket",
    "All the wishes taken together",
    "final of the losers' bracket",
    "The number of tables changed",
    "no plan without it was found",
    "change the number of tables",
    "everybody has met everybody",
    "{percent} of the fees and {money} per entry",
    "{entry} won more of their meetings",
    "round {number} of the main bracket",
    "{whom} met everybody who is here",
    "Waiting for the other side",
    "final of the main bracket",
    "“{rule}” ({whom}) and “{second}” ({whom_2}) and “{third}” ({whom_3})",
    "{more} to {less} on point difference",
    "{more} to {less} on game difference",
    "somebody not known yet",
    "round {number} of the play-in",
    "match for third place",
    "To keep their place",
    "the house keeps {money} ({rates})",
    "{one} against {two} against {three}",
    "second grand final",
    "{entries} came in and {others} left",
    "a cut of the cards",
    "{more} to {less} fixtures won",
    "winner of match {number}",
    "To stay together",
    "nobody else has {worth}",
    "paid for a place",
    "{place} with {points} points ({rounds})",
    "loser of match {number}",
    "“{rule}” ({whom}) and “{second}” ({whom_2})",
    "the lot decided",
    "a play-off hand",
    "house player {number}",
    "quarter-final",
    "Never to meet",
    "{entry} went further",
    "shared place {place}",
    "added money {money}",
    "{percent} of the fees",
    "already won {name}",
    "No score yet",
    "grand final",
    "{more} to {less} points",
    "semi-final",
    "{score} games won",
    "{money} per entry",
    "{one} against {two}",
    "Opponents",
    "Division {number}",
    "{score} game won",
    "{entries} came in",
    "Partners",
    "{more} to {less} on {criterion}",
    "Counts: {score}",
    "Disputed",
    "level {points}–{against}",
    "{score} points",
    "the lot",
    "{first}, then {next}",
    "nobody",
    "lost {points}–{against}",
    "{score} point",
    "place {place}",
    "Counts",
    "seed {number}",
    "final",
    "“{rule}” ({whom})",
    "stays",
    "down {number}",
    "white",
    "{entries} left",
    "Pool {letter}",
    "won {points}–{against}",
    "{number} more",
    "high",
    "Void",
    "up {number}",
    "red",
    "low",
    "1st",
    "{part}; {more}",
    " {points}–{against}",
    "{number}st",
    "{number}nd",
    "{number}rd",
    "{number}th",
    "{label} {money}",
)
WORDS = {
    "points": "Points",
    "games won": "Games won",
    "rounds won": "Rounds won",
    "four-point hands": "Four-point hands",
    "loners": "Loners",
    "two-point hands": "Two-point hands",
    "hands won": "Hands won",
    "share of points": "Share of points",
    "point difference": "Point difference",
    "points per round": "Points per round",
    "rounds played": "Rounds played",
    "opponents’ points": "Opponents’ points",
    "Buchholz": "Buchholz",
    "Buchholz cut 1": "Buchholz cut 1",
    "median Buchholz": "Median Buchholz",
    "Sonneborn-Berger": "Sonneborn-Berger",
    "progressive score": "Progressive score",
    "matchpoints": "Matchpoints",
    "head to head": "Head to head",
    "went further": "Went further",
    "lot": "Lot",
    "fixtures won": "Fixtures won",
    "game difference": "Game difference",
    "play-off hand": "Play-off hand",
    "cut the cards": "Cut the cards",
    "draw the lot": "Draw the lot",
    "split": "Split",
}


def _known(template: str) -> Known:
    pattern, literal, seen = "", 0, set[str]()
    for text, name, _, _ in Formatter().parse(template):
        literal += len(text)
        pattern += re.escape(text)
        if name in seen:
            pattern += f"(?P={name})"
        elif name:
            pattern += f"(?P<{name}>{_VALUES.get(name, _ANY_VALUE)})"
            seen.add(name)
    return Known(template, re.compile(pattern, re.DOTALL), literal)


@cache
def _most_words_first(with_parts: bool) -> list[Known]:
    templates = [*PARTS, *SENTENCES] if with_parts else SENTENCES
    return sorted(map(_known, templates), key=lambda one: -one.literal)


def _read(text: str, is_part: bool) -> tuple[Known, dict[str, str]] | None:
    """The sentence that a text is, with its values: of several that fit, the one with most words of its own."""
    for one in _most_words_first(is_part):
        if found := one.pattern.fullmatch(text):
            return one, found.groupdict()
    return None
