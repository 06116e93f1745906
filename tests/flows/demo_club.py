"""The demo club with a round out, and the browsers of those who look at it."""

from typing import Any

from django.apps import apps
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse

from games.models import Player, User
from tests.cast import by
from tests.sizes import PATIENCE
from tests.staging import plan_stage, rotation_final
from tests.tournaments.views.browsing import log_in, with_link, world
from tournaments.demo import ORGANIZER, populate
from tournaments.models import Event, Match
from tournaments.services.entrance import door
from tournaments.services.events.stage_plans import Places
from tournaments.services.nights import rounds

SHIFTS = """
  window.shifted = 0;
  new PerformanceObserver((list) => list.getEntries().forEach((one) => {
    if (!one.hadRecentInput) { window.shifted += one.value; }
  })).observe({ type: "layout-shift", buffered: true });
"""


_rows: dict[str, list[Any]] = {}
"""Of every model, once the demo club was made."""


def demo_club() -> User:
    """As `populate` makes it. On SQLite its rows are put back the next time, which takes a twentieth of the time."""
    if not _rows or connection.vendor != "sqlite":
        populate()
        _rows.update(world())
    else:
        with transaction.atomic(), connection.cursor() as cursor:
            for label, rows in _rows.items():
                table = apps.get_model(label)._meta.db_table
                cursor.execute(f'DELETE FROM "{table}"')  # noqa: S608
                if rows:
                    places = ", ".join(["%s"] * len(rows[0]))
                    cursor.executemany(f'INSERT INTO "{table}" VALUES ({places})', rows)  # noqa: S608
    return User.objects.get(email=ORGANIZER)


class Demo:
    """The demo club, with round 5 of tonight's progressive published."""

    def __init__(self, site: str, browser: Any):
        self.site, self.browser = site, browser
        self.olga = demo_club()
        self.night = Event.objects.get(name="Evening Progressive")
        row = self.night.stages.get().rounds.get(number=5)
        plan_stage(self.night, self.olga, rotation_final(Places(1, 1, 4)))
        self.round = rounds.publish_round(row.pk, by=by(self.olga), seen=row.revision)
        door.hang_code(self.night.pk, by=by(self.olga))
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
        context = self.browser.new_context(viewport={"width": 1280, "height": 800}, locale=language)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(SHIFTS)
        cookies = self.client(role).cookies
        if "session" in cookies:
            context.add_cookies([{"name": "session", "value": cookies["session"].value, "url": self.site}])
        return context.new_page()

    def path(self, name: str, *args: Any) -> str:
        return self.site + reverse(name, args=[self.night.slug, *args])
