"""What the form of a new table sends, and the rule picker in it."""

from games.engine.presets import PRESETS, preset
from games.engine.rules import HouseRules
from games.house_rules.picker import fields_of
from games.house_rules.presets import Bundle
from games.tables.forms import TableForm

BUNDLES = {key: Bundle(key, key, preset(key)) for key in PRESETS}
"""Without anyone's own."""


def new_table(**changed: object) -> dict[str, object]:
    """As it opens, with some changed: a tick that is off is not sent."""
    fields = TableForm().fields
    shown = {name: field.initial for name, field in fields.items()} | {"name": "", "house_rules": "plain"} | changed
    return {name: value for name, value in shown.items() if value is not None and value is not False}


def picker_fields(bundle: str = "plain", rules: HouseRules | None = None) -> dict[str, str]:
    """What the picker sends, as it opens with that bundle, or with rules that were turned."""
    shown = fields_of(rules or BUNDLES[bundle].rules)
    return shown | {"house_rules": bundle, "rules_of": bundle, "rules_picked": ""}
