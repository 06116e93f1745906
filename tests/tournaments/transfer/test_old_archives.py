"""Archives of every release are read: what a table has got since it was first written is filled in."""

import pytest
from django.db.migrations import RenameModel
from django.db.migrations.loader import MigrationLoader
from django.db.models import Model

from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import Event
from tournaments.leagues.models import Season
from tournaments.rounds.models import Round
from tournaments.transfer.kinds import BY_MODEL, KINDS, Kind
from tournaments.transfer.old_archives import MISSING, RENAMED_COLUMNS, default_of, renew


def first_columns() -> dict[tuple[str, str], set[str]]:
    """The columns of each table in the first release that had it, under whatever name, as its migrations say."""
    loader = MigrationLoader(None)
    state = loader.project_state([])
    found: dict[tuple[str, str], set[str]] = {}
    for node in loader.graph._generate_plan(loader.graph.leaf_nodes(), at_end=True):
        migration = loader.graph.nodes[node]
        state = migration.mutate_state(state, preserve=False)
        for operation in migration.operations:
            if isinstance(operation, RenameModel):
                former = node[0], operation.old_name_lower
                found[node[0], operation.new_name_lower] = found.pop(former)
        for key, model in state.models.items():
            found.setdefault(key, set(model.fields))
    return found


@pytest.fixture(scope="module")
def columns() -> dict[tuple[str, str], set[str]]:
    return first_columns()


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.name)
def test_what_a_table_got_since_its_first_release_is_filled_in(
    kind: Kind, columns: dict[tuple[str, str], set[str]]
) -> None:
    first = columns.get((kind.model._meta.app_label, kind.model._meta.model_name or ""))
    if first is None:
        pytest.fail(f"{kind.name} has another name in its migrations: add it to the test")
    renamed = RENAMED_COLUMNS.get(kind.model, {})
    written = {renamed.get(name, name) for name in first}
    new = {kind.called(field): default_of(field) for field in kind.fields if kind.called(field) not in written}
    assert [name for name, default in new.items() if default is MISSING] == [], "give it a default, or say it in renew"


def test_a_renamed_column_is_read_by_both_names() -> None:
    [(model, renamed)] = RENAMED_COLUMNS.items()
    [(former, column)] = renamed.items()
    for name in (former, column):
        said = {name: "sit"}
        renew(BY_MODEL[model], said)
        assert said[column] == "sit"
        assert former not in said


@pytest.mark.parametrize(
    ("model", "column", "default"),
    [
        (Event, "cancelled_at", None),
        (Event, "cancelled_because", ""),
        (Round, "dealing", 0),
        (Round, "status", "draft"),
        (Venue, "is_retired", False),
        (Season, "house_rules", {}),
        (AuditLogEntry, "at", MISSING),
        (Club, "name", MISSING),
        (Event, "club", MISSING),
    ],
)
def test_a_missing_column_gets_what_a_new_row_has_and_nothing_is_made_up(
    model: type[Model], column: str, default: object
) -> None:
    found = default_of(model._meta.get_field(column))
    assert found == default
    assert type(found) is type(default), "as JSON has it"
