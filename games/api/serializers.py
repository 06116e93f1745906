"""What all bodies have in common: only the fields that are named, and only values of the kind that they should be."""

import hashlib
import json
from fractions import Fraction
from functools import cached_property
from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.utils.encoders import JSONEncoder

from games.engine.errors import RuleError
from games.engine.language import say

LARGEST = 2**31 - 1
NO_MOMENT = _("Enter a date and time with a time zone, e.g. 2026-12-01T19:00:00Z.")


def version_of(shown: Any) -> str:
    """Of what a program is shown: another one when anything in it is another."""
    text = json.dumps(shown, cls=JSONEncoder, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


class StrictSerializer(serializers.Serializer[Any]):
    # Read or written field by field. An unknown field is refused, not ignored. (No docstring: the schema would show it
    # at every shape that has none.)

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, dict) and (unknown := sorted(set(data) - set(self.fields))):
            raise serializers.ValidationError(
                {name[:60]: [say("This field doesn’t exist. Check its spelling.")] for name in unknown[:10]}
            )
        return super().to_internal_value(data)


class Whole(serializers.IntegerField):
    """A JSON number without a fraction, be it written 7 or 7.0; no text, no true."""

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"min_value": 0, "max_value": LARGEST} | more)

    def to_internal_value(self, data: Any) -> int:
        if type(data) is float and data.is_integer():
            data = int(data)
        if type(data) is not int:
            self.fail("invalid")
        return int(data)


class Measure(serializers.FloatField):
    """An exact number as JSON has it: 7, and 6.5 for thirteen halves."""

    def to_representation(self, value: Any) -> Any:
        exact = Fraction(value)
        return int(exact) if exact.denominator == 1 else float(exact)


class YesNo(serializers.BooleanField):
    """true or false, and no word for it."""

    def to_internal_value(self, data: Any) -> bool:
        if data is not True and data is not False:
            self.fail("invalid", input=data)
        return bool(data)


class Moment(serializers.DateTimeField):
    """A date and time, which says what one looks like."""

    default_error_messages: ClassVar = dict.fromkeys(("invalid", "date", "make_aware", "overflow"), NO_MOMENT)


class Line(serializers.CharField):
    """One line of text; no number for it, and blanks alone are no text."""

    def run_validation(self, data: Any = serializers.empty) -> Any:
        if isinstance(data, str) and data and not data.strip() and not self.allow_blank:
            raise RuleError("The text is blank. Enter at least one letter.")
        return super().run_validation(data)

    def __init__(self, **more: Any) -> None:
        super().__init__(**{"max_length": 200} | more)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            self.fail("invalid")
        return str(super().to_internal_value(data))


class ETagField(serializers.CharField):
    """In a row of a list: the ETag of the thing itself, for `If-Match`. of: the thing as its own `GET` shows it."""

    def __init__(self, of: type[StrictSerializer]) -> None:
        super().__init__(
            source="*", read_only=True, help_text="Of the thing itself: send it as `If-Match`, with its quotes."
        )
        self.of = of

    @cached_property
    def shape(self) -> StrictSerializer:
        """One for all rows: to make one takes longer than to use it."""
        return self.of(context=self.context)

    def to_representation(self, value: Any) -> str:
        return f'"{version_of(self.shape.to_representation(value))}"'


class Nothing(StrictSerializer):
    """A body without fields: {}."""


class ProblemSerializer(StrictSerializer):
    """Why something was not done. `present` is there when it has changed meanwhile: how it stands now."""

    class Complaint(StrictSerializer):
        field = serializers.CharField(help_text="The way to the field, as in hands.0.points; empty: the whole.")
        detail = serializers.CharField()

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="For programs; it never changes.")
    detail = serializers.CharField(help_text="A sentence for people.")
    errors = Complaint(many=True, required=False)  # type: ignore[assignment]  # a field, which the class takes out
    present = serializers.DictField(required=False)
