"""Archives of every release are read: what a table has got since it was first written is filled in."""

import pytest
from django.db.migrations import RenameModel
from django.db.migrations.loader import MigrationLoader

from tournaments.transfer.kinds import KINDS, Kind
from tournaments.transfer.old_archives import NEW_COLUMNS, RENAMED_COLUMNS, renew


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
    names = {kind.called(one) for one in kind.fields}
    renamed = RENAMED_COLUMNS.get(kind.model, {})
    written = {renamed.get(name, name) for name in first}
    assert names - written - set(NEW_COLUMNS.get(kind.model, {})) == set()


def test_a_renamed_column_is_read_by_both_names() -> None:
    [(model, renamed)] = RENAMED_COLUMNS.items()
    [(former, column)] = renamed.items()
    for name in (former, column):
        said = {name: "sit"}
        renew(model, said)
        assert said == {column: "sit"}
