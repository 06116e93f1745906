"""The rows that the rest of the site sees."""

import ast
from pathlib import Path

import pytest

from tests.tournaments.formats.nights import draw_request
from tournaments.formats import catalogue
from tournaments.formats.audit.round_audit import audit
from tournaments.formats.base import Slip
from tournaments.formats.catalogue import FORMATS, hard_rules
from tournaments.formats.constraints import Wish
from tournaments.formats.standings.rows import CRITERIA

ROOM = Path(catalogue.__file__).parent
FORMAT_MODULES = {"duplicate", "elimination", "movement", "progressive", "rotation", "round_robin", "swiss"}


@pytest.mark.parametrize("key", FORMATS)
def test_every_row_is_complete(key):
    row = FORMATS[key]
    assert row.key == key
    assert row.name
    assert row.blurb.endswith(".")
    assert set(row.criteria) <= set(CRITERIA)
    assert row.criteria[-1] == ("progress" if row.placing else "lot")


@pytest.mark.parametrize("key", FORMATS)
def test_every_format_draws_with_its_defaults(key):
    config, request = FORMATS[key].config(), draw_request(1, range(1, 11))
    assert audit(hard_rules(key, config), request, FORMATS[key].draw(config, request)) == ()
    assert FORMATS[key].rounds(config, 10) > 0


@pytest.mark.parametrize("key", FORMATS)
def test_every_individual_night_grants_every_wish_and_no_format_uses_a_closed_table(key):
    row = FORMATS[key]
    assert row.grants == (frozenset(Wish) if row.entry_size == 1 else {Wish.CLOSED_TABLES})


def imports(module):
    tree = ast.parse((ROOM / f"{module}.py").read_text())
    froms = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    return {f"{node.module}.{alias.name}" for node in froms for alias in node.names} | {node.module for node in froms}


MODULES = sorted(path.relative_to(ROOM).with_suffix("").as_posix() for path in ROOM.rglob("*.py"))


@pytest.mark.parametrize("module", [name for name in MODULES if not name.startswith(("catalogue", "seasons/"))])
def test_only_the_catalogue_knows_the_formats(module):
    others = FORMAT_MODULES - {module.partition("/")[0]}
    assert not [name for name in imports(module) if name.split(".")[2:3] and name.split(".")[2] in others]


def test_all_formats_are_looked_at():
    assert {module.partition("/")[0] for module in MODULES} >= FORMAT_MODULES | {"audit", "base", "standings"}


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith("audit/")])
def test_the_audit_shares_no_code_with_the_formats(module):
    rooms = [name.split(".") for name in imports(module) if name.startswith(("tournaments", "games"))]
    used = {name[2] for name in rooms if name[:2] == ["tournaments", "formats"] and len(name) > 2}
    assert used <= {"audit", "base", "kept", "numbers"} | ({"pairing"} if module == "audit/fairness" else set())
    assert not [name for name in rooms if name[0] == "games" and name[:2] != ["games", "engine"]]


@pytest.mark.parametrize("key", FORMATS)
def test_only_where_a_tie_moves_someone_a_form_asks_about_it(key):
    row = FORMATS[key]
    level = Slip((5, 5))
    assert (row.tie_label(row.config()) is None) == (row.tie_question(row.config(), level) is None)
