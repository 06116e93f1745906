"""Bundles of house rules to start from: a player's own, those of clubs, those of this site, and the built-in ones."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.presets import preset
from games.engine.rules import HouseRules, rules_data
from games.errors import NotAllowed
from games.house_rules.models import RulePreset
from games.locks import locked

BUILT_IN = {
    "plain": mark("Plain euchre to 10"),
    "web_classic": mark("Stick the dealer, farmer’s hand"),
    "hoyle": mark("Hoyle: 32 cards, to 5"),
    "krengineering": mark("Counterclockwise, no loners"),
    "progressive_night": mark("8 hands, like a club night"),
    "trickster_bid": mark("Bid Euchre to 32"),
}
PLAIN = "plain"
OWN, LINK = "own-", "link-"
MAX_SAVED = 50
"""Rules that one player, or one club, may keep."""


@dataclass(frozen=True)
class Bundle:
    """House rules that can be chosen by name. group: whose they are, as a heading; empty for the built-in ones."""

    key: str
    name: str
    rules: HouseRules
    group: str = ""


class Source(Protocol):
    """Who else has rules to offer: clubs. Knows them by player and by link."""

    def offered_to(self, player: Player) -> Iterable[Bundle]: ...

    def linked(self, code: str) -> Bundle | None: ...


_sources: list[Source] = []


def register_bundles(source: Source) -> None:
    """Call from AppConfig.ready()."""
    _sources.append(source)


def bundles(player: Player | None = None) -> dict[str, Bundle]:
    """Key → bundle, the player's own first."""
    mine = Q(owner=player) if player and player.user_id else Q(pk__in=[])
    rule_presets = list(RulePreset.objects.filter(mine | Q(owner=None, is_offered=True)))
    own = [_bundle(rule_preset, say("Your rules")) for rule_preset in rule_presets if rule_preset.owner_id]
    clubs = [bundle for source in _sources if player and player.user_id for bundle in source.offered_to(player)]
    site = [_bundle(rule_preset, say("This site’s rules")) for rule_preset in rule_presets if not rule_preset.owner_id]
    built_in = [Bundle(key, say(name), preset(key)) for key, name in BUILT_IN.items()]
    return {bundle.key: bundle for bundle in [*own, *clubs, *site, *built_in]}


def _bundle(rule_preset: RulePreset, group: str) -> Bundle:
    return Bundle(f"{OWN}{rule_preset.pk}", rule_preset.name, rule_preset.house_rules, group)


def linked(code: str) -> Bundle | None:
    """Rules that a player or a club shares by their link."""
    if rule_preset := RulePreset.objects.filter(code=code, owner__isnull=False).first():
        return Bundle(f"{LINK}{code}", rule_preset.name, rule_preset.house_rules, say("Shared with you"))
    return next((bundle for source in _sources if (bundle := source.linked(code))), None)


def rules_named(key: str, player: Player | None = None) -> HouseRules:
    """The rules of that name. RuleError when there are none for this player, or no longer."""
    if key in BUILT_IN or not key.startswith((OWN, LINK)):
        return preset(key)
    bundle = linked(key.removeprefix(LINK)) if key.startswith(LINK) else bundles(player).get(key)
    if bundle is None:
        raise RuleError("These house rules are no longer offered. Choose others.")
    return bundle.rules


def save_preset(rule_preset: RulePreset, values: Mapping[str, Any]) -> RulePreset:
    """Keep house rules under the row's name. values: option → value, those not named keep their defaults. RuleError,
    naming what does not go together, for rules that cannot be played."""
    rule_preset.rules = rules_data(HouseRules(**values))
    rule_preset.changed_at = timezone.now()
    rule_preset.full_clean()
    rule_preset.save()
    return rule_preset


@transaction.atomic
def save_rules(player: Player, name: str, rules: HouseRules, code: str = "") -> RulePreset:
    """Keeps rules as the player's own; the same name again replaces them.

    code: of the saved rules that are changed, perhaps with another name. RuleError for the name of others.
    """
    if player.user_id is None:
        raise NotAllowed("Log in to save rules.")
    kept = locked(Player.objects).get(pk=player.pk).rule_presets
    called = name_for(name)
    namesake = kept.filter(name=called).first()
    rule_preset = kept.filter(code=code).first() if code else namesake
    if rule_preset and namesake and rule_preset != namesake:
        raise RuleError("You already have rules called {name}. Choose another name.", name=called)
    if rule_preset is None and kept.count() >= MAX_SAVED:
        raise RuleError(
            "You already have {number} sets of saved rules, which is the limit. Delete one you don’t need.",
            number=MAX_SAVED,
        )
    rule_preset = rule_preset or RulePreset(name=called, owner=player)
    rule_preset.name, rule_preset.rules, rule_preset.changed_at = called, rules_data(rules), timezone.now()
    rule_preset.save()
    return rule_preset


@transaction.atomic
def delete_rules(player: Player, code: str) -> None:
    """Take the player's own rules off the list. Tables that were opened with them keep their copy."""
    RulePreset.objects.filter(owner=player, code=code).delete()


def name_for(typed: str) -> str:
    """A name as it is kept. RuleError for none, or one that is too long."""
    name = " ".join(typed.split())
    if not name:
        raise RuleError("Give these rules a name.")
    if len(name) > MAX_NAME:
        raise RuleError("The name has {number} characters. Use at most {most}.", number=len(name), most=MAX_NAME)
    return name


MAX_NAME: int = RulePreset._meta.get_field("name").max_length or 60
