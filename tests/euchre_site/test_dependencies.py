"""The site starts with the packages of its own lock and no others: `make demo` has only those. What a lock names can be
installed also when newer releases are out."""

import json
from importlib.metadata import requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.euchre_site.locked import pins, run_locked
from tests.games.engine.game_files import FINALS, HOSTILE
from tests.games.pictures import HTML, SVG, bomb, plain, webp_bomb
from tests.tournaments.transfer import hostile
from tournaments.transfer.sheets import MAX_BYTES

ROSTER = b"name\nAnn Weber\nBob Stone\n"

START = """
import euchre_site.asgi, euchre_site.celery, uvicorn
from django.core.management import get_commands, load_command_class
from django.urls import get_resolver
get_resolver().url_patterns
for name, app in get_commands().items():
    if app in ("euchre_site", "games", "tournaments"):
        load_command_class(app, name)
"""


def start(without: str = "") -> str:
    """What goes wrong."""
    return run_locked(START, without=without, DJANGO_SETTINGS_MODULE="euchre_site.settings_test").stderr


@pytest.mark.slow
@pytest.mark.heavy
def test_it_starts_with_what_its_lock_has() -> None:
    assert start() == ""
    assert "No module named 'packaging'" in start("packaging")


# -- hostile files ----------------------------------------------------------------------------------------------------

MAX_MB = 50
"""More memory no file may cost that is taken in at all."""
READ = """
import json, resource, sys, time
from pathlib import Path

import django
django.setup()
import openpyxl
from games.tables.card_art import back_from
from games.engine.egn_file import games_from
from games.engine.errors import RuleError
from tournaments.checkin.roster_lines import read_file
from tournaments.transfer.archive import read_archive
from tournaments.transfer.sheets import read_sheet
from tournaments.transfer.tables import TABLES

READERS = {
    "sheet": lambda file: read_sheet(file.read_bytes(), TABLES["players"].columns),
    "roster": lambda file: read_file(file.read_bytes()),
    "archive": lambda file: read_archive(file.open("rb")),
    "games": lambda file: games_from(file.read_bytes()),
    "picture": lambda file: back_from(file.read_bytes()),
}
told = {}
files = sorted(Path(sys.argv[1]).iterdir(), key=lambda file: not file.stem.startswith("good"))
for file in files:
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    try:
        READERS[file.suffix[1:]](file)
        answer = "taken"
    except RuleError:
        answer = "refused"
    except Exception as error:
        answer = repr(error)
    told[file.name] = answer, (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
json.dump({"files": told, "openpyxl": openpyxl.DEFUSEDXML}, sys.stdout)
"""


@pytest.mark.slow
@pytest.mark.heavy
def test_hostile_files_are_refused_by_what_its_lock_has(tmp_path: Path) -> None:
    """None costs more than a little memory; of those together, too."""
    files = {"good.sheet": hostile.good_book(), "good.roster": ROSTER, "good.games": FINALS, "good.picture": plain()}
    files |= {
        f"{number}.sheet": one for number, (_, one) in enumerate(hostile.refused_files()) if len(one) <= MAX_BYTES
    }
    files |= {f"{number}.games": content for number, (content, _) in enumerate(HOSTILE.values())}
    files |= {f"{number}.picture": content for number, content in enumerate((bomb(), webp_bomb(), SVG, HTML))}
    bombs = [hostile.a_zip({"manifest.json": b" " * 60_000_000}), hostile.a_zip({"x.xml": hostile.entities("utf-16")})]
    files |= {f"{number}.{kind}": one for number, one in enumerate(bombs) for kind in ("archive", "roster")}
    for name, content in files.items():
        (tmp_path / name).write_bytes(content)

    done = run_locked(READ, str(tmp_path), DJANGO_SETTINGS_MODULE="euchre_site.settings_test")
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    assert printed["openpyxl"], "what it reads it does not read through defusedxml"
    answers = {name: answer for name, (answer, _) in printed["files"].items()}
    assert {name for name, answer in answers.items() if answer == "taken"} == {
        name for name in files if name.startswith("good")
    }
    assert {name: answer for name, answer in answers.items() if answer not in ("taken", "refused")} == {}
    grown = {name: megabytes for name, (_, megabytes) in printed["files"].items() if not name.startswith("good")}
    assert sum(grown.values()) < MAX_MB, {name: round(size) for name, size in grown.items() if size > 1}


@pytest.mark.slow
def test_it_does_not_start_without_what_reads_xml() -> None:
    done = run_locked("import tournaments.spreadsheets.packages", without="defusedxml")
    assert "No module named 'defusedxml'" in done.stderr


# -- locks ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lock", ["requirements.lock", "requirements-dev.lock"])
def test_what_is_asked_for_with_an_extra_is_pinned_with_it(lock: str) -> None:
    """Else pip tries the newest release for it, which no lock has a hash of."""
    pinned = pins(lock)
    wanted = [
        (name, canonicalize_name(part.name), part.extras - pinned.get(canonicalize_name(part.name), set()))
        for name, extras in pinned.items()
        for part in map(Requirement, requires(name) or ())
        if not part.marker or any(part.marker.evaluate({"extra": extra}) for extra in extras or {""})
    ]
    assert [missing for missing in wanted if missing[2]] == []
    assert "django" in pinned
