"""No column about people is forgotten: neither those that point at them nor those that hold what people write."""

from pathlib import Path

from django.apps import apps
from django.db.models import CharField, Field, JSONField, TextField

from games.accounts.models import Player, User
from tournaments.privacy.personal import LINES, what_is_kept
from tournaments.privacy.texts import WRITTEN

REVIEWED = Path(__file__).parents[2] / "data" / "columns_without_names.txt"


def test_every_column_that_points_at_a_person_is_listed() -> None:
    pointing = {
        (model, field.name)
        for model in apps.get_models(include_auto_created=True)
        for field in model._meta.concrete_fields
        if field.related_model in (Player, User) and model is not Player
    }
    assert pointing == {(line.model, line.field) for line in LINES}
    assert len(LINES) == len({(line.model, line.field) for line in LINES})


def is_text(field: "Field[object, object]") -> bool:
    return isinstance(field, CharField | TextField | JSONField) and not field.choices


def test_every_column_that_holds_text_is_searched_or_reviewed() -> None:
    """A new one goes into `texts.WRITTEN`, is written over in `personal.LINES`, or is reviewed and listed."""
    known = {f"{texts.model.__name__}.{name}" for texts in WRITTEN for name in texts.fields}
    known |= {f"{line.model.__name__}.{name}" for line in LINES for name in line.left or {}}
    known |= {f"{line.model.__name__}.{name}" for line in LINES if line.left is None for name in line.shown}
    reviewed = {line.split()[0] for line in REVIEWED.read_text().splitlines() if line and not line.startswith("#")}
    found = {
        f"{model.__name__}.{field.name}"
        for app in ("games", "tournaments")
        for model in apps.get_app_config(app).get_models()
        for field in model._meta.concrete_fields
        if is_text(field)
    }
    assert found - known == reviewed


def test_the_privacy_page_says_what_happens_to_each() -> None:
    titles = [title for group in what_is_kept().values() for title in group]
    assert len(titles) == len(set(titles))
    assert {line.title for line in LINES} <= set(titles)
