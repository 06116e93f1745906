"""A club with a night that begins, round 1 published: as a program that runs beside the site."""

STAGE = """
import django, json, sys
django.setup()
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from games.models import User
from tournaments.models import Club, Event, Match, Membership, Role
from tournaments.permissions import Actor
from tournaments.services.attendance import entries
from tournaments.services.entrance import passes
from tournaments.services.nights import rounds
from tournaments.services.journal import By, SITE
from tournaments.services.events.setup import create_event, player_of
from tournaments.views.asking import PASSES

tables, past = map(int, sys.argv[1:])
olga = User.objects.create_user("olga@example.org")
club = Club.objects.create(name="Load club", slug="load-club", zone="UTC")
Membership.objects.create(club=club, player=player_of(olga), role=Role.OWNER)
Event.objects.bulk_create(
    Event(club=club, name=f"Past night {n}", slug=f"past-{n}", starts_at=timezone.now()) for n in range(past)
)
night = create_event(club, "Load night", timezone.now(), "progressive", {"rounds": 2, "hands": 8}, by=SITE)
people = {}
for number in range(4 * tables):
    entry = entries.walk_in(night.pk, [f"Player {number:03}"], by=SITE)
    people[entry.players.get()] = None
row = rounds.draw_round(night.stages.get().pk, 1, by=SITE)
rounds.publish_round(row.pk, by=SITE, seen=row.revision)


def session(**values):
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store.update(values)
    store.create()
    return store.session_key


phones = []
for match in Match.objects.filter(round=row).order_by("table"):
    for seat in match.seats.select_related("player").order_by("position"):
        _, held = passes.make_pass(night, seat.player)
        key = session(**{PASSES: {str(night.pk): [held.pk, held.token_hash]}})
        phones.append({"session": key, "match": match.pk, "side": seat.side, "player": seat.player_id})
own = {SESSION_KEY: str(olga.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
       HASH_SESSION_KEY: olga.get_session_auth_hash()}
print(json.dumps({
    "event": f"/events/{night.slug}/", "slug": night.slug, "club": club.slug, "topic": night.topic,
    "stage_topic": night.stages.get().topic, "phones": phones, "olga": session(**own),
}))
"""
