"""SQLite keeps what PostgreSQL refuses: texts longer than their column, numbers too large for it. Not in tests."""

from collections.abc import Iterator
from typing import Any

import pytest
from django.db import DataError, connection
from django.db.backends.base.operations import BaseDatabaseOperations
from django.db.models import CharField, Field, IntegerField

RANGES = BaseDatabaseOperations.integer_field_ranges
"""As PostgreSQL has them."""


@pytest.fixture(autouse=True, scope="session")
def refuses_what_postgres_refuses() -> Iterator[None]:
    if connection.vendor != "sqlite":
        yield
        return
    as_django_does = Field.get_db_prep_save

    def checked(field: "Field[Any, Any]", value: Any, connection: Any) -> Any:
        kept = as_django_does(field, value, connection)
        if not hasattr(field, "model"):  # the type of a sum in a question, no column
            return kept
        if isinstance(field, CharField) and isinstance(kept, str) and len(kept) > (field.max_length or len(kept)):
            raise DataError(f"value too long for {field}, which takes {field.max_length} characters: {kept}")
        if isinstance(field, IntegerField) and isinstance(kept, int):
            least, most = RANGES[field.get_internal_type()]
            if not least <= kept <= most:
                raise DataError(f"{kept} is out of the range of {field}, from {least} to {most}")
        return kept

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Field, "get_db_prep_save", checked)
        yield
