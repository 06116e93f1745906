"""What a migration is for: what the tables hold. How a field is called, explained and offered on pages isn't that."""

from typing import Any

from django.db.migrations.autodetector import MigrationAutodetector
from django.db.models import Field

WORDS = ("choices", "error_messages", "help_text", "verbose_name")
"""Arguments of fields that no database ever sees. Which values may stand there, constraints say."""


class TableChanges(MigrationAutodetector):
    """Django's own, without what is only words."""

    def deep_deconstruct(self, obj: Any) -> Any:
        deconstructed = super().deep_deconstruct(obj)
        if not isinstance(obj, Field):
            return deconstructed
        path, arguments, named = deconstructed
        return path, arguments, {name: value for name, value in named.items() if name not in WORDS}
