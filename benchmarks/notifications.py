"""A round of 256 players is published: what it costs the request that people are notified, and when the last one is.

The site's worker runs in the same process, as `manage.py serve` has it. It sends to a push service on this machine that
answers after SECONDS, as one far away does; in one line STALLED of the messages get no answer. Requests in which no one
is notified take turns with those in which people are, so that whatever else the machine does falls on all of them.
Goals: as many statements in the request, which takes as long, and 256 phones in ten seconds.
"""

import multiprocessing
import os
import secrets
import socketserver
import statistics
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from multiprocessing.connection import Connection
from typing import Any
from uuid import uuid4

from benchmarks.settling import database

PLAYERS = 256
GROWTH = (1, 10, 100, 256)
ROUNDS = int(os.environ.get("ROUNDS", 9))
SECONDS = 0.1
STALLED, STALLS_FOR = 8, 15.0
PATIENCE = 100


@dataclass(frozen=True)
class Publishing:
    """took, cpu: milliseconds of the request, and of its thread. last: seconds until the last one was notified."""

    took: float
    cpu: float
    statements: int
    last: float


class Service(socketserver.ThreadingTCPServer):
    """Takes every message, and keeps when."""

    request_queue_size, daemon_threads = 1024, True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answering)
        self.taken: list[float] = []


class Answering(BaseHTTPRequestHandler):
    server: Service

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers["Content-Length"]))
        time.sleep(STALLS_FOR if self.path.startswith("/stalls") else SECONDS)
        self.send_response(201)
        self.end_headers()
        if not self.path.startswith("/stalls"):
            self.server.taken.append(time.monotonic())

    def log_message(self, *words: object) -> None:
        pass


def serve(line: Connection) -> None:
    """Sends its port, then at each question when it took messages since the last one."""
    with Service() as service:
        threading.Thread(target=service.serve_forever, daemon=True).start()
        line.send(service.server_address[1])
        while line.recv():
            taken, service.taken = service.taken, []
            line.send(taken)


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "euchre_site.settings_test"
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=(there,), daemon=True)
    process.start()
    import django

    django.setup()
    from django.conf import settings

    from euchre_site.embedded import run_background

    settings.WEBHOOKS_PLAIN, settings.WEBHOOKS_ALLOWED_NETWORKS = True, ["127.0.0.0/8"]
    with database(), run_background(timers=False):
        _measure(Hall(here.recv()), here)
    here.send(False)


class Hall:
    """An event with its draft of a round, its players' accounts, and who is notified in which way."""

    def __init__(self, port: int) -> None:
        from django.test import Client
        from django.utils import timezone

        from games.accounts.models import Player, User
        from tournaments.checkin import entries
        from tournaments.clubs.identity import player_of
        from tournaments.clubs.models import Membership
        from tournaments.context import SITE
        from tournaments.events.commands import create_club, create_event
        from tournaments.rounds import commands as rounds

        self.port = port
        club = create_club("Bench", context=SITE)
        event = create_event(club, "Night", timezone.now(), "progressive", {"rounds": 8}, context=SITE)
        self.client, olga = Client(), User.objects.create_user("olga@example.org")
        Membership.objects.create(club=club, player=player_of(olga), role="owner")
        self.client.force_login(olga)
        users = User.objects.bulk_create(User(email=f"{number}@example.org") for number in range(PLAYERS))
        people = Player.objects.bulk_create(
            Player(name=f"Player {number}", user=user) for number, user in enumerate(users, start=1)
        )
        Membership.objects.bulk_create(Membership(club=club, player=player) for player in people)
        for player in people:
            entries.register(event.pk, [player], context=SITE, check_in=True)
        self.event, self.people = event, people
        self.sessions = [_session(user) for user in users]
        self.round = rounds.draw_round(event.stages.get().pk, 1, context=SITE)

    def notify(self, way: str, number: int) -> None:
        """The first players want rounds by that way; all others, and by any other way, not at all."""
        from cryptography.hazmat.primitives.asymmetric import ec

        from games.notifications.choices import Preference, choose
        from games.notifications.kinds import MailFrequency, NotificationKind
        from games.notifications.models import Notification, NotificationChoice
        from games.notifications.push import site_keys
        from games.notifications.push.encryption import point_of, to_text
        from games.notifications.push.models import PushSubscription
        from games.notifications.push.owners import PushOwner
        from games.notifications.push.subscribing import Browser, subscribe

        Notification.objects.all().delete()
        PushSubscription.objects.all().delete()
        NotificationChoice.objects.all().delete()
        for place, player in enumerate(self.people[:number]):
            if way == "email":
                choose(player, {NotificationKind.ROUND: Preference(push=False, mail=MailFrequency.NOW)})
            else:
                key = to_text(point_of(ec.generate_private_key(ec.SECP256R1())))
                stalls = "stalls" if way == "stalls" and place % (number // STALLED) == 0 else "takes"
                address = f"http://127.0.0.1:{self.port}/{stalls}/{player.pk}"
                secret = to_text(secrets.token_bytes(16))
                browser = Browser(address, key, secret, site_keys.public_key(), "")
                subscribe(PushOwner(player, ""), self.sessions[place], browser)

    def move(self, action: str) -> tuple[float, float, int]:
        """Milliseconds, those of them on the CPU, and statements of the request."""
        from django.db import connection
        from django.urls import reverse

        self.round.refresh_from_db()
        statements = 0

        def count(execute: Any, *asked: Any) -> Any:
            nonlocal statements
            statements += 1
            return execute(*asked)

        path = reverse("move_round", args=[self.event.slug, self.round.pk, action])
        form = {"key": str(uuid4()), "seen": self.round.revision}
        with connection.execute_wrapper(count):
            began, cpu = time.perf_counter(), time.thread_time()
            response = self.client.post(path, form)
            took, cpu = 1000 * (time.perf_counter() - began), 1000 * (time.thread_time() - cpu)
        assert response.status_code == 302, response.content.decode()
        return took, cpu, statements


def _session(user: Any) -> str:
    from django.test import Client

    client = Client()
    client.force_login(user)
    return str(client.session.session_key)


def _measure(hall: Hall, service: Connection) -> None:
    print(f"{PLAYERS} players, a push service that answers after {SECONDS} s, median of {ROUNDS} requests")
    print("                 request, CPU ms          request, ms            statements      last one")
    print("      notified   with   none  ratio    with   none  ratio      with   none      after, s")
    growth = [("push", number) for number in GROWTH]
    for way, number in [*growth, ("email", 1), ("email", PLAYERS), ("stalls", PLAYERS)]:
        pairs = [(once(hall, service, way, 0), once(hall, service, way, number)) for _ in range(ROUNDS)]
        none, some = zip(*pairs, strict=True)
        figures = [
            f"{middle(some, what):7.0f} {middle(none, what):6.0f} {ratio(pairs, what):6.2f}" for what in ("cpu", "took")
        ]
        statements = f"{middle(some, 'statements'):9.0f} {middle(none, 'statements'):6.0f}"
        print(f"{number:>7} {way:<6} {' '.join(figures)} {statements} {middle(some, 'last'):13.2f}", flush=True)


def ratio(pairs: Sequence[tuple[Publishing, Publishing]], what: str) -> float:
    return statistics.median(getattr(notified, what) / getattr(bare, what) for bare, notified in pairs)


def middle(publishings: Sequence[Publishing], what: str) -> float:
    return statistics.median(getattr(each, what) for each in publishings)


def once(hall: Hall, service: Connection, way: str, number: int) -> Publishing:
    hall.notify(way, number)
    began = time.monotonic()
    took, cpu, statements = hall.move("publish")
    last = _all_out(service, way, number) - began
    hall.move("unpublish")
    return Publishing(took, cpu, statements, last)


def _all_out(service: Connection, way: str, number: int) -> float:
    """When the last one left."""
    from django.core import mail

    from games.notifications.models import NotificationDelivery
    from tournaments.notifications.models import Untold

    number -= STALLED if way == "stalls" and number else 0
    until = time.monotonic() + PATIENCE
    while Untold.objects.exists() or NotificationDelivery.objects.filter(sent_at__isnull=False).count() < number:
        assert time.monotonic() < until
        time.sleep(0.02)
    ended = time.monotonic()
    if way == "email":
        assert len(mail.outbox) == number, (len(mail.outbox), number)
        mail.outbox.clear()
        return ended
    service.send(True)
    taken = service.recv()
    assert len(taken) == number, (len(taken), number)
    return max(taken, default=ended)
