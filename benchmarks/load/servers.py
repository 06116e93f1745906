"""The site as real processes: `manage.py serve` on SQLite, or web servers, worker and beat on PostgreSQL and Redis."""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
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
    """Where it listens, and its processes by name."""

    environment: dict[str, str]
    ports: list[int] = field(default_factory=list)
    processes: dict[str, "subprocess.Popen[bytes]"] = field(default_factory=dict)

    def run(self, *words: str) -> str:
        done = subprocess.run(  # noqa: S603
            [sys.executable, *words], env=self.environment, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True
        )
        return done.stdout

    def start(self, name: str, words: list[str]) -> None:
        """Their complaints are shown, their greetings are not."""
        self.processes[name] = subprocess.Popen(  # noqa: S603
            words, env=self.environment, cwd=ROOT, start_new_session=True, stdout=subprocess.DEVNULL
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
        children: dict[int, list[int]] = {}
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                words = stat.read_text().rpartition(")")[2].split()
            except OSError:
                continue
            children.setdefault(int(words[1]), []).append(int(stat.parent.name))
        return {name: _megabytes(one.pid, children) for name, one in self.processes.items()}

    def cpu_seconds(self) -> float:
        """Of all processes so far, without their children."""
        ticks = 0
        for one in self.processes.values():
            words = Path(f"/proc/{one.pid}/stat").read_text().rpartition(")")[2].split()
            ticks += int(words[11]) + int(words[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def stop(self) -> None:
        for one in reversed(self.processes.values()):
            one.terminate()
        for one in self.processes.values():
            one.wait(30)


@contextmanager
def serving(home: Path, webs: int) -> Iterator[Site]:
    """With DATABASE_URL and REDIS_URL in the environment the separate processes, else the one."""
    with ExitStack() as after:
        own = {"RIGHT_BOWER_HOME": str(home), "DJANGO_SETTINGS_MODULE": "euchre_site.settings", "FLOOD_LIMITS": "false"}
        if is_separate := bool(os.environ.get("DATABASE_URL")):
            own |= {"DATABASE_URL": after.enter_context(_own_database(os.environ["DATABASE_URL"]))}
            own |= {"REDIS_NAMESPACE": f"load-{uuid4().hex[:8]}"}
        site = Site(os.environ | own)
        site.run("manage.py", "migrate", "--verbosity", "0")
        site.run("manage.py", "collectstatic", "--noinput", "--verbosity", "0")
        after.callback(site.stop)
        if is_separate:
            for number in range(1, webs + 1):
                site.start_web(f"web {number}", WEB.split())
            site.start("worker", [sys.executable, *WORKER.split()])
            site.start("beat", [sys.executable, *BEAT.split()])
        else:
            site.start_web("serve", ["manage.py", "serve"])
        site.wait()
        yield site


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
