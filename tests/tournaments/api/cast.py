"""Programs of every kind of user, and an address that exists for every path of the API."""

from typing import Any

from games.accounts.models import Player, Scope, User
from games.accounts.tokens import token_from
from games.engine.presets import preset
from games.tables import play, seating
from games.tables.models import Table
from games.tables.opening import open_table, play_bots
from games.tables.options import TableOptions
from tests.cast import context_of
from tests.games.tables.cast import command_by, finish_hand
from tests.tournaments.api.program import Program
from tests.tournaments.pages.scene import Scene
from tests.tournaments.scenes.webhook import PUBLIC, webhook
from tournaments.rounds.models import Match
from tournaments.webhooks import commands
from tournaments.webhooks.models import Webhook, WebhookDelivery

ROLES = ("anonymous", "stranger", "member", "scorer", "elsewhere", "organizer", "owner", "player")
"""player: sits East at table 1 of the night, and the token may report only."""


class Cast:
    """The scene of the pages, a league's season that runs, and a game against bots at a public table."""

    def __init__(self) -> None:
        self.scene = Scene()
        quinn = Player.objects.get(pk=self.scene.quinn.pk)
        quinn.user = User.objects.create_user("quinn@example.org")
        quinn.save()
        mia = self.scene.mia.player
        self.table, self.minded = play_bots(mia), play_bots(mia)
        seating.mind_seat(self.minded.pk, command_by(mia, self.minded), is_away=True)
        self.waiting, self.full = (open_table(mia, preset("plain"), TableOptions()) for _ in range(2))
        seating.seat_bots(self.full.pk, command_by(mia, self.full))
        self.four, self.dealt_out = self.people_only(), self.people_only()
        finish_hand(self.dealt_out)
        self.hook, self.silent, self.sent = self.make_webhooks()
        self.programs = self.make_programs()

    def people_only(self) -> Table:
        """Mia, Olga, Scott and Otto have begun a game."""
        found = open_table(self.scene.mia.player, preset("plain"), TableOptions())
        for number, name in enumerate(("olga", "scott", "otto"), start=1):
            player = User.objects.get(email=f"{name}@example.org").player
            seating.sit(found.pk, number, command_by(player, found))
        play.start_game(found.pk, command_by(self.scene.mia.player, found))
        return found

    def make_webhooks(self) -> tuple[Webhook, Webhook, WebhookDelivery]:
        """One that is on, one that is off, and what was sent to the first."""
        club, olga = self.scene.club, self.scene.olga
        on, off = (webhook(club, olga, f"{PUBLIC}{way}", ["event.finished", "jackpot.closed"]) for way in ("", "/off"))
        sent = commands.send_test(on.pk, context=context_of(olga))
        return on, commands.switch_webhook(off.pk, False, context=context_of(olga), expected_version=1), sent

    def player_of(self, role: str) -> Player | None:
        token = self.programs[role].token
        found = token_from(token) if token else None
        return found.user.player if found else None

    def make_programs(self) -> dict[str, Program]:
        names = {
            "stranger": "sam",
            "member": "mia",
            "scorer": "scott",
            "elsewhere": "otis",
            "organizer": "otto",
            "owner": "olga",
        }
        users = {role: User.objects.get(email=f"{name}@example.org") for role, name in names.items()}
        known = {role: Program(user) for role, user in users.items()}
        player = Program(User.objects.get(email="quinn@example.org"), Scope.REPORT)
        return {"anonymous": Program(), **known, "player": player}

    def parts(self, path: str) -> dict[str, Any]:
        """What stands in the address, by the names of its parts, for something that exists."""
        found = self._parts(path)
        return found | {"id": found.get("pk")}

    def _parts(self, path: str) -> dict[str, Any]:
        scene, night = self.scene, self.scene.night
        if path.startswith("/clubs/"):
            pk = self.hook.pk if "/webhooks/" in path else scene.jackpot.pk
            return {"slug": scene.club.slug, "pk": pk, "number": str(self.sent.number)}
        if path.startswith("/leagues/"):
            return {"slug": scene.running.league.slug}
        if path.startswith("/seasons/"):
            return {"slug": scene.running.slug}
        if path.startswith("/players/"):
            return {"pk": scene.pam.pk}
        if path.startswith("/tables/"):
            return {"code": self.table.code, "number": 1}
        if "/rounds/" in path:
            return {"slug": night.slug, "pk": scene.round.pk}
        if "/announcements/" in path:
            return {"slug": night.slug, "pk": scene.said.pk}
        if "/registration/" in path:
            return {"slug": "opening" if "sign-up" in path else "signing"}
        if "/payouts/" in path:
            return {"slug": scene.shown.slug, "pk": scene.payout()}
        if "/bracket/" in path:
            return {"slug": "cup"}
        if "/my-seat/" in path:
            return {"slug": night.slug}
        waiting = Match.objects.get(round=scene.round, table=1)
        return {"slug": night.slug, "pk": waiting.pk, "number": 1}
