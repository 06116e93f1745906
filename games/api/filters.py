"""Filters of lists, strict about what they read."""

from typing import Any

import django_filters
from django import forms

from games.api.serializers import LARGEST


class WholeFilter(django_filters.Filter):
    """A whole number that the database can hold."""

    field_class = forms.IntegerField

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"min_value": 0, "max_value": LARGEST} | more)


class WordFilter(django_filters.CharFilter):
    """A short text: a slug, or part of a name."""

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **{"max_length": 80} | more)
