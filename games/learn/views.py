"""Pages for people who want to learn the game: how it is played, its words, tips, and what each house rule changes."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_http_methods, require_safe

from games import limits
from games.accounts.guests import player_at, visitor
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.options import Option, key_of
from games.engine.rules import HouseRules, option_of, options
from games.errors import TooOften
from games.house_rules.presets import PLAIN, bundles
from games.learn import explorer, lesson, tips, words
from games.learn.first_hands import BY_KEY, FIRST_HANDS, FirstHand
from games.learn.practice import PracticeTable, reply
from games.tables.http import too_often
from games.tables.preferences import settings_of

FIRST = "stick_the_dealer"
PLAYED = "first_hands"
"""Session key: the prepared hands that this browser has played, by their keys."""


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
def first_hands(request: HttpRequest) -> HttpResponse:
    """The first lesson: its hands, and which of them this browser has played."""
    played = _played(request)
    next_hand = next((hand for hand in FIRST_HANDS if hand.key not in played), None)
    hands = [(hand.key, say(hand.title), hand.key in played) for hand in FIRST_HANDS]
    context = {"hands": hands, "next": next_hand.key if next_hand else "", "is_begun": bool(played)}
    return render(request, "learn/first_hands.html", context)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def first_hand(request: HttpRequest, key: str) -> HttpResponse:
    """One prepared hand: a question, and after an answer either why not or the next question."""
    hand = BY_KEY.get(key)
    if hand is None:
        raise Http404
    if request.method == "POST":
        return _answered(request, hand)
    step, answer, why, status = _step_of(hand, request.GET.get("step", "")), request.GET.get("answer", ""), "", 200
    if answer and step < len(hand.steps):
        try:
            why = reply(hand, step, answer)
        except RuleError as refusal:
            why, status = str(refusal), 422
    number = FIRST_HANDS.index(hand) + 1
    context = {
        "one": hand,
        "title": say(hand.title),
        "number": number,
        "count": len(FIRST_HANDS),
        "step": step,
        "fields": [("step", step)],
        "look": PracticeTable(hand, step, settings_of(player_at(request))),
        "why": why,
        "said": why or say(hand.steps[step - 1].praise if step else hand.intro),
        "next": FIRST_HANDS[number].key if number < len(FIRST_HANDS) else "",
    }
    return render(request, "learn/first_hand.html", context, status=status)


def _answered(request: HttpRequest, hand: FirstHand) -> HttpResponse:
    """On to the next question, or back to the same one with the answer, which is then spoken to."""
    try:
        limits.check(limits.MOVES, visitor(request))
    except TooOften as error:
        return too_often(request, error)
    step, answer = _step_of(hand, request.POST.get("step", "")), request.POST.get("action", "")
    asked: dict[str, str | int] = {"step": step, "answer": answer}
    if step < len(hand.steps) and answer == hand.steps[step].right:
        asked = {"step": step + 1}
        if step + 1 == len(hand.steps):
            request.session[PLAYED] = [*_played(request) - {hand.key}, hand.key]
    return redirect(f"{reverse('first_hand', args=[hand.key])}?{urlencode(asked)}")


def _step_of(hand: FirstHand, asked: str) -> int:
    """How many questions are answered: what the address says, as far as there are so many."""
    return min(int(asked), len(hand.steps)) if asked.isascii() and asked.isdecimal() and len(asked) < 3 else 0


def _played(request: HttpRequest) -> set[str]:
    return {*request.session.get(PLAYED, [])} & {*BY_KEY}


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
    """One option of some house rules turned. For an unknown one the page says so and shows the usual one."""
    asked, errors = request.GET, []
    offered = bundles(player_at(request))
    key, name = asked.get("rules", PLAIN), asked.get("option", FIRST)
    if key not in offered:
        key, errors = PLAIN, [say("Those house rules don’t exist. Choose others.")]
    try:
        option = option_of(name)
    except RuleError as refusal:
        option, errors = option_of(FIRST), [*errors, str(refusal)]
    base, names = offered[key].rules, {bundle.key: bundle.name for bundle in offered.values()}
    context = {"rules": key, "names": names, "chapters": _chapters(), "option": option, "errors": errors}
    return render(request, "learn/rules.html", context | _turned(key, base, option, asked.get("value", "")))


def _chapters() -> dict[str, list[Option]]:
    chapters: dict[str, list[Option]] = {}
    for option in options():
        chapters.setdefault(option.section.label, []).append(option)
    return chapters


def _turned(key: str, base: HouseRules, option: Option, asked: str) -> dict[str, Any]:
    """The option's values, and what the one that was asked for changes; without one, the first that differs."""
    now = getattr(base, option.name)
    values = [*option.choices, *([now] if now not in option.choices else [])]
    others = [value for value in values if value != now]
    chosen = next((value for value in values if key_of(value) == asked), others[0])
    shown = [(key_of(value), explorer.plain_words(option, value), value == chosen) for value in values]
    turned = explorer.turned(base, option.name, chosen)
    return {"values": shown, "turned": turned, "value": key_of(chosen)}
