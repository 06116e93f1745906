"""What `pip install right-bower` installs, built from this checkout: it runs from any folder and has all it needs."""

import itertools
import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from euchre_site import __version__
from tests.euchre_site.addresses import ADDRESSES, FOR_PLAYERS, NOT_THERE, OVER_HTTPS
from tests.euchre_site.image import Shipped, as_web_server
from tests.euchre_site.visitors import Site, Visitor
from tests.processes import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

INSIDE = {"templates": "euchre_site/templates", "locale": "euchre_site/locale", "docs": "euchre_site/docs"}
"""Where the wheel has what stands beside the packages in a checkout."""
WITHOUT_POSIX = """
import builtins

found = builtins.__import__

def find(name, globals=None, *rest, **named):
    if name in ("fcntl", "grp", "pwd", "resource", "syslog", "termios"):
        if str((globals or {}).get("__name__")).startswith(("euchre_site", "games", "tournaments")):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return found(name, globals, *rest, **named)

builtins.__import__ = find
"""
"""Our own code finds none of these; libraries ask for the platform instead. tests/house/test_portable.py has more."""


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    words = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    [wheel] = folder.glob("*.whl")
    return wheel


class Installed(Shipped):
    """The wheel in a folder of packages, and programs that start in an empty one. Its people have an empty home."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        empty, packages = folder / "empty", folder / "packages"
        empty.mkdir()
        given = {name: value for name, value in as_web_server().items() if name != "SECRET_KEY"}
        super().__init__(folder, empty, given | {"HOME": str(folder / "home"), "PYTHONPATH": str(packages)})
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
        subprocess.run([*pip, "--target", str(packages), str(wheel)], check=True, timeout=300)


@pytest.fixture(scope="module")
def installed(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("installed"), built)


@pytest.fixture(scope="module")
def names(built: Path) -> set[str]:
    with zipfile.ZipFile(built) as wheel:
        return set(wheel.namelist())


class TestContent:
    def test_every_file_of_the_site_is_in_it(self, names: set[str]) -> None:
        told = subprocess.run(
            ["git", "ls-files", "euchre_site", "games", "tournaments", "templates", "locale", "docs/verify_*.py"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        own = [file for file in told.stdout.splitlines() if (ROOT / file).exists()]
        assert len(own) > 1000
        expected = {f"{INSIDE.get(top, top)}/{rest}" for top, _, rest in (file.partition("/") for file in own)}
        assert expected - names == set()

    def test_nothing_else_is(self, names: set[str]) -> None:
        tops = {name.partition("/")[0] for name in names}
        assert tops == {"euchre_site", "games", "tournaments", f"right_bower-{__version__}.dist-info"}
        assert [name for name in names if "__pycache__" in name or name.endswith((".sqlite3", ".env"))] == []
        assert f"right_bower-{__version__}.dist-info/licenses/LICENSE" in names

    def test_it_brings_the_command(self, built: Path) -> None:
        with zipfile.ZipFile(built) as wheel:
            points = wheel.read(f"right_bower-{__version__}.dist-info/entry_points.txt").decode()
        assert "right-bower = euchre_site.commandline:main" in points
        assert "right-bower-mcp = euchre_site.mcp_server:main" in points


COMMAND = "euchre_site"
"""`python -m euchre_site` is what `right-bower` runs."""


@pytest.fixture(scope="module")
def site(installed: Installed) -> Site:
    """The demo, as somebody makes it who has only the wheel."""
    with installed.serving(COMMAND, "demo", "--port", str(installed.port)):
        pass
    assert f"logs in once at http://127.0.0.1:{installed.port}/login-link/" in installed.log.read_text()
    installed.environment["RIGHT_BOWER_HOME"] = str(installed.folder / "home" / "right-bower-demo")
    return Site(installed)


class TestInstalled:
    def test_its_data_are_in_the_home_folder_and_nowhere_else(self, installed: Installed, site: Site) -> None:
        home = installed.folder / "home"
        assert [place.name for place in home.iterdir()] == ["right-bower-demo"]
        assert (home / "right-bower-demo" / "db.sqlite3").exists()
        assert [*installed.start.iterdir()] == []

    def test_no_address_fails_in_either_language(self, installed: Installed, site: Site) -> None:
        addresses: dict[str, list[str]] = json.loads(installed.tell(ADDRESSES))
        failed: list[str] = []
        there: set[str] = set()
        with installed.serving(COMMAND, "serve", "--port", str(installed.port)):
            staff, visitor = (Visitor(site, **{"Accept-Language": language}) for language in ("en", "fr"))
            staff.log_in("staff")
            for route, paths in addresses.items():
                for person, path in itertools.product((staff, visitor), paths):
                    status, content = person.ask(path)
                    if status >= 500:
                        failed.append(f"{path}: {status} {content[:300]!r}")
                    if status != 404:
                        there.add(route)
            assert 'lang="fr"' in visitor.get("/learn/").text
            for name in ("verify_game.py", "verify_deal.py"):
                assert visitor.ask(f"/tables/{name}") == (200, (ROOT / "docs" / name).read_bytes())
        assert failed == [], "\n".join(failed)
        assert set(addresses) - there <= NOT_THERE | OVER_HTTPS | FOR_PLAYERS

    def test_a_backup_is_restored_in_another_folder(
        self, installed: Installed, site: Site, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        file = tmp_path / "backup.sqlite3"
        installed.run(COMMAND, "backup", "--to", str(file))
        monkeypatch.setitem(installed.environment, "RIGHT_BOWER_HOME", str(tmp_path / "other"))
        assert "Everything in it agrees with its facts" in installed.run(COMMAND, "restore", str(file))
        assert "no violation" in installed.run(COMMAND, "verify")


def test_it_serves_where_nothing_of_posix_is(
    installed: Installed, site: Site, monkeypatch: pytest.MonkeyPatch, wait_until: Callable[..., object], tmp_path: Path
) -> None:
    """As on Windows: pages, background work, a second server refused."""
    monkeypatch.setattr(installed, "prelude", WITHOUT_POSIX)
    serve = (COMMAND, "serve", "--port", str(installed.port))
    with installed.serving(*serve):
        visitor = Visitor(site)
        assert visitor.get("/").status == 200
        assert visitor.ask(f"{site.night}/paper/standings.pdf")[0] == 200
        wait_until(lambda: installed.is_well(COMMAND, "worker", "timers"))
        with pytest.raises(AssertionError, match="already runs on this data folder"):
            installed.run(*serve)
    installed.run(COMMAND, "backup", "--to", str(tmp_path / "backup.sqlite3"))
    assert "already runs" not in installed.run(COMMAND, "restore", str(tmp_path / "backup.sqlite3"))
