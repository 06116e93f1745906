"""What a rehearsal starts from and what it must come to, as programs that run beside the served site."""

STAGE = """
import django, json, sys
django.setup()
from games.models import Player, User
from tests.cast import context_of, enter, make_club, make_event, make_user, PASSWORD
from tournaments.clubs.models import Membership
from tournaments.clubs.models import Role
from tournaments.checkin import entries
from tournaments.access import passes

tables, rounds, seed = map(int, sys.argv[1:])
olga, owen = make_user("Olga"), make_user("Owen")
club = make_club(olga)
Membership.objects.create(club=club, player=owen.player, role=Role.ORGANIZER)
config = {"rounds": rounds, "hands": 8, "moves": "losers", "short_table": "ghost", "ghost_points": 7}
event = make_event(club, olga, config=config)
event.stages.update(seed=f"{seed:064x}")
people = enter(event, olga, [f"Player {number:02}" for number in range(1, 4 * tables + 1)])
late = entries.new_player(event, "Late Lou")
entries.register(event.pk, [late], context=context_of(olga))
spare = entries.new_player(event, "Spare Sue")
print(json.dumps({
    "slug": event.slug, "event": event.pk, "password": PASSWORD, "organizers": [olga.email, owen.email],
    "spare": {"player": spare.pk, "member": spare.memberships.get().pk},
    "people": [
        {"player": player.pk, "entry": entry.pk, "name": player.name, "here": entry.status == "checked_in",
         "token": passes.issue_pass(event.pk, player, context=context_of(olga))}
        for entry in event.entries.order_by("number") for player in entry.players.all()
    ],
}))
"""

OUTCOME = """
import django, json
django.setup()
from tournaments.rounds.models import Bye
from tournaments.rounds.models import Match
from tournaments.results.models import ResultEntry
from tournaments.rounds.models import Seat
from tournaments.results.models import Standing
from tournaments.integrity.rebuild import rebuild

rounds = list(Match.objects.values_list("pk", "round__number", "state"))
before, after = rebuild()
print(json.dumps({
    "totals": {row.entry_id: int(row.points) for row in Standing.objects.all()},
    "seats": sorted(set(Seat.objects.values_list("entry", "match", "side"))),
    "byes": list(Bye.objects.values_list("entry", "points")),
    "matches": rounds,
    "results": [[row.match_id, row.kind, (row.slip or {}).get("points")] for row in ResultEntry.objects.all()],
    "rebuild": [before, after],
}))
"""
