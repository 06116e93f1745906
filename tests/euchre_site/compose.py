"""The services of compose.yaml as processes of this machine: the same commands and environment at other addresses.

The files lie where the Dockerfile puts them, so that what it forgets to copy is missing here, too.
"""

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import yaml

from tests.euchre_site.served import free_port
from tests.flows.browserless import Browser, Tally
from tests.processes import ROOT

HOST = "euchre.example.org"
FILLED_IN = {"SITE_HOST": HOST, "SECRET_KEY": "0123456789abcdef" * 4, "DATABASE_PASSWORD": "abcdef0123456789"}
START_SECONDS = 60.0


def read_compose(**env_file: str) -> dict[str, Any]:
    """compose.yaml with its variables filled in as Compose does from such an .env: in words, after reading the YAML."""

    def fill(found: re.Match[str]) -> str:
        name, how, words = found.groups()
        assert env_file.get(name) or how == "-", f"{name} is missing: {words}"
        return env_file.get(name) or str(words)

    def filled(part: Any) -> Any:
        if isinstance(part, dict):
            return {name: filled(value) for name, value in part.items()}
        if isinstance(part, list):
            return [filled(value) for value in part]
        return re.sub(r"\$\{(\w+):([?-])([^}]*)\}", fill, part) if isinstance(part, str) else part

    read: dict[str, Any] = filled(yaml.safe_load((ROOT / "compose.yaml").read_text()))
    assert "$" not in str(read), "a variable without a default and without a word about what is missing"
    return read


def dockerfile() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile: name and the rest of the line."""
    text = re.sub(r"^#.*\n", "", (ROOT / "Dockerfile").read_text(), flags=re.M).replace("\\\n", " ")
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in text.splitlines()) if name]


def image_environment() -> dict[str, str]:
    return dict(word.split("=", 1) for name, rest in dockerfile() if name == "ENV" for word in rest.split())


def lay_out(site: Path) -> None:
    """The files that the image has, copied as the Dockerfile says."""
    for name, rest in dockerfile():
        if name == "COPY" and not rest.startswith("--from") and not rest.endswith(" /"):
            source, target = rest.split()
            own, copied = ROOT / source, site / target
            copied.parent.mkdir(parents=True, exist_ok=True)
            if own.is_dir():
                shutil.copytree(own, copied, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                copied = copied / own.name if target.endswith(("/", ".")) else copied
                copied.parent.mkdir(exist_ok=True)
                shutil.copy(own, copied)


class BehindProxy(Browser):
    """A browser, as the proxy passes on what it asks."""

    def __init__(self, port: int, tally: Tally) -> None:
        super().__init__(port, tally, Random(1))

    def _headers(self) -> dict[str, str]:
        own = {"Host": HOST, "Origin": f"https://{HOST}"}
        return super()._headers() | own | {"X-Forwarded-Proto": "https", "X-Forwarded-For": "203.0.113.7"}


class Composed:
    """Processes by name; `ports` are where the web servers and Redis listen."""

    def __init__(self, folder: Path, database_url: str, webs: tuple[str, ...]) -> None:
        self.folder, self.webs = folder, webs
        self.services = read_compose(**FILLED_IN)["services"]
        self.ports = {name: free_port() for name in (*webs, "redis")}
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self.environment = self._environment(database_url)
        self._lay_out()

    def _environment(self, database_url: str) -> dict[str, str]:
        given = self.services["web"]["environment"]
        assert all(isinstance(value, str) for value in given.values()), "YAML made something else of a word"
        folders = {name: str(self.folder) + value for name, value in image_environment().items() if value[0] == "/"}
        redis_url = given["REDIS_URL"].replace("redis:6379", f"127.0.0.1:{self.ports['redis']}")
        path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
        rest = {"PATH": path, "PYTHONUNBUFFERED": image_environment()["PYTHONUNBUFFERED"]}
        return given | folders | rest | {"DATABASE_URL": database_url, "REDIS_URL": redis_url}

    def _lay_out(self) -> None:
        """What the image holds."""
        for name in ("data", "redis"):
            (self.folder / name).mkdir(mode=0o700, parents=True)
        lay_out(self.folder / "site")
        [collect] = [rest.split(" && ")[0] for name, rest in dockerfile() if name == "RUN" and "collectstatic" in rest]
        words = collect.split()
        self.run([word for word in words if "=" not in word], **dict(word.split("=") for word in words if "=" in word))

    def command_of(self, name: str) -> list[str]:
        """The words of the service's command; `web-a` is a process of the service `web`."""
        words = [str(word) for word in self.services[name.partition("-")[0]]["command"]]
        if name == "redis":
            return [*words, "--port", str(self.ports[name]), "--bind", "127.0.0.1", "--dir", str(self.folder / "redis")]
        here = {"8000": str(self.ports.get(name)), "0.0.0.0": "127.0.0.1"}  # noqa: S104
        return [here.get(word, word) for word in words]

    def run(self, words: list[str], **more: str) -> str:
        done = self._run(words, **more)
        assert done.returncode == 0, f"{words}: {done.stdout}{done.stderr}"
        return done.stdout

    def _run(self, words: list[str], **more: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            words, cwd=self.folder / "site", env=self.environment | more, capture_output=True, text=True, timeout=300
        )

    def tell(self, program: str, *arguments: str) -> Any:
        """What a program of the tests prints about the site's data, as JSON."""
        return json.loads(self.run([sys.executable, "-c", program, *arguments], PYTHONPATH=str(ROOT), **DJANGO))

    def is_well(self, name: str) -> bool:
        """The container's own health check."""
        healthcheck = self.services[name.partition("-")[0]].get("healthcheck", {})
        words = healthcheck["test"][1:] if healthcheck else json.loads(_image_check())
        return self._run([word.replace("8000", str(self.ports.get(name))) for word in words]).returncode == 0

    def start(self, *names: str) -> None:
        for name in names:
            with (self.folder / f"{name}.log").open("ab") as log:
                self.processes[name] = subprocess.Popen(
                    self.command_of(name), cwd=self.folder / "site", env=self.environment, stdout=log, stderr=log
                )
        for name in names:
            self._wait_for(name)

    def _wait_for(self, name: str) -> None:
        deadline = time.monotonic() + START_SECONDS
        while name in self.ports and not _listens(self.ports[name]):
            assert self.processes[name].poll() is None, self.log(name)
            assert time.monotonic() < deadline, f"{name} does not listen after {START_SECONDS} s"
            time.sleep(0.05)

    def end(self, name: str) -> tuple[int, float]:
        """As `docker stop`: the exit status, and the seconds that it took."""
        process, began = self.processes.pop(name), time.monotonic()
        process.terminate()
        return process.wait(60), time.monotonic() - began

    def patience(self, name: str) -> float:
        return float(self.services[name.partition("-")[0]]["stop_grace_period"].removesuffix("s"))

    def kill(self) -> None:
        for process in self.processes.values():
            process.kill()
            process.wait(20)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text(errors="replace")


DJANGO = {"DJANGO_SETTINGS_MODULE": "euchre_site.settings"}


def _image_check() -> str:
    [check] = [rest for name, rest in dockerfile() if name == "HEALTHCHECK"]
    return check.partition("CMD ")[2]


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), 1).close()
    except OSError:
        return False
    return True
