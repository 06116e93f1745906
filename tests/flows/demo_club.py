"""The demo club with a round out, and the browsers of those who look at it."""

import fcntl
import pickle
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.cache import cache
from django.core.management.color import no_style
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import context_of
from tests.sizes import PATIENCE
from tests.tournaments.pages.browsing import log_in, with_link, world
from tests.tournaments.scenes.stages import plan_stage, rotation_final
from tournaments.access import wall_code
from tournaments.demo import ORGANIZER, populate
from tournaments.events.models import Event
from tournaments.events.stage_plans import Places
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => {
    if (!one.hadRecentInput) { window.shifted += one.value; }
  })).observe({ type: "layout-shift", buffered: true });
"""


Rows = dict[str, Any]
"""Of every table: on PostgreSQL as COPY writes them."""


def demo_club(folder: Path) -> User:
    """As `populate` makes it: once for all processes of a run, which share the folder. Its rows are put into the
    database of each, which takes a twentieth of the time."""
    with (folder / "demo-club.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        file = folder / "demo-club"
        if not file.exists():
            populate()
            file.write_bytes(pickle.dumps(_kept()))
    _put(pickle.loads(file.read_bytes()))  # noqa: S301
    cache.clear()  # pages kept for the rows before: these have the same seeds, and soon the same versions
    return User.objects.get(email=ORGANIZER)


def _kept() -> Rows:
    if connection.vendor == "sqlite":
        return {apps.get_model(label)._meta.db_table: rows for label, rows in world().items()}
    kept = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True):
            with cursor.copy(f'COPY "{table}" TO STDOUT') as copy:
                kept[table] = b"".join(copy)
    return kept


def _put(kept: Rows) -> None:
    """In one transaction, at whose end foreign keys are looked at."""
    with transaction.atomic(), connection.cursor() as cursor:
        for table in kept:
            cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608
        for table, rows in kept.items():
            if connection.vendor != "sqlite":
                with cursor.copy(f'COPY "{table}" FROM STDIN') as copy:
                    copy.write(rows)
            elif rows:
                places = ", ".join(["%s"] * len(rows[0]))
                cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608
        for sql in connection.ops.sequence_reset_sql(no_style(), apps.get_models(include_auto_created=True)):
            cursor.execute(sql)


class Demo:
    """The demo club, with round 5 of tonight's progressive published."""

    def __init__(self, site: str, browser: Any, folder: Path):
        self.site, self.browser = site, browser
        self.olga = demo_club(folder)
        self.night = Event.objects.get(name="Evening Progressive")
        row = self.night.stages.get().rounds.get(number=5)
        plan_stage(self.night, self.olga, rotation_final(Places(1, 1, 4)))
        self.round = rounds.publish_round(row.pk, context=context_of(self.olga), expected_version=row.revision)
        wall_code.hang_code(self.night.pk, context=context_of(self.olga))
        self.ann = Player.objects.get(name="Ann Weber")

    @property
    def anns_match(self) -> Match:
        return Match.objects.get(round=self.round, seats__player=self.ann)

    def other_match(self) -> Match:
        return Match.objects.filter(round=self.round).exclude(pk=self.anns_match.pk).order_by("table")[0]

    def client(self, role: str) -> Client:
        if role == "anonymous":
            return Client()
        return log_in(self.olga) if role == "organizer" else with_link(self.night, self.olga, self.ann)

    def page(self, role: str, language: str = "en") -> Any:
        return self._opened(self.client(role), language)

    def phone(self, player: Player) -> Any:
        return self._opened(with_link(self.night, self.olga, player))

    def _opened(self, client: Client, language: str = "en") -> Any:
        context = self.browser.new_context(viewport={"width": 1280, "height": 800}, locale=language)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(SHIFTS)
        cookies = client.cookies
        if "session" in cookies:
            context.add_cookies([{"name": "session", "value": cookies["session"].value, "url": self.site}])
        return context.new_page()

    def path(self, name: str, *args: Any) -> str:
        return self.site + reverse(name, args=[self.night.slug, *args])
