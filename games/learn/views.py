"""Pages for whoever wants to learn the game: how it is played, its words, tips, and what each house rule changes."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.accounts.guests import player_at
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.options import Option, key_of
from games.engine.rules import HouseRules, option_of, options
from games.house_rules.presets import PLAIN, bundles
from games.learn import explorer, lesson, tips, words

FIRST = "stick_the_dealer"


@login_not_required
@require_safe
def learn(request: HttpRequest) -> HttpResponse:
    """What there is to learn here."""
    return render(request, "learn/learn.html")


@login_not_required
@require_safe
def how_to_play(request: HttpRequest) -> HttpResponse:
    context = {"pictures": lesson.pictures(), "scores": lesson.score_lines()}
    return render(request, "learn/how_to_play.html", context)


@login_not_required
@require_safe
def glossary(request: HttpRequest) -> HttpResponse:
    return render(request, "learn/words.html", {"words": words.in_order()})


@login_not_required
@require_safe
def history(request: HttpRequest) -> HttpResponse:
    return render(request, "learn/history.html")


@login_not_required
@require_safe
def play_tips(request: HttpRequest) -> HttpResponse:
    return render(request, "learn/tips.html", {"tips": tips.shown()})


@login_not_required
@require_safe
def rules_explorer(request: HttpRequest) -> HttpResponse:
    """One option of some house rules turned. What is asked for and does not exist is told, and the usual is shown."""
    asked, errors = request.GET, []
    offered = bundles(player_at(request))
    key, name = asked.get("rules", PLAIN), asked.get("option", FIRST)
    if key not in offered:
        key, errors = PLAIN, [say("There are no such house rules. Choose others.")]
    try:
        option = option_of(name)
    except RuleError as refusal:
        option, errors = option_of(FIRST), [*errors, str(refusal)]
    base, names = offered[key].rules, {one.key: one.name for one in offered.values()}
    context = {"rules": key, "names": names, "chapters": _chapters(), "option": option, "errors": errors}
    return render(request, "learn/rules.html", context | _turned(key, base, option, asked.get("value", "")))


def _chapters() -> dict[str, list[Option]]:
    found: dict[str, list[Option]] = {}
    for option in options():
        found.setdefault(option.section.label, []).append(option)
    return found


def _turned(key: str, base: HouseRules, option: Option, asked: str) -> dict[str, Any]:
    """The option's values, and what the one that was asked for changes; without one, the first that differs."""
    now = getattr(base, option.name)
    values = [*option.choices, *([now] if now not in option.choices else [])]
    others = [value for value in values if value != now]
    chosen = next((value for value in values if key_of(value) == asked), others[0])
    shown = [(key_of(value), explorer.plain_words(option, value), value == chosen) for value in values]
    found = explorer.turned(base, option.name, chosen)
    return {"values": shown, "turned": found, "value": key_of(chosen)}
