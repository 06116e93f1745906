"""Saved rules: the list of a player's own, a page for each that its link shares, and the picker by itself."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from games.accounts.guests import player_at, player_for
from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from games.house_rules.models import RulePreset
from games.house_rules.panel import by_chapter, in_short, rule_lines
from games.house_rules.picker import Picker, picker_for, picker_from, turned
from games.house_rules.presets import LINK, Bundle, bundles, delete_rules, linked, save_rules

NOW = "now"
"""The key of the rules that are being changed, as they are."""


@login_not_required
@require_safe
def picker_part(request: HttpRequest) -> HttpResponse:
    """The picker after a field was touched: what differs, what followed, what can't go together."""
    return picker_answer(request, bundles_at(request, request.GET.get("house_rules", "")))


def picker_answer(request: HttpRequest, offered: dict[str, Bundle], left_out: tuple[str, ...] = ()) -> HttpResponse:
    """The same, for a page that offers bundles of its own or leaves rules out."""
    picker = turned(request.GET, request.GET.get("touched", ""), offered, left_out=left_out)
    return render(request, "house_rules/turned.html", {"picker": picker})


def bundles_at(request: HttpRequest, *wanted: str) -> dict[str, Bundle]:
    """What this browser's player may choose from; with rules that a link shared, if they are wanted."""
    offered = bundles(player_at(request))
    shared = (linked(key.removeprefix(LINK)) for key in wanted if key.startswith(LINK))
    return {bundle.key: bundle for bundle in shared if bundle} | offered


@require_safe
def saved_list(request: HttpRequest) -> HttpResponse:
    """The player's own rules."""
    player = player_at(request)
    presets = [(preset, in_short(preset.house_rules)) for preset in player.rule_presets.all()] if player else []
    return render(request, "house_rules/saved.html", {"rows": presets})


def new_rules(request: HttpRequest) -> HttpResponse:
    """Save rules under a name, without opening a table."""
    return _edit(request, bundles_at(request, request.GET.get("house_rules", "")))


def change_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Changes the rules under a name. Tables that are open keep theirs."""
    player = player_at(request)
    rule_preset = get_object_or_404(RulePreset, owner=player, owner__isnull=False, code=code)
    now = Bundle(
        NOW, say("{rules} (saved version)", rules=rule_preset.name), rule_preset.house_rules, say("Your rules")
    )
    return _edit(request, {NOW: now} | bundles(player), rule_preset)


def _edit(request: HttpRequest, offered: dict[str, Bundle], rule_preset: RulePreset | None = None) -> HttpResponse:
    asked = request.POST if request.method == "POST" else request.GET
    error, typed = "", asked.get("rules_save_as", rule_preset.name if rule_preset else "")
    picker = picker_for(offered, asked.get("house_rules", next(iter(offered))), is_open=True)
    if request.method == "POST":
        picker, error = picker_from(request.POST, offered)
        if not error:
            try:
                saved = save_rules(player_for(request), typed, picker.rules, rule_preset.code if rule_preset else "")
            except RuleError as refusal:
                error = str(refusal)
            else:
                messages.success(request, say("{rules} saved", rules=saved.name))
                return redirect("my_rules")
    context = {"picker": picker, "error": error, "name": typed, "is_new": rule_preset is None}
    return render(request, "house_rules/edit.html", context, status=422 if error else 200)


@login_not_required
@require_safe
def saved_rules(request: HttpRequest, code: str) -> HttpResponse:
    """What the rules are, for anyone with the link: to open a table with them or keep a copy."""
    bundle, player = _linked_or_404(code), player_at(request)
    context: dict[str, Any] = {
        "bundle": bundle,
        "code": code,
        "chapters": by_chapter(rule_lines(bundle.rules)),
        "is_mine": bool(player and player.rule_presets.filter(code=code).exists()),
        "may_keep": bool(player and player.user_id),
        "address": request.build_absolute_uri(),
    }
    return render(request, "house_rules/shared.html", context)


@require_POST
def keep_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Keeps a copy of shared rules for the player."""
    bundle = _linked_or_404(code)
    try:
        kept = save_rules(player_for(request), bundle.name, bundle.rules)
    except RuleError as refusal:
        messages.error(request, str(refusal))
        return redirect("saved_rules", code)
    messages.success(request, say("{rules} saved", rules=kept.name))
    return redirect("my_rules")


def _linked_or_404(code: str) -> Bundle:
    bundle = linked(code)
    if bundle is None:
        raise Http404
    return bundle


@require_POST
def remove_rules(request: HttpRequest, code: str) -> HttpResponse:
    """Deletes the owner's rules. The link then leads nowhere."""
    player = player_at(request)
    rule_preset = RulePreset.objects.filter(owner=player, code=code).first() if player else None
    if player is None or rule_preset is None:
        raise Http404
    delete_rules(player, code)
    messages.success(request, say("{rules} deleted", rules=rule_preset.name))
    return redirect("my_rules")


def save_as(request: HttpRequest, player: Player, picker: Picker) -> None:
    """Keep the picker's rules too, where its form names them. RuleError for a name that can't be used."""
    if request.POST.get("rules_save_as", "").strip():
        save_rules(player, request.POST["rules_save_as"], picker.rules)
