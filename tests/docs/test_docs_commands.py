"""What the pages say to type is typed: every command of the site and of the pure rooms runs, on a demo site, to a good
end. Those of `make` have their recipes run by other tests, by CI itself, or are too long for either (`TOO_LONG`)."""

import re
import subprocess
from collections.abc import Sequence
from pathlib import Path
from uuid import uuid4

import pytest

from tests.docs import markdown
from tests.docs.markdown import PAGES
from tests.docs.test_docs import STANDS_FOR
from tests.processes import ROOT, demo, manage, run_python
from tournaments.demo import ORGANIZER

pytestmark = [pytest.mark.slow, pytest.mark.heavy]

GAME = ROOT / "tests/data/engine/egn/Custom_Scenario.egn"
TOO_LONG = {"benchmarks"}
"""Minutes to hours, about figures: tests/docs/test_docs.py asks their parsers. `make soak` and `planted` likewise."""
WANTS_A_CHECKOUT = {"tests.house.icons"}
"""Of another project: its parser is asked likewise."""
BY_OTHER_TESTS = {
    "serve": "tests/euchre_site/test_serve.py",
    "restore": "tests/euchre_site/backups/test_another_laptop.py",
    "health": "tests/euchre_site/test_health.py",
}
"""They go on for ever, or need a site that is served, or of another kind than the demo."""
SECOND_FACTOR = f"""
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from games.models import User
TOTP.activate(User.objects.get(email="{ORGANIZER}"), generate_totp_secret())
"""
BOTS_MOVE = "from games.tasks import move_due_tables; move_due_tables()"
"""The table to watch waits for its bots since the demo was made: a site that is served moves them."""
CLUB = "lakeside-euchre-club"
CSV = "name\nWalter {0}\nXenia {0}\n"
"""No one is entered twice."""


def typed(program: str) -> list[list[str]]:
    """Each once, without what stands in brackets."""
    found = {tuple(words) for page in PAGES for name, words in markdown.typed(page) if name == program and words}
    return sorted([word.strip("[]") for word in words] for words in found)


@pytest.fixture(scope="module")
def demo_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return demo(tmp_path_factory.mktemp("docs") / "home")


@pytest.mark.parametrize("words", typed("manage.py"), ids=" ".join)
def test_a_command_of_the_site_runs(words: list[str], demo_home: Path, tmp_path: Path) -> None:
    name = words[0]
    if name in BY_OTHER_TESTS:
        assert re.search(rf"[\"']{name}[\"']", (ROOT / BY_OTHER_TESTS[name]).read_text())
        return
    if name == "remove_second_factor":
        assert manage("shell", "-c", SECOND_FACTOR, **environment(name, demo_home)).returncode == 0
    if name == "verify":
        assert manage("shell", "-c", BOTS_MOVE, **environment(name, demo_home)).returncode == 0
    if name == "import_club":
        assert manage("export_club", CLUB, str(tmp_path / "file"), **environment(name, demo_home)).returncode == 0
    done = manage(*in_full(words, tmp_path), **environment(name, demo_home))
    assert done.returncode == 0, done.stdout + done.stderr


def environment(name: str, home: Path) -> dict[str, str]:
    own = {"RIGHT_BOWER_HOME": str(home), "STATIC_ROOT": str(home / "static")}
    if name == "createsuperuser":
        own |= {"DJANGO_SUPERUSER_EMAIL": "new@example.org", "DJANGO_SUPERUSER_PASSWORD": "only for a test"}
    if name == "check":
        own |= {"ALLOWED_HOSTS": "euchre.example.org", "HTTPS": "true", "SECRET_KEY": "a" * 25 + "b" * 25 + "cdefg"}
    return own


def in_full(words: Sequence[str], folder: Path) -> list[str]:
    """The words in capitals replaced, and what a page leaves out because everyone knows it."""
    roster = folder / "roster.csv"
    roster.write_text(CSV.format(uuid4().hex[:8]))
    stand_for = STANDS_FOR | {
        "FILE.csv": str(roster),
        "FILE": str(folder / "file"),
        "EMAIL": ORGANIZER,
        "/media/stick": str(folder),
    }
    found = [stand_for.get(word, word) for word in words]
    if words[0] == "import_roster":
        found = ["import_roster", str(roster), "--event", "next-weeks-progressive"]
    if words[0] == "export_club":
        found = ["export_club", CLUB, str(folder / "club.zip")]
    needed = {"createsuperuser": ["--noinput"], "collectstatic": ["--noinput"], "makemigrations": ["--check"]}
    return [*found, *needed.get(words[0], [])]


@pytest.mark.parametrize("words", typed("-m"), ids=" ".join)
def test_a_command_of_a_pure_room_runs(words: list[str]) -> None:
    if words[0] in TOO_LONG | WANTS_A_CHECKOUT:
        return
    stand_for = STANDS_FOR | dict.fromkeys(("FILE", "game.egn", "match.emn"), str(GAME))
    shown = [stand_for.get(word, word) for word in words]
    if words[:2] == ["games.engine", "analyze"]:
        shown += ["--deals", "4"]
    done = run_python("-m", *(shown if len(shown) > 1 else [*shown, "--help"]))
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("words", typed("make"), ids=" ".join)
def test_make_knows_what_to_do(words: list[str]) -> None:
    """Its recipe, printed."""
    done = subprocess.run(["make", "--dry-run", *words], cwd=ROOT, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_controls(demo_home: Path) -> None:
    assert manage("verify", "--nonsense", RIGHT_BOWER_HOME=str(demo_home)).returncode != 0
    assert len(typed("manage.py")) > 15
