"""Named house rules: the engine's own and those of this site, for whoever opens a table."""

from typing import Any

from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.presets import preset
from games.engine.rules import HouseRules, rules_data
from games.tables.models import RulePreset

BUILT_IN = {
    "plain": mark("Plain euchre to 10"),
    "web_classic": mark("Stick the dealer, farmer's hand"),
    "hoyle": mark("Hoyle: 32 cards, to 5"),
    "krengineering": mark("To the right, nobody alone"),
    "progressive_night": mark("Eight hands, as on a club night"),
    "trickster_bid": mark("Bid Euchre to 32"),
}
OWN = "own-"


def names() -> dict[str, str]:
    """Key → name: this site's first."""
    own = RulePreset.objects.filter(is_offered=True).values_list("pk", "name")
    return {f"{OWN}{pk}": name for pk, name in own} | {key: say(name) for key, name in BUILT_IN.items()}


def rules_named(key: str) -> HouseRules:
    """RuleError when there are none of that name, or no more."""
    if not key.startswith(OWN):
        return preset(key)
    found = RulePreset.objects.filter(is_offered=True, pk=key.removeprefix(OWN)).first()
    if found is None:
        raise RuleError("These house rules are not offered any more. Choose others.")
    return found.house_rules


def save_preset(row: RulePreset, values: dict[str, Any]) -> RulePreset:
    """Keep house rules under the row's name. values: option → value, those not named keep their defaults. RuleError,
    naming what does not go together, for rules that cannot be played."""
    row.rules = rules_data(HouseRules(**values))
    row.changed_at = timezone.now()
    row.full_clean()
    row.save()
    return row
