"""House rules and a table's settings in the bodies of the API: objects of option → value, and what the schema says of
them. The engine decides whether they can be played, in its own sentences."""

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.accounts.models import Player
from games.api.serializers import Line
from games.engine.options import Option
from games.engine.rules import HouseRules, options, rules_from
from games.house_rules.presets import rules_named
from games.tables.options import table_options

LONGEST = 60
PRESET = {"type": "string", "minLength": 1, "maxLength": LONGEST, "pattern": r"\S", "description": "A preset's name."}


def schema_of(known: Iterable[Option]) -> dict[str, Any]:
    """An object that may have each of the options."""
    return {
        "type": "object",
        "additionalProperties": False,
        "properties": {shown.name: _value_schema(shown) for shown in known},
    }


def _value_schema(shown: Option) -> dict[str, Any]:
    about: dict[str, Any] = {"description": f"{shown.english_label}. {shown.english_help}"}
    if shown.low is not None:
        kind: Any = ["integer", "null"] if None in shown.choices else "integer"
        return about | {"type": kind, "minimum": shown.low, "maximum": shown.high}
    if isinstance(shown.default, bool):
        return about | {"type": "boolean"}
    return about | {"enum": [choice.value if isinstance(choice, Enum) else choice for choice in shown.choices]}


@extend_schema_field(schema_of(table_options()))
class SettingsField(serializers.Field[Any, Any, Any, Any]):
    """Option → value. Numbers may be written 7 or 7.0."""

    default_error_messages: ClassVar = {"invalid": _("Send an object with options and their values.")}

    def to_internal_value(self, data: Any) -> Any:
        if not isinstance(data, dict) or not all(_is_option(*item) for item in data.items()):
            self.fail("invalid")
        return {name: _plain(value) for name, value in data.items()}


@extend_schema_field({"oneOf": [PRESET, schema_of(options())]})
class RulesField(SettingsField):
    """A preset's name, or option → value."""

    default_error_messages: ClassVar = {
        "invalid": _("Send a preset’s name, or an object with options and their values.")
    }

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, str):
            return Line(max_length=LONGEST).run_validation(data)
        return super().to_internal_value(data)


def _is_option(name: str, value: Any) -> bool:
    """Something that can be shown in a refusal."""
    return not isinstance(value, dict | list) and len(name) <= LONGEST and len(str(value)) <= LONGEST


def _plain(value: Any) -> Any:
    """As the engine reads it."""
    return int(value) if type(value) is float and value.is_integer() else value


def rules_sent(sent: str | Mapping[str, Any], left_out: Mapping[str, Any], player: Player | None) -> HouseRules:
    """House rules as they were sent: by a preset's name, or option by option, with the values of what was left out.
    RuleError for what can't be played."""
    return rules_named(sent, player) if isinstance(sent, str) else rules_from({**left_out, **sent})
