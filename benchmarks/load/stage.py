"""A club with a night that begins, round 1 published: as a program that runs beside the site.

Its arguments: how many tables, how many past nights, and how many such clubs. It prints a line of JSON for each club.
"""

STAGE = """
import django, json, sys
django.setup()
from importlib import import_module
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.utils import timezone
from games.models import User
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.rounds.models import Match
from tournaments.clubs.models import Membership
from tournaments.clubs.models import Role
from tournaments.permissions import Actor
from tournaments.checkin import entries
from tournaments.access import passes
from tournaments.rounds import commands as rounds
from tournaments.context import SITE
from tournaments.events.commands import create_event
from tournaments.events.commands import player_of
from tournaments.http import PASSES
from tournaments.seat_news import topic_of, topic_of_all

tables, past, clubs = map(int, [*sys.argv[1:], "1"][:3])
olga = User.objects.create_user("olga@example.org")


def session(**values):
    store = import_module(settings.SESSION_ENGINE).SessionStore()
    store.update(values)
    store.create()
    return store.session_key


own = {SESSION_KEY: str(olga.pk), BACKEND_SESSION_KEY: settings.AUTHENTICATION_BACKENDS[0],
       HASH_SESSION_KEY: olga.get_session_auth_hash()}
for club_number in range(1, clubs + 1):
    more = f" {club_number}" if club_number > 1 else ""
    club = Club.objects.create(name=f"Load club{more}", slug=f"load-club{more}".replace(" ", "-"), zone="UTC")
    Membership.objects.create(club=club, player=player_of(olga), role=Role.OWNER)
    Event.objects.bulk_create(
        Event(club=club, name=f"Past night {n}", slug=f"past-{n}{more}".replace(" ", "-"), starts_at=timezone.now())
        for n in range(past)
    )
    night = create_event(
        club, f"Load night{more}", timezone.now(), "progressive", {"rounds": 2, "hands": 8}, context=SITE
    )
    for number in range(4 * tables):
        entries.walk_in(night.pk, [f"Player {number:03}"], context=SITE)
    row = rounds.draw_round(night.stages.get().pk, 1, context=SITE)
    rounds.publish_round(row.pk, context=SITE, expected_version=row.revision)
    phones = []
    for match in Match.objects.filter(round=row).order_by("table"):
        for seat in match.seats.select_related("player").order_by("position"):
            _, held = passes.make_pass(night, seat.player)
            key = session(**{PASSES: {str(night.pk): [held.pk, held.token_hash]}})
            phones.append({"session": key, "match": match.pk, "side": seat.side, "player": seat.player_id,
                           "topics": [topic_of_all(night), topic_of(night.pk, seat.player_id)]})
    print(json.dumps({
        "event": f"/events/{night.slug}/", "slug": night.slug, "club": club.slug, "topic": night.topic,
        "stage_topic": night.stages.get().topic, "phones": phones, "olga": session(**own),
    }))
"""
