"""What happened as a message for a chat, in the shape that Discord takes: words in the webhook's language.

Made when it is sent, from what every webhook gets, so names are those that strangers may read then. What people typed
makes no mention, no link and no markup.
"""

import datetime
import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import translation

from games.engine.language import say
from games.notifications.rendering import site_address
from games.notifications.values import Moment
from tournaments.honours.wording import Money, Ordinal, money_in
from tournaments.webhooks.models import TEST, Happening

MAX_LETTERS = 2000
"""As Discord counts them: a letter beyond the first 65,536 of Unicode is two."""
MAX_RANKS = 10
"""Of standings and of an event's end; the page has all of them."""
INVISIBLE = "\u200b"
_MARKUP = re.compile(r"[\\*_~`|<>#\[\]]")

Data = Mapping[str, Any]


def message_for(body: Data, language: str) -> str:
    """The whole request. language: a code, or "" for the site's."""
    with translation.override(language or settings.LANGUAGE_CODE):
        content = content_of(body)
    # No name can call anyone, whatever else is done about it.
    return json.dumps({"content": content, "allowed_mentions": {"parse": []}}, separators=(",", ":"))


def content_of(body: Data) -> str:
    """In the language that is switched on: a sentence, lines as long as there is room, and where to read on."""
    data = body["data"]
    head, lines, path = _TEXTS[body["type"]](data)
    return _fitted(head, list(lines), site_address(path))


def plain(text: object) -> str:
    """What someone typed, on one line, as text and nothing else."""
    shown = _MARKUP.sub(r"\\\g<0>", " ".join(str(text).split()))
    return shown.replace("@", f"@{INVISIBLE}").replace("/", f"/{INVISIBLE}")


def letters(text: str) -> int:
    return len(text.encode("utf-16-le")) // 2


def _fitted(head: str, lines: Sequence[str], link: str) -> str:
    for shown in range(len(lines), -1, -1):
        left = len(lines) - shown
        more = [say("… and {number} more", number=left)] if left else []
        text = "\n".join([head, *lines[:shown], *more, link])
        if letters(text) <= MAX_LETTERS:
            return text
    raise AssertionError("a sentence and a link are shorter")


Text = tuple[str, Iterable[str], str]
"""A sentence, lines, and a path of this site."""


def _result(data: Data) -> Text:
    values = {"event": plain(data["event"]["name"]), "round": data["round"]["number"], "table": data["table"]}
    sides = [_people(side) for side in data["sides"]]
    path = reverse("standings", args=[data["event"]["slug"]])
    if data["points"] is None:
        # Translators: {event} is an event's name, {round} and {table} are numbers.
        return say("{event}, round {round}, table {table}: the score no longer counts.", **values), sides, path
    score = "–".join(str(points) for points in data["points"])
    # Translators: {event} is an event's name, {round} and {table} are numbers, {score} such as "10–6".
    return say("{event}, round {round}, table {table}: {score}", score=score, **values), sides, path


def _round(data: Data) -> Text:
    lines = []
    for table in data["tables"]:
        sides = " – ".join(_people(side) for side in table["sides"])
        # Translators: {table} is a number, {sides} are names such as "Ann & Bob – Cy & Dee".
        lines.append(say("Table {table}: {sides}", table=table["table"], sides=sides))
    if data["sitting_out"]:
        # Translators: {people} are names.
        lines.append(say("Sitting out: {people}", people=_people(data["sitting_out"], ", ")))
    # Translators: {event} is an event's name, {round} a number.
    head = say("{event}: round {round} is published.", **_round_of(data))
    return head, lines, reverse("find_table", args=[data["event"]["slug"]])


def _standings(data: Data) -> Text:
    # Translators: {event} is an event's name, {round} a number.
    head = say("{event}: standings after round {round}", **_round_of(data))
    return head, _ranked(data["standings"]), reverse("standings", args=[data["event"]["slug"]])


def _round_of(data: Data) -> dict[str, Any]:
    return {"event": plain(data["event"]["name"]), "round": data["round"]["number"]}


def _event(data: Data) -> Text:
    # Translators: {event} is an event's name.
    head = say("{event} is over. Congratulations to the winners!", event=plain(data["event"]["name"]))
    return head, _ranked(data["places"]), reverse("standings", args=[data["event"]["slug"]])


def _ranked(places: Sequence[Data]) -> list[str]:
    lines = []
    for line in places[:MAX_RANKS]:
        # Translators: {rank} is such as "1st", {people} are names.
        lines.append(say("{rank}: {people}", rank=Ordinal(line["place"]), people=_people(line["players"])))
    return lines


def _changed(data: Data) -> Text:
    values = {"event": plain(data["event"]["name"]), "when": _moment(data), "venue": plain(data["venue"])}
    path = reverse("event", args=[data["event"]["slug"]])
    if data["venue"]:
        # Translators: {event} is an event's name, {when} its day and time, {venue} a place.
        return say("{event} has changed: it’s now {when} at {venue}.", **values), (), path
    # Translators: {event} is an event's name, {when} its day and time.
    return say("{event} has changed: it’s now {when}.", **values), (), path


def _canceled(data: Data) -> Text:
    values = {"event": plain(data["event"]["name"]), "when": _moment(data), "reason": plain(data["reason"])}
    path = reverse("event", args=[data["event"]["slug"]])
    if data["is_canceled"]:
        # Translators: {event} is an event's name, {when} its day and time, {reason} what an organizer typed.
        return say("{event} on {when} is canceled. {reason}", **values), (), path
    # Translators: {event} is an event's name, {when} its day and time.
    return say("{event} on {when} is back on.", **values), (), path


def _registration(data: Data) -> Text:
    # Translators: {event} is an event's name, {when} its day and time.
    head = say("Registration for {event} on {when} is open.", event=plain(data["event"]["name"]), when=_moment(data))
    return head, (), reverse("registration", args=[data["event"]["slug"]])


def _check_in(data: Data) -> Text:
    # Translators: {event} is an event's name, {when} its day and time.
    head = say(
        "Check-in for {event} is open. It starts {when}.", event=plain(data["event"]["name"]), when=_moment(data)
    )
    return head, (), reverse("event", args=[data["event"]["slug"]])


def _achievement(data: Data) -> Text:
    earned, who = data["achievement"], plain(data["person"]["name"])
    name = plain(earned["name"])
    if earned["tier_name"]:
        name = f"{name} ({say(earned['tier_name'])})"
    # Translators: {player} is a person's name, {achievement} an achievement's.
    head = say("{player} earned {achievement}.", player=who, achievement=name)
    return head, (plain(earned["words"]),) if earned["words"] else (), reverse("club_news", args=[data["club"]["slug"]])


def _jackpot(data: Data) -> Text:
    # Translators: {jackpot} is a jackpot's name.
    head, lines = say("{jackpot} is closed.", jackpot=plain(data["jackpot"]["name"])), []
    with money_in(data["currency"]):
        for winner in data["winners"]:
            # Translators: {player} is a person's name, {amount} an amount of money.
            lines.append(
                say("{player} wins {amount}.", player=plain(winner["name"]), amount=str(Money(winner["cents"])))
            )
    path = reverse("jackpot_period", args=[data["club"]["slug"], data["jackpot"]["id"], data["period"]])
    return head, lines, path


def _test(data: Data) -> Text:
    # Translators: {club} is a club's name.
    head = say("This is a test. News from {club} will appear here.", club=plain(data["club"]["name"]))
    return head, (), reverse("club", args=[data["club"]["slug"]])


def _people(people: Sequence[Data], between: str = " & ") -> str:
    return between.join(plain(person["name"]) for person in people)


def _moment(data: Data) -> str:
    return str(Moment(datetime.datetime.fromisoformat(data["starts_at"]), data["zone"]))


_TEXTS: Mapping[str, Callable[[Data], Text]] = {
    Happening.RESULT: _result,
    Happening.ROUND: _round,
    Happening.STANDINGS: _standings,
    Happening.EVENT: _event,
    Happening.CHANGED: _changed,
    Happening.CANCELED: _canceled,
    Happening.REGISTRATION: _registration,
    Happening.CHECK_IN: _check_in,
    Happening.ACHIEVEMENT: _achievement,
    Happening.JACKPOT: _jackpot,
    TEST: _test,
}
