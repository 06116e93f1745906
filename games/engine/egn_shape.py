"""The shape of an EGN or EMN file that a stranger has sent: strict JSON, and no field that the formats do not have.

What is analysis (annotations, other lines of play) may be there and is passed over. Every refusal says where in words.
"""

import json
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import mark, say

MAX_NUMBER, MAX_NAME, MAX_TITLE, MAX_TEXT = 9, 64, 128, 1024
MAX_CALLS = 16
KINDS = {
    dict: mark("an object"), list: mark("a list"), str: mark("text"), bool: mark("true or false"),
    int: mark("a number"), float: mark("a fraction"),
}  # fmt: skip
Check = Callable[[Any, str], None]


def json_from(text: str) -> Any:
    """The file as data: each field once, numbers that are numbers, not nested without end."""
    try:
        return json.loads(text, parse_constant=_no_number, parse_int=_whole_number, object_pairs_hook=_each_once)
    except RuleError:
        raise
    except RecursionError as error:
        raise RuleError("The file is nested too deeply to be a game.") from error
    except ValueError as error:
        raise RuleError("The file isn’t JSON, the format of EGN and EMN files: {error}.", error=error) from error


def shown(value: object) -> str:
    """A value of the file as a refusal may show it: short, and every odd character spelled out."""
    text = ascii(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def check_words(text: str, where: str) -> None:
    """Refuses characters that can't be seen: control characters, marks that turn or hide letters, half characters."""
    odd = next((char for char in text if unicodedata.category(char)[0] == "C"), None)
    if odd is not None:
        raise RuleError("{where} has an invisible character (U+{odd}). Remove it.", where=where, odd=f"{ord(odd):04X}")


def check_game(data: Any, where: str) -> None:
    """An EGN game but for its deals."""
    GAME(data, where)


def check_deal(data: Any, where: str) -> None:
    """A deal that is written out."""
    if isinstance(data, str):
        raise RuleError("{where} is compressed. We can only read deals that are written out in full.", where=where)
    DEAL(data, where)
    kinds = [phase["type"] for phase in data["phases"]]
    if len(set(kinds)) != len(kinds):
        raise RuleError("{where} has the same phase twice.", where=where)


def check_match(data: Any, where: str) -> None:
    """Check an EMN match, except for its games."""
    MATCH(data, where)


def _no_number(word: str) -> Any:
    raise RuleError("The file contains {word}, which isn’t a number.", word=word)


def _whole_number(digits: str) -> int:
    if len(digits) > MAX_NUMBER:
        raise RuleError(
            "The file has a number with {number} digits. No game has numbers that large.", number=len(digits)
        )
    return int(digits)


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) != len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise RuleError("The field {shown} appears twice in one part of the file.", shown=shown(twice))
    return values


def _kind(value: Any) -> str:
    return say(KINDS.get(type(value), mark("empty")))


def _anything(value: Any, where: str) -> None:
    return


def _flag(value: Any, where: str) -> None:
    if not isinstance(value, bool):
        raise RuleError("{where} must be true or false, not {shown}.", where=where, shown=shown(value))


def _whole(lowest: int, highest: int) -> Check:
    def check(value: Any, where: str) -> None:
        if type(value) is not int or not lowest <= value <= highest:
            raise RuleError(
                "{where} must be a whole number from {lowest} to {highest}, not {shown}.",
                where=where,
                lowest=lowest,
                highest=highest,
                shown=shown(value),
            )

    return check


def _text(most: int, pattern: str = "", *, is_seen: bool = False) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, str):
            raise RuleError("{where} must be text, not {kind}.", where=where, kind=_kind(value))
        if len(value) > most:
            raise RuleError(
                "{where} has {number} characters. At most {most} are allowed.",
                where=where,
                number=len(value),
                most=most,
            )
        if pattern and not re.fullmatch(pattern, value):
            raise RuleError(
                "{where} contains {shown}, which the format doesn’t allow.", where=where, shown=shown(value)
            )
        if is_seen:
            check_words(value, where)

    return check


def _list(each: Check, most: int, least: int = 0) -> Check:
    def check(value: Any, where: str) -> None:
        if not isinstance(value, list):
            raise RuleError("{where} must be a list, not {kind}.", where=where, kind=_kind(value))
        if not least <= len(value) <= most:
            wanted = str(most) if least == most else say("{least} to {most}", least=least, most=most)
            raise RuleError(
                "{where} must have {wanted} entries, not {number}.", where=where, number=len(value), wanted=wanted
            )
        for number, entry in enumerate(value, 1):
            each(entry, say("{where} (entry {number})", where=where, number=number))

    return check


def _fields(needed: Mapping[str, Check], others: Mapping[str, Check] | None = None) -> Check:
    known = {**needed, **(others or {})}

    def check(value: Any, where: str) -> None:
        if not isinstance(value, dict):
            raise RuleError("{where} must be an object, not {kind}.", where=where, kind=_kind(value))
        for name in value:
            if name not in known:
                raise RuleError(
                    "{where} has a field that isn’t in the format: {shown}.", where=where, shown=shown(name)
                )
        for name in needed:
            if name not in value:
                raise RuleError("{where} is missing the field {name}.", where=where, name=name)
        for name, part in value.items():
            known[name](part, f"{where}: {name}")

    return check


def _name(value: Any, where: str) -> None:
    """A player is a name, or an object with one."""
    if isinstance(value, dict):
        PLAYER(value, where)
    else:
        NAME(value, where)


def _phase(value: Any, where: str) -> None:
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in PHASES:
        raise RuleError("{where} must be either bidding or play.", where=where)
    PHASES[kind](value, where)


NAME = _text(MAX_NAME, is_seen=True)
TITLE = _text(MAX_TITLE, is_seen=True)
CARD = _text(2, "[789TJQKA][SsHhCcDd]")
CARDS = _list(CARD, 6)
SEAT = _whole(0, 3)
POINTS = _list(_whole(0, 999), 2, 2)
VERSION = _text(8, r"1\.[0-4](\.\d{1,3})?")
ABOUT = {"description": _text(MAX_TEXT), "date": _text(MAX_NAME)}
PLAYER = _fields({"name": NAME}, {"id": NAME, "playerIds": _anything})
RULES = _fields({}, {
    **dict.fromkeys(
        ("std", "canadian", "defend_alone", "farmers", "partners_best", "go_under", "joker", "allow_no_trump",
         "fast_break", "four_trick_tokens"), _flag,
    ),
    "min_rank": _whole(2, 14), "winning_score": _whole(0, 99), "num_deals": _whole(0, 99),
    "loner_march_score": _whole(0, 99), "loner_euchred_score": _whole(0, 99), "num_players": _whole(2, 10),
    "loner_lead": _text(20, "LEFT_OF_DEALER|LEFT_OF_LONER"),
})  # fmt: skip
GAME = _fields(
    {
        "fileType": _text(30, "Euchre Game Notation"), "version": VERSION, "deals": _list(_anything, 100),
        "metadata": _fields(
            {"players": _list(_name, 4, 4), "initialScore": POINTS},
            {"title": TITLE, "gameId": _text(MAX_NAME), "finalScore": POINTS, "ruleset": RULES, **ABOUT},
        ),
    },
)  # fmt: skip
PHASES = {
    "EUCHRE_BIDDING": _fields(
        {"type": _anything, "phaseNumber": _whole(0, 9), "calls": _list(_text(5, "Pass|Order|[shdcnx]"), MAX_CALLS)},
        {
            "isAlone": _flag, "aloneDefender": _whole(-1, 3), "discard": CARD, "cardExchanges": _list(_anything, 0),
            "callAnnotations": _anything,
        },
    ),
    "TRICK_PLAY": _fields(
        {"type": _anything, "phaseNumber": _whole(0, 9), "tricks": _list(_list(CARD, 4), 6)},
        {"isAlone": _flag, "initialLead": SEAT, "playAnnotations": _anything},
    ),
}  # fmt: skip
DEAL = _fields(
    {
        "dealNumber": _whole(0, 999), "phases": _list(_phase, 2),
        "initialState": _fields(
            {"dealer": SEAT, "upCard": CARD},
            {
                "playerCards": _list(CARDS, 4, 4), "player_cards": _list(CARDS, 4, 4),
                "kitty": _list(_text(2), 20),
            },
        ),
    },
    {"alternativeLines": _anything},
)  # fmt: skip
MATCH = _fields(
    {
        "fileType": _text(30, "Euchre Match Notation"), "version": _text(8, r"1\.0(\.\d{1,3})?"),
        "games": _list(_fields({"gameIndex": _whole(0, 999), "players": _list(NAME, 4, 4), "gameData": _anything}), 50),
        "metadata": _fields(
            {"players": _list(_name, 200, 1)},
            {
                "matchId": _text(MAX_NAME), "title": TITLE, "matchFormat": _anything, "result": _anything, **ABOUT,
            },
        ),
    },
)  # fmt: skip
