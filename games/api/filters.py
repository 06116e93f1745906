"""Filters of lists, strict about what they read."""

import datetime
from typing import Any

import django_filters
from django import forms
from django.db.models import QuerySet

from games.api.serializers import LARGEST, NO_MOMENT


class WholeFilter(django_filters.Filter):
    """A whole number that the database can hold."""

    field_class = forms.IntegerField

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"min_value": 0, "max_value": LARGEST} | more)


class WordFilter(django_filters.CharFilter):
    """A short text: a slug, or part of a name."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"max_length": 80} | more)


class MomentFilter(django_filters.IsoDateTimeFilter):
    """A moment. One of long ago or far away is as good as the first or the last that anything can have here."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"error_messages": {"invalid": NO_MOMENT}} | more)

    FIRST = datetime.datetime(1900, 1, 1, tzinfo=datetime.UTC)
    LAST = datetime.datetime(2200, 1, 1, tzinfo=datetime.UTC)

    def filter(self, queryset: QuerySet[Any], value: Any) -> QuerySet[Any]:
        if value and not self.FIRST.year < value.year < self.LAST.year:
            value = self.FIRST if value.year <= self.FIRST.year else self.LAST
        return super().filter(queryset, value)
