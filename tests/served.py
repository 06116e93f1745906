"""The site as processes of its own on its own data: one embedded server on SQLite, or web, worker and timers on
PostgreSQL and Redis. They can be killed and started again at the same address."""

import http.client
import json
import os
import shlex
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg import sql

from tests.processes import ROOT, manage, migrated, run_python

START_SECONDS = 60.0


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
            with (self.home / f"{name}.log").open("ab") as log:
                self.processes[name] = subprocess.Popen(
                    [word.format(python=sys.executable, port=self.port) for word in self._commands[name]],
                    cwd=ROOT,
                    env={"PATH": os.environ["PATH"], **self.environment},
                    stdout=log,
                    stderr=log,
                    start_new_session=True,
                )
        while not self.answers():
            assert self.processes["web"].poll() is None, self.log("web")
            assert time.monotonic() < began + START_SECONDS, f"no answer within {START_SECONDS} s"
            time.sleep(0.05)
        return time.monotonic() - began

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
        self._end(name, signal.SIGKILL)

    def stop(self) -> None:
        for name in list(self.processes):
            self._end(name, signal.SIGKILL)

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
    "{python} -m uvicorn euchre_site.asgi:application --lifespan off --no-access-log --log-level warning --port {port}"
)
WORKER = "{python} -m celery -A euchre_site worker --concurrency 2 --loglevel warning"
TIMERS = "{python} -m celery -A euchre_site beat --scheduler celery.beat:Scheduler --loglevel warning"
REDIS = "redis-server --bind 127.0.0.1 --port {} --save '' --appendonly no --loglevel warning"


@contextmanager
def separate(home: Path, database_url: str, redis_url: str = "") -> Iterator[Served]:
    """Web server, worker and timers as the settings page says, on a database made for them; and a Redis of their own,
    unless the test names one."""
    home.mkdir(mode=0o700)
    server, _, _ = database_url.rpartition("/")
    name, own_redis = f"served_{uuid4().hex[:12]}", free_port()
    commands = {"web": shlex.split(WEB), "worker": shlex.split(WORKER), "timers": shlex.split(TIMERS)}
    if not redis_url:
        commands = {"redis": shlex.split(REDIS.format(own_redis)), **commands}
        redis_url = f"redis://127.0.0.1:{own_redis}/0"
    with psycopg.connect(f"{server}/postgres", autocommit=True) as admin:
        admin.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        site = Served(home, commands, DATABASE_URL=f"{server}/{name}", REDIS_URL=redis_url)
        try:
            site.manage("migrate", "--verbosity", "0")
            site.manage("collectstatic", "--noinput", "--verbosity", "0")
            yield site
        finally:
            site.stop()
            admin.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))
