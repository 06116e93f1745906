"""Columns of messages: JSON in the database, messages when a row is read."""

from collections.abc import Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models

from games.engine.messages import NOTHING, Message, message_from


class _InWords(DjangoJSONEncoder):
    """For the admin, which shows a column of JSON as JSON: a message as its sentence."""

    def default(self, o: Any) -> Any:
        return str(o) if isinstance(o, Message) else super().default(o)


class MessageField(models.JSONField):
    """One message. For migrations it is any column of JSON."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **{"encoder": _InWords} | kwargs)

    def deconstruct(self) -> tuple[str, str, Sequence[Any], dict[str, Any]]:
        name, _, args, kwargs = super().deconstruct()
        del kwargs["encoder"]
        return name, "django.db.models.JSONField", args, kwargs

    def get_default(self) -> Any:
        if self.has_default() or self.null:
            return self.to_python(super().get_default())
        return NOTHING

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> Any:
        return self.to_python(super().from_db_value(value, expression, connection))

    def to_python(self, value: Any) -> Any:
        return value if value is None or isinstance(value, Message) else message_from(value)

    def get_prep_value(self, value: Any) -> Any:
        return super().get_prep_value(self.plain(value))

    def plain(self, value: Any) -> Any:
        """As JSON."""
        return value.as_data() if isinstance(value, Message) else value

    def value_to_string(self, obj: models.Model) -> Any:
        return self.plain(self.value_from_object(obj))


class MessagesField(MessageField):
    """Several messages, in order."""

    def to_python(self, value: Any) -> Any:
        return value if value is None else [super(MessagesField, self).to_python(message) for message in value]

    def plain(self, value: Any) -> Any:
        return value if value is None else [super(MessagesField, self).plain(message) for message in value]
