"""Programs that run in the image (tests/euchre_site/image.py): one makes tonight's round of the demo club public and
tells how people come in, the other every address of the site, with arguments of the demo's data."""

from tests.euchre_site.compose import HOST

STAGE = r"""
import json
import django
django.setup()
from games.models import User
from tournaments.demo import ORGANIZER
from tournaments.events.models import Event
from tournaments.rounds.models import Match
from tournaments.clubs.models import Membership
from tournaments.clubs.models import Role
from tournaments.results.models import Channel
from tournaments.permissions import Actor
from tournaments.access import wall_code
from tournaments.access import passes
from tournaments.clubs.identity import player_of
from tournaments.context import Context
from tournaments.rounds import commands as rounds

PASSWORD = "only-for-this-site-8"
night = Event.objects.get(name="Evening Progressive")
staff = User.objects.get(email=ORGANIZER)
context = Context(Actor(staff, player_of(staff)), Channel.COMMAND)
organizer = User.objects.create_user("owen@example.org")
Membership.objects.create(club=night.club, player=player_of(organizer), role=Role.OWNER)
for user in (staff, organizer):
    user.set_password(PASSWORD)
    user.save()
out = night.stages.get().rounds.get(number=5)
rounds.publish_round(out.pk, context=context, expected_version=out.revision)
wall_code.hang_code(night.pk, context=context)
match = Match.objects.filter(round=out).order_by("table").first()
sides = [[], []]
for seat in match.seats.order_by("side", "pk"):
    for player in seat.entry.players.all():
        sides[seat.side].append({"name": player.name, "pass": passes.issue_pass(night.pk, player, context=context)})
print(json.dumps({
    "club": night.club.slug, "night": night.slug, "number": match.table, "match": match.pk, "sides": sides,
    "staff": staff.email, "organizer": organizer.email, "password": PASSWORD,
}))
"""

ADDRESSES = r"""
import json, re
import django
django.setup()
from django.apps import apps
from django.contrib import admin
from django.urls import URLPattern, get_resolver
from django.utils import timezone
from games.learn.first_hands import FIRST_HANDS
from games.models import Table
from tournaments.clubs.models import Club
from tournaments.checkin.models import EntryPlayer
from tournaments.events.models import Event
from tournaments.leagues.models import League
from tournaments.leagues.models import LineUpPlayer
from tournaments.rounds.models import Match
from tournaments.leagues.models import Season
from tournaments.clubs.models import Venue

PLACE = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")

def routes(under, before=""):
    for one in under.url_patterns:
        # A pattern of Django's older kind begins with ^ and ends with $.
        own = before + str(one.pattern).removeprefix("^").removesuffix("$").removesuffix("\\Z")
        if isinstance(one, URLPattern):
            yield own
        else:
            yield from routes(one, own)

def first(rows, field="pk"):
    found = rows.order_by("pk").first()
    return getattr(found, field) if found else 1

def of_event(event):
    matches = Match.objects.filter(round__stage__event=event)
    return {
        "slug": event.slug, "entries/<int:number>": 1, "check-in/<int:pk>": first(event.entries),
        "rounds/<int:pk>": first(Round.objects.filter(stage__event=event)), "stages/<int:pk>": first(event.stages),
        "matches/<int:pk>": first(matches), "slips/<int:pk>": first(matches), "scores/<int:pk>": first(matches),
        "announcements/<int:pk>": 1, "paper/<slug:key>": "standings",
        "subs/<int:pk>": first(event.entries),
        "<int:pk>/<int:player>": first(EntryPlayer.objects.filter(entry=first(event.entries)), "player_id"),
    }

Round = apps.get_model("tournaments", "Round")
club, season, table = Club.objects.first(), Season.objects.first(), Table.objects.first()
named = LineUpPlayer.objects.filter(fixture__season=season, fixture__number=1)
# Each has pages that the others have not: a round that is out, a cross table, a registration.
EVENTS = [of_event(event) for event in Event.objects.order_by("pk") if event.name in NIGHTS]
VALUES = {
    "clubs": {"slug": club.slug, "exchange/<str:key>": "players", "kind": "xlsx",
              "jackpots/<int:pk>": first(club.jackpots), "people/<int:pk>": first(club.memberships)},
    "leagues": {"slug": League.objects.first().slug},
    "seasons": {"slug": season.slug, "paper/<slug:key>": "table", "subs/<int:player>": first(named, "player_id")},
    "puzzles": {"key": "p001"}, "tables": {"code": table.code}, "learn": {"first-hands/<slug:key>": FIRST_HANDS[0].key},
    "players": {"pk": club.players.first().pk}, "venues": {"pk": Venue.objects.first().pk},
}
OTHERS = {
    "pk": 1, "number": 1, "player": club.players.first().pk, "name": "game", "kind": "back", "shape": "wide",
    "rest": "nowhere/", "uidb64": "MQ", "uidb36": "1", "digest": "0" * 64, "app_label": "games", "content_type_id": 1,
    "object_id": 1, "id": 1, "day": timezone.localdate(timezone=timezone.get_default_timezone()).isoformat(),
}
QUERIES = {
    "live/": "?topic=lobby:all",
    "players/compare/": "?one={}&two={}".format(*club.players.values_list("pk", flat=True)[:2]),
    "oembed/": "?url=https://HOST/events/{}/standings/".format(EVENTS[0]["slug"]),
}
UUID = "01234567-89ab-4cde-8f01-23456789abcd"

def filled(route, values):
    def value(found):
        name = found[1] or found[2]
        if found[0] == "<uuid:number>":
            return UUID
        before = route[: found.end()].rpartition("/")[0].rpartition("/")[2]
        own = values.get(f"{before}/{found[0]}", values.get(name, OTHERS.get(name, "x")))
        return str(own)
    return "/" + PLACE.sub(value, route) + QUERIES.get(route, "")

def of_admin(route):
    parts = route.split("/")
    try:
        model = apps.get_model(parts[1], parts[2])
    except LookupError:
        return {}
    return {"object_id": first(model._default_manager.all())}

found = {}
for route in routes(get_resolver()):
    room = next((part for part in route.split("/") if part not in ("api", "v1", "embed")), "")
    if route.startswith("admin/"):
        found[route] = [filled(route, of_admin(route))]
    elif room == "events" and "<slug:slug>" in route:
        found[route] = [filled(route, one) for one in EVENTS]
    else:
        found[route] = [filled(route, VALUES.get(room, {}))]
print(json.dumps(found))
""".replace("HOST", HOST).replace("NIGHTS", repr(("Evening Progressive", "Pairs Round Robin", "Pairs Cup")))

NOT_THERE = {
    "accounts/linked/",
    "accounts/linked/confirm/",
    "accounts/oidc/<slug:provider_id>/login/",
    "accounts/oidc/<slug:provider_id>/login/callback/",
    "accounts/oidc/sign-up/",
    "admin/(?P<url>.*)",
    "admin/r/<path:content_type_id>/<path:object_id>/",
    "api/v1/(?P<rest>(?s:.*))",
    "api/v1/events/<slug:slug>/bracket/",
    "api/v1/events/<slug:slug>/payouts/<int:pk>/",
    "coming/<str:token>/",
    "events/<slug:slug>/deals/<int:number>/",
    "hall/",
    "join/<str:token>/",
    "notifications/stop/<str:token>/",
    "players/<int:pk>/<str:code>/calendar.ics",
    "rules/<str:code>/",
    "stop-mail/<str:token>/",
    "subs/<str:token>/",
    "tables/<str:code>/people/",
    "tables/<str:code>/people/<int:player>/report/",
    "tables/<str:code>/plan/",
    "tables/<str:code>/plan/<str:step>/",
    "tables/<str:code>/rules/change/",
    "tables/invited/<str:token>/",
}
"""What the demo club and a site outside a hall, without providers, have none of, and what is there to answer so."""

FOR_PLAYERS = {"api/v1/events/<slug:slug>/my-seat/"}
"""What only someone who plays there gets."""

OVER_HTTPS = {
    "accounts/2fa/webauthn/",
    "accounts/2fa/webauthn/add/",
    "accounts/2fa/webauthn/keys/<int:pk>/edit/",
    "accounts/2fa/webauthn/keys/<int:pk>/remove/",
    "accounts/2fa/webauthn/login/",
    "accounts/2fa/webauthn/reauthenticate/",
}
"""What is there with HTTPS=true alone."""
