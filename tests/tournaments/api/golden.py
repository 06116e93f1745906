"""The API's schema as a golden file. `python -m tests.tournaments.api.golden` writes its examples and then the schema
again; a change of what programs rely on is a readable difference in version control."""

import json
import os
from pathlib import Path
from typing import Any

FILE = Path(__file__).resolve().parents[2] / "data" / "api_schema.json"


def schema() -> Any:
    """As `/api/v1/schema.json` sends it."""
    from drf_spectacular.generators import SchemaGenerator

    return json.loads(json.dumps(SchemaGenerator().get_schema(public=True), default=str))


def text() -> str:
    return json.dumps(schema(), indent=1, sort_keys=True, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings_test")
    import django

    django.setup()
    from tests.tournaments.api import examples

    examples.write()
    FILE.write_text(text(), encoding="utf-8")
