"""The site with two addresses more, which carry nothing: what a card is compared with."""

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

STAGE = """
import json, sys
import django
django.setup()
from importlib import import_module
from django.conf import settings
from games.models import Player, Table
from games.tables import opening

tables = []
for number in range(int(sys.argv[1])):
    table = opening.play_bots(Player.objects.create(name=f"Player {number}"))
    keys = []
    for seat in table.seats.order_by("number"):
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        Player.objects.filter(pk=seat.player_id).update(is_bot=False)
        session["guest_player"] = seat.player_id
        session.create()
        keys.append(session.session_key)
    tables.append([table.code, table.topic, keys])
Table.objects.update(due_at=None)
print(json.dumps(tables))
"""


@dataclass(frozen=True)
class Site:
    """Where it is, and per table its code, its live topic and the sessions of its seats."""

    port: int
    tables: list[tuple[str, str, list[str]]]


@contextmanager
def serving(folder: Path, tables: int) -> Iterator[Site]:
    """A server with this many tables, each in a game of its own."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    environment = os.environ | {
        "RIGHT_BOWER_HOME": str(folder),
        "DJANGO_SETTINGS_MODULE": "benchmarks.tables.settings",
        "FLOOD_LIMITS": "0",
    }
    for words in (["migrate", "--verbosity", "0"], ["collectstatic", "--noinput", "--verbosity", "0"]):
        subprocess.run([sys.executable, "manage.py", *words], env=environment, check=True)  # noqa: S603
    staged = subprocess.run(  # noqa: S603
        [sys.executable, "-c", STAGE, str(tables)], env=environment, check=True, capture_output=True, text=True
    )
    command = ["-m", "uvicorn", "euchre_site.asgi:application", "--lifespan", "off", "--no-access-log"]
    command += ["--timeout-keep-alive", "3600", "--log-level", "error", "--port", str(port)]
    server = subprocess.Popen([sys.executable, *command], env=environment)  # noqa: S603
    try:
        wait_for(port)
        yield Site(port, json.loads(staged.stdout))
    finally:
        server.kill()
        server.wait()


def wait_for(port: int) -> None:
    for _ in range(600):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
        except OSError:
            time.sleep(0.1)
        else:
            return
    raise TimeoutError("the server does not answer")
