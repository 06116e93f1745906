"""The site as real processes: `manage.py serve` on SQLite, or web servers, worker and beat on PostgreSQL and Redis."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from uuid import uuid4

ROOT = Path(__file__).parents[2]
START_SECONDS = 60
WEB = (
    "-m uvicorn euchre_site.asgi:application --lifespan off --no-access-log --no-server-header --no-proxy-headers "
    "--log-level warning --timeout-graceful-shutdown 2"
)
WORKER = "-m celery -A euchre_site worker --concurrency 2 --loglevel WARNING"
BEAT = "-m celery -A euchre_site beat --scheduler celery.beat:Scheduler --pidfile= --loglevel WARNING"


@dataclass
class Site:
    """Where it listens, and its processes by name. folder: where its manage.py is."""

    environment: dict[str, str]
    ports: list[int] = field(default_factory=list)
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)
    folder: Path = ROOT

    def run(self, *words: str) -> str:
        done = subprocess.run(  # noqa: S603
            [sys.executable, *words],
            env=self.environment,
            cwd=self.folder,
            check=True,
            stdout=subprocess.PIPE,
            text=True,
        )
        return done.stdout

    def start(self, name: str, words: list[str]) -> None:
        """Their complaints are shown, their greetings are not."""
        self.processes[name] = subprocess.Popen(  # noqa: S603
            words, env=self.environment, cwd=self.folder, start_new_session=True, stdout=subprocess.DEVNULL
        )

    def start_web(self, name: str, words: list[str]) -> None:
        self.ports.append(_free_port())
        self.start(name, [sys.executable, *words, "--port", str(self.ports[-1])])

    def wait(self) -> None:
        for port in self.ports:
            for _ in range(10 * START_SECONDS):
                try:
                    socket.create_connection(("127.0.0.1", port)).close()
                    break
                except OSError:
                    time.sleep(0.1)

    def memory(self) -> dict[str, float]:
        """Megabytes in memory of each process with its children."""
        children = _children()
        return {name: _megabytes(one.pid, children) for name, one in self.processes.items()}

    def cpu_seconds(self) -> float:
        """Of all processes so far, without their children."""
        return sum(_cpu_seconds(one.pid) for one in self.processes.values())

    def cpu_by_process(self) -> dict[str, float]:
        """Seconds so far of each process with its children."""
        children = _children()
        return {name: sum(map(_cpu_seconds, family(one.pid, children))) for name, one in self.processes.items()}

    def stop(self) -> None:
        for one in reversed(self.processes.values()):
            one.terminate()
        for one in self.processes.values():
            one.wait(30)


@contextmanager
def serving(home: Path, webs: int, workers: int = 1) -> Iterator[Site]:
    """With DATABASE_URL and REDIS_URL in the environment the separate processes, else the one."""
    with ExitStack() as after:
        own: dict[str, str] = {}
        if is_separate := bool(os.environ.get("DATABASE_URL")):
            own |= {"DATABASE_URL": after.enter_context(_own_database(os.environ["DATABASE_URL"]))}
            own |= {"REDIS_NAMESPACE": f"load-{uuid4().hex[:8]}"}
        site = prepare(home, os.environ | own)
        after.callback(site.stop)
        if is_separate:
            for number in range(1, webs + 1):
                site.start_web(f"web {number}", WEB.split())
            for number in range(1, workers + 1):
                named = ("worker", "") if workers == 1 else (f"worker {number}", f" --hostname worker-{number}@%h")
                site.start(named[0], [sys.executable, *(WORKER + named[1]).split()])
            site.start("beat", [sys.executable, *BEAT.split()])
        else:
            site.start_web("serve", ["manage.py", "serve"])
        site.wait()
        yield site


def prepare(home: Path, environment: Mapping[str, str]) -> Site:
    """A site with this data folder, its tables and its static files. Nothing of it runs yet."""
    own = {"RIGHT_BOWER_HOME": str(home), "DJANGO_SETTINGS_MODULE": "euchre_site.settings", "FLOOD_LIMITS": "false"}
    site = Site({**environment, **own})
    site.run("manage.py", "migrate", "--verbosity", "0")
    site.run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
    return site


@contextmanager
def _own_database(url: str) -> Iterator[str]:
    import psycopg
    from psycopg import sql

    server, name = url.rpartition("/")[0], f"load_{uuid4().hex[:8]}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield f"{server}/{name}"
        finally:
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def _children() -> dict[int, list[int]]:
    """Of every process of this machine that has some."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            words = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        children.setdefault(int(words[1]), []).append(int(stat.parent.name))
    return children


def family(pid: int, children: Mapping[int, list[int]] | None = None) -> list[int]:
    """The process, and all that it started."""
    known = _children() if children is None else children
    return [pid, *(one for child in known.get(pid, ()) for one in family(child, known))]


def _cpu_seconds(pid: int) -> float:
    """0 once the process is gone."""
    try:
        words = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _megabytes(pid: int, children: dict[int, list[int]]) -> float:
    """Shared pages are counted in each process that has them."""
    try:
        lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    except OSError:
        return 0.0
    own = next((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS")), 0.0)
    return own + sum(_megabytes(child, children) for child in children.get(pid, ()))


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])
