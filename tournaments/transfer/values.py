"""A column's value as JSON has it, and back; back only what the column really takes."""

import datetime
from typing import Any

from django.db import models
from django.utils.dateparse import parse_date, parse_datetime

from games.engine.messages import Message, message_from
from games.message_field import MessageField, MessagesField
from tournaments.transfer import old_archives

TYPES: tuple[tuple[Any, type], ...] = (
    (models.BooleanField, bool),
    (models.IntegerField, int),
    (models.DateField, str),
    (models.CharField, str),
    (models.TextField, str),
)
"""Kinds of columns, and what JSON has for them."""


def plain(value: Any) -> Any:
    """Moments in UTC."""
    if isinstance(value, Message):
        return value.as_data()
    if isinstance(value, list):
        return [plain(part) for part in value]
    if isinstance(value, datetime.datetime):
        return value.astimezone(datetime.UTC).isoformat()
    return str(value) if isinstance(value, datetime.date) else value


def typed(field: Any, value: Any) -> Any:
    """The inverse of `plain`. ValueError or ValidationError for what the column does not take: another type, too long,
    a value that the model does not know."""
    if isinstance(field, MessagesField):
        return [_message(part) for part in value]
    if isinstance(field, MessageField):
        return _message(value, may_be_missing=field.null)
    if isinstance(field, models.JSONField):
        return value
    wanted = next(kind for column, kind in TYPES if isinstance(field, column))
    if not _is(value, wanted):
        raise ValueError(f"“{str(value)[:40]}” is of the wrong kind.")
    read = value
    if isinstance(field, models.DateTimeField):
        read = _moment(value)
    elif isinstance(field, models.DateField):
        read = _day(value)
    field.run_validators(read)
    if field.choices and read not in {key for key, _ in field.flatchoices} and not (field.blank and read == ""):
        raise ValueError(f"“{str(value)[:40]}” is not one of the values that this site knows.")
    return read


def _message(value: Any, *, may_be_missing: bool = False) -> Message | None:
    data = old_archives.message(value, may_be_missing=may_be_missing) if isinstance(value, str) else value
    return None if data is None else message_from(data)


def _is(value: object, wanted: type) -> bool:
    """True is no number here."""
    return type(value) is wanted


def _moment(text: str) -> datetime.datetime:
    moment = parse_datetime(text)
    if moment is None or moment.tzinfo is None:
        raise ValueError(f"“{text[:40]}” is no moment with its zone.")
    return moment.astimezone(datetime.UTC)


def _day(text: str) -> datetime.date:
    day = parse_date(text)
    if day is None:
        raise ValueError(f"“{text[:40]}” is no day.")
    return day
