"""What the image has, as a folder, with programs in it that see the packages of requirements.lock and no others: what
the Dockerfile forgets to copy, or the lock to name, is missing there too."""

import http.client
import json
import os
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from tests.euchre_site.compose import FILLED_IN, dockerfile, image_environment, lay_out, read_compose
from tests.euchre_site.locked import PYTHON, only_locked
from tests.euchre_site.served import free_port
from tests.processes import migrated

START_SECONDS = 180.0
OTHER_USER = 65_534
AS_OTHER_USER = (
    "setpriv",
    f"--reuid={OTHER_USER}",
    f"--regid={OTHER_USER}",
    "--clear-groups",
    *(f"--{kind}=-all,+dac_read_search" for kind in ("bounding-set", "inh-caps", "ambient-caps")),
)
"""Somebody who owns nothing and may write only where all may. They may read: the packages can be in root's home."""
AS_WRITTEN = """
import runpy, sys
del sys.argv[0]
if sys.argv[0].endswith(".py"):
    runpy.run_path(sys.argv[0], run_name="__main__")
else:
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
"""
"""Runs the words after it: `manage.py migrate`, `uvicorn euchre_site.asgi:application`."""


def can_be_another() -> bool:
    """Root can, where this machine leaves it the right."""
    words = [*AS_OTHER_USER, PYTHON, "-c", ""]
    return os.getuid() == 0 and subprocess.run(words, capture_output=True).returncode == 0


class Shipped:
    """A site that is not a checkout. Its programs start in `start` and have this environment.

    prelude: Python that runs before what they are. rights: the words that take rights from what runs.
    """

    def __init__(self, folder: Path, start: Path, environment: dict[str, str]) -> None:
        self.folder, self.start, self.environment = folder, start, environment
        self.port = free_port()
        self.rights: tuple[str, ...] = ()
        self.prelude = ""

    def lock_up(self, place: Path, volume: Path) -> None:
        """From here on nobody may change the place, and what runs is another user's, who owns the volume alone."""
        for inner in (place, *place.rglob("*")):
            inner.chmod(0o555 if inner.is_dir() else 0o444)
        if can_be_another():
            os.chown(volume, OTHER_USER, OTHER_USER)
            self.rights = AS_OTHER_USER

    def run(self, *words: str) -> str:
        """What such a command prints."""
        return self._done(only_locked(self.prelude + AS_WRITTEN), *words)

    def tell(self, program: str, *arguments: str) -> str:
        """What a program prints about the site's data."""
        return self._done(only_locked(program), *arguments)

    def is_well(self, command: str, *parts: str) -> bool:
        """Whether its own `health` finds these parts well."""
        try:
            self.run(command, "health", *(word for part in parts for word in ("--only", part)))
        except AssertionError:
            return False
        return True

    def _done(self, python: list[str], *words: str) -> str:
        done = subprocess.run(
            [*self.rights, *python, *words],
            cwd=self.start,
            env=self._environment(),
            capture_output=True,
            text=True,
            timeout=300,
        )
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def _environment(self) -> dict[str, str]:
        return self.environment | {"DJANGO_SETTINGS_MODULE": "euchre_site.settings"}

    @contextmanager
    def serving(self, *words: str, **environment: str) -> Iterator[str]:
        """The address at which these words serve it."""
        with self.log.open("ab") as log:
            process = subprocess.Popen(
                [*self.rights, *only_locked(self.prelude + AS_WRITTEN), *words],
                cwd=self.start,
                env=self._environment() | environment,
                stdout=log,
                stderr=log,
            )
        try:
            self._wait(process)
            yield f"http://127.0.0.1:{self.port}"
        finally:
            process.terminate()
            process.wait(60)

    def _wait(self, process: subprocess.Popen[bytes]) -> None:
        """Until it answers: a server that has opened its port may still collect its files."""
        deadline = time.monotonic() + START_SECONDS
        while not self._answers():
            assert process.poll() is None, self.log.read_text()
            assert time.monotonic() < deadline, "no answer"
            time.sleep(0.05)

    def _answers(self) -> bool:
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=START_SECONDS)) as web:
            try:
                web.request("GET", "/healthz/live")
                return web.getresponse().status == 200
            except OSError:
                return False

    @property
    def log(self) -> Path:
        return self.folder / "log"


class Image(Shipped):
    """Its folders are those of the Dockerfile, below `folder`. Settings are those that compose.yaml gives the web
    server, but that the data are one file of SQLite and the background work waits."""

    def __init__(self, folder: Path) -> None:
        folders = {name: str(folder) + value for name, value in image_environment().items() if value[0] == "/"}
        super().__init__(folder, folder / "site", folders | as_web_server())
        lay_out(folder / "site")
        migrated(folder / "data")
        [collect] = [rest.split(" && ")[0] for name, rest in dockerfile() if name == "RUN" and "collectstatic" in rest]
        self.run(*collect.split()[2:])

    def web_server(self) -> tuple[str, ...]:
        """The words with which compose.yaml serves the pages."""
        return self._here(read_compose(**FILLED_IN)["services"]["web"]["command"])

    def own_command(self) -> tuple[str, ...]:
        """The words that the image runs if nobody names others."""
        [command] = [rest for name, rest in dockerfile() if name == "CMD"]
        python, *words = self._here(json.loads(command))
        assert python == "python"
        return tuple(words)

    def _here(self, words: list[str]) -> tuple[str, ...]:
        here = {"8000": str(self.port), "0.0.0.0": "127.0.0.1"}  # noqa: S104
        return tuple(here.get(str(word), str(word)) for word in words)


def as_web_server() -> dict[str, str]:
    """The settings that compose.yaml gives the web server, but the database and Redis.

    One address asks for everything, so no flood is limited.
    """
    given = read_compose(**FILLED_IN)["services"]["web"]["environment"]
    others = {name: value for name, value in given.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    return others | {"PATH": os.environ["PATH"], "FLOOD_LIMITS": "false"}
