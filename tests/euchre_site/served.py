"""The site as processes of its own on its own data: one embedded server on SQLite, or web, worker and timers on
PostgreSQL and Redis. They can be killed and started again at the same address."""

import atexit
import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.euchre_site import own_postgres
from tests.processes import ROOT, manage, migrated, run_python

START_SECONDS = 60.0
POSTGRES = "postgres"


class Served:
    """Named processes; `web` is the one that people talk to."""

    def __init__(self, home: Path, commands: dict[str, list[str]], **environment: str) -> None:
        self.home = home
        self.port = free_port()
        self.environment = {
            "RIGHT_BOWER_HOME": str(home),
            "DJANGO_SETTINGS_MODULE": "euchre_site.settings",
            "PYTHONUNBUFFERED": "1",
            **environment,
        }
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        self._commands = commands

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def names(self) -> list[str]:
        return list(self._commands)

    @property
    def killable(self) -> list[str]:
        return [name for name in self.names if name != "timers"]

    def manage(self, *arguments: str) -> str:
        done = manage(*arguments, **self.environment)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def run(self, program: str, *arguments: str) -> Any:
        """What a program with the site's own data prints, as JSON."""
        done = run_python("-c", program, *arguments, **self.environment)
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    def start(self, *names: str) -> float:
        """Start these processes (or all) and wait until pages are answered. Returns the seconds it took."""
        began = time.monotonic()
        for name in names or self.names:
            if name not in self.processes:
                self.launch(name)
        while not self.answers():
            assert self.processes["web"].poll() is None, self.log("web")
            assert time.monotonic() < began + START_SECONDS, f"no answer within {START_SECONDS} s"
            time.sleep(0.05)
        return time.monotonic() - began

    def launch(self, name: str) -> None:
        """Start it and wait for nothing."""
        with (self.home / f"{name}.log").open("ab") as log:
            self.processes[name] = subprocess.Popen(
                [word.format(python=sys.executable, port=self.port) for word in self._commands[name]],
                cwd=ROOT,
                env={"PATH": os.environ["PATH"], **self.environment},
                stdout=log,
                stderr=log,
                start_new_session=True,
                user=own_postgres.USER if name == POSTGRES else None,
            )

    def answers(self) -> bool:
        web = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            web.request("GET", "/privacy/")
            return web.getresponse().status == 200
        except OSError:
            return False
        finally:
            web.close()

    def kill(self, name: str) -> None:
        """As a power cut does: the process and its children, at once, without a word to them."""
        # PostgreSQL's children are in sessions of their own; on SIGQUIT it ends them and writes nothing more.
        self._end(name, signal.SIGQUIT if name == POSTGRES else signal.SIGKILL)

    def stop(self) -> None:
        for name in list(self.processes):
            self.kill(name)

    def log(self, name: str) -> str:
        return (self.home / f"{name}.log").read_text(errors="replace")

    def _end(self, name: str, how: int) -> None:
        process = self.processes.pop(name)
        os.killpg(process.pid, how)
        process.wait(20)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return int(listener.getsockname()[1])


@contextmanager
def embedded(home: Path, redis_url: str = "") -> Iterator[Served]:
    """`manage.py serve` on SQLite."""
    migrated(home)
    site = Served(home, {"web": ["{python}", "manage.py", "serve", "--port", "{port}"]}, REDIS_URL=redis_url)
    try:
        yield site
    finally:
        site.stop()


WEB = (
    "{python} -m uvicorn euchre_site.asgi:application --lifespan off --no-access-log --no-server-header "
    "--no-proxy-headers --log-level warning --port {port}"
)
WORKER = "{python} -m celery -A euchre_site worker --concurrency 2 --loglevel warning"
TIMERS = "{python} -m celery -A euchre_site beat --scheduler celery.beat:Scheduler --loglevel warning"
REDIS = "redis-server --bind 127.0.0.1 --port {} --save '' --appendonly no --loglevel warning"


@contextmanager
def separate(home: Path, database_url: str = "", redis_url: str = "") -> Iterator[Served]:
    """Web server, worker and timers as docs/operating.md says, on a database made for them, in a server of its own
    unless the test names one; and a Redis of their own, unless the test names one."""
    home.mkdir(mode=0o700)
    own_redis, own_server = free_port(), free_port()
    commands = {"web": shlex.split(WEB), "worker": shlex.split(WORKER), "timers": shlex.split(TIMERS)}
    if not redis_url:
        commands = {"redis": shlex.split(REDIS.format(own_redis)), **commands}
        redis_url = f"redis://127.0.0.1:{own_redis}/0"
    with ExitStack() as stack:
        if database_url:
            own_url = stack.enter_context(migrated_database(database_url))
        else:
            commands = {POSTGRES: [*stack.enter_context(own_postgres.cluster()), str(own_server)], **commands}
            own_url = f"postgres://postgres@127.0.0.1:{own_server}/postgres"
        site = Served(home, commands, DATABASE_URL=own_url, REDIS_URL=redis_url)
        stack.callback(site.stop)
        if not database_url:
            site.launch(POSTGRES)
            wait_for_server(own_url)
            site.manage("migrate", "--verbosity", "0")
        site.manage("collectstatic", "--noinput", "--verbosity", "0")
        yield site


def wait_for_server(url: str) -> None:
    """Waits until a server that is just starting accepts connections."""
    began = time.monotonic()
    while True:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            assert time.monotonic() < began + START_SECONDS, f"{url} does not answer"
            time.sleep(0.05)
        else:
            return


@contextmanager
def migrated_database(database_url: str) -> Iterator[str]:
    """A database of its own on that server, as `migrate` leaves it: a copy of one on which it was run once for all."""
    server, _, _ = database_url.rpartition("/")
    name, model = f"served_{uuid4().hex[:12]}", _newly_migrated(server)
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(model)))
        try:
            yield f"{server}/{name}"
        finally:
            _drop(admin, name)


@cache
def _newly_migrated(server: str) -> str:
    """Dropped when this process ends."""
    name = f"served_model_{uuid4().hex[:12]}"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    atexit.register(_drop_later, server, name)
    with tempfile.TemporaryDirectory() as home:
        done = manage("migrate", "--verbosity", "0", DATABASE_URL=f"{server}/{name}", RIGHT_BOWER_HOME=home)
    assert done.returncode == 0, done.stderr
    return name


def _drop_later(server: str, name: str) -> None:
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        _drop(admin, name)


def _drop(admin: psycopg.Connection[Any], name: str) -> None:
    admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
