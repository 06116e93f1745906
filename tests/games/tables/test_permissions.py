"""Who gets which answer from every address of play online: `tests/data/table_permissions.txt`, reviewed row by row."""

import datetime
import uuid
from collections.abc import Callable
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.accounts import tokens
from games.accounts.models import User
from games.accounts.oauth.apps import register_app
from games.accounts.oauth.models import Connection
from games.daily.commands import deal_of_today
from games.engine.egn_file import games_from
from games.house_rules.presets import save_rules
from games.notifications.push import site_keys
from games.notifications.push.models import PushSubscription
from games.puzzles.collection import puzzles
from games.reports.commands import report
from games.tables import invitations, opening, own_cards, play, prepared, seating, watching
from games.tables.imports import keep_replay
from games.tables.models import Table
from games.urls import urlpatterns
from tests.cast import PASSWORD, make_club, make_user
from tests.games.accounts.test_oauth import BACK, address_of
from tests.games.engine.game_files import FINALS
from tests.games.notifications.push.test_encryption import EXAMPLE
from tests.games.pictures import plain, sheet
from tests.games.tables.cast import SHORT, command_by, finished_game
from tests.sizes import sample
from tests.tournaments.pages.browsing import certain, differences, form, log_in, world, writes
from tests.tournaments.pages.test_permissions import said

FILE = Path(__file__).parents[2] / "data" / "table_permissions.txt"
ROLES = ("anonymous", "stranger", "watcher", "player", "owner", "elsewhere")
Request = Callable[["Scene"], tuple[str, dict[str, Any]]]


LONG_AGO = datetime.date(1999, 1, 1)
PUSH = {
    "endpoint": "https://push.example.net/player",
    "browser_key": EXAMPLE["browser_key"],
    "secret": EXAMPLE["secret"],
    "site_key": site_keys.public_key(),
}
"""What a browser says of itself, with the keys of RFC 8291's example."""


class Scene:
    """Olga's table, where a second game is being played: somebody who has an account is to act, Wim watches, deals may
    be prepared, and an open invitation leads there. `hidden` is hers too; the same player sits there, and Wim is
    invited. `match` has no owner: at it the player waits for the others."""

    def __init__(self) -> None:
        self.olga, self.wim = make_user("Olga"), make_user("Wim")
        self.table = finished_game(rules=SHORT, deck_upload=True).table
        play.start_game(self.table.pk, command_by(self.olga.player, self.table))
        if self.turn == self.olga.player:
            play.act(self.table.pk, "pass", command_by(self.olga.player, self.table))
        self.player = self.turn
        self.player.user = User.objects.create_user("player@example.org", PASSWORD)
        self.player.save()
        watching.watch(self.table.pk, self.wim.player)
        self.token = invitations.invite(self.table.pk, command_by(self.olga.player, self.table))
        self.hidden, self.match = self.another("hidden"), self.another("private")
        link = invitations.invitation_of(invitations.invite(self.hidden.pk, command_by(self.olga.player, self.hidden)))
        assert link
        invitations.come_in(link, command_by(self.wim.player, self.hidden))
        Table.objects.filter(pk=self.match.pk).update(owner=None)
        tokens.make_token(self.player.user, "Scoreboard", [], key=uuid4())
        self.app = register_app(self.player.user, "Scoreboard", [BACK], key=uuid4())
        self.connection = Connection.objects.create(user=self.player.user, app=self.app, scopes=["report"])
        self.kept = keep_replay(self.olga.player, games_from(FINALS), uuid.uuid4())
        self.deal = deal_of_today()
        self.picture = own_cards.keep_back(self.player, plain())
        self.rules = save_rules(self.player, "At home", SHORT)
        self.report = report(self.table.pk, self.olga.player.pk, self.player, uuid4(), reason="words")
        self.browsers = {
            "stranger": certain(log_in(make_user("Sam"))),
            "watcher": certain(log_in(self.wim)),
            "player": certain(log_in(self.player.user)),
            "owner": certain(log_in(self.olga)),
            "elsewhere": certain(log_in(self.organizer())),
        }
        PushSubscription.objects.create(
            player=self.player,
            endpoint=PUSH["endpoint"],
            browser_key=PUSH["browser_key"],
            sealed_secret="sealed",
            site_key=PUSH["site_key"],
            session_key=self.browsers["player"].session.session_key,
        )
        Table.objects.update(turn_since="2026-01-01T00:00Z")
        for table in (self.table, self.hidden, self.match):
            table.refresh_from_db()

    @property
    def turn(self) -> Any:
        row = play.running_hand(play.running_game(self.table))
        assert row
        return self.table.seats.select_related("player").get(number=play.state_of(row).turn).player

    def another(self, visibility: str) -> Table:
        table = opening.open_table(self.olga.player, SHORT, self.table.conduct, visibility=visibility)
        Table.objects.filter(pk=table.pk).update(visibility="private")
        seating.sit(table.pk, 1, command_by(self.player, table))
        Table.objects.filter(pk=table.pk).update(visibility=visibility)
        return table

    def organizer(self) -> User:
        edna = make_user("Edna")
        make_club(edna, "Oak Hill")
        return edna

    def browser(self, role: str) -> Client:
        return self.browsers.get(role) or Client()


@pytest.fixture(scope="module")
def kept_scene(kept_db: None) -> Scene:
    return Scene()


@pytest.fixture
def scene(db: None, kept_scene: Scene) -> Scene:
    return kept_scene


def page(name: str, *args: object, **fields: Any) -> Request:
    """A page of no table."""
    return lambda scene: (
        reverse(name, args=_read(scene, args)),
        form(**{key: _read(scene, [value])[0] for key, value in fields.items()}),
    )


def at(name: str, *args: object, table: str = "table", **fields: Any) -> Request:
    """Something at one of the scene's tables, as it stands."""

    def request(scene: Scene) -> tuple[str, dict[str, Any]]:
        found: Table = getattr(scene, table)
        path = reverse(name, args=[found.code, *_read(scene, args)])
        return path, form(seen=found.version, **{key: _read(scene, [value])[0] for key, value in fields.items()})

    return request


def _read(scene: Scene, values: Any) -> list[Any]:
    return [value(scene) if callable(value) else value for value in values]


def file_of(body: bytes) -> Callable[[Scene], SimpleUploadedFile]:
    return lambda scene: SimpleUploadedFile("cards.png", body, content_type="image/png")


def upload(kind: str, body: bytes, **more: str) -> Request:
    return lambda scene: (reverse("keep_picture", args=[kind]), form(picture=file_of(body)(scene), **more))


NEW_TABLE = {
    "house_rules": "plain",
    "visibility": "private",
    "bid_clock": "off",
    "play_clock": "off",
    "by_the_day": "off",
    "on_overdue": "bot_plays_on",
    "seating": "chosen",
    "bots": "strong",
    "watchers": "face_down",
    "buy_in": "none",
    "abandoned_after": "off",
    "on_expiry": "skip",
    "chat": "text",
    "announcements": "quiet",
}
SETTINGS = {"cards": "large", "felt": "blue", "turn": "white", "sound": "off", "sounds": "turn", "pause": "long"}


def seat_of(scene: Scene) -> int:
    return scene.table.seats.get(player=scene.player).number


REQUESTS: dict[str, Request] = {
    "learn": page("learn"),
    "how_to_play": page("how_to_play"),
    "first_hands": page("first_hands"),
    "first_hand": page("first_hand", "go-alone", step="0", action="order alone"),
    "first_hand/none": page("first_hand", "none", step="0", action="pass"),
    "learn_words": page("learn_words"),
    "learn_history": page("learn_history"),
    "learn_rules": page("learn_rules"),
    "learn_rules/nothing": lambda s: (reverse("learn_rules") + "?rules=own-x&option=praise&value=x", form()),
    "learn_tips": page("learn_tips"),
    "notifications": page("notifications"),
    "notification_settings": page("notification_settings"),
    "test_notification": page("test_notification"),
    "mail_works": page("mail_works"),
    "stop_notifications/made-up": lambda scene: (reverse("stop_notifications", args=["made-up"]), {}),
    "mail_bounces": page("mail_bounces"),
    "push": page("push"),
    "push_on": page("push_on", **PUSH),
    "push_off": page("push_off", **PUSH),
    "push_check": page("push_check", **PUSH),
    "push_test": page("push_test", **PUSH),
    "language": page("language", language="fr", next="/"),
    "language/klingon": page("language", language="klingon"),
    "my_rules": page("my_rules"),
    "new_rules": page("new_rules", rules_save_as="Sunday", house_rules="hoyle"),
    "rule_picker": page("rule_picker"),
    "saved_rules": page("saved_rules", lambda s: s.rules.code),
    "saved_rules/none": page("saved_rules", "none"),
    "change_rules": page("change_rules", lambda s: s.rules.code, rules_save_as="Sunday", house_rules="now"),
    "keep_rules": page("keep_rules", lambda s: s.rules.code),
    "delete_rules": page("delete_rules", lambda s: s.rules.code),
    "my_tokens": lambda s: (reverse("my_tokens"), form(name="Scoreboard", days=30)),
    "end_token": page("end_token", lambda s: s.player.user.tokens.get().pk),
    "my_apps": lambda s: (reverse("my_apps"), form(name="Clock", addresses=BACK)),
    "end_connection": page("end_connection", lambda s: s.connection.pk),
    "end_app": page("end_app", lambda s: s.app.pk),
    "device_page": page("device_page"),
    "device_page/none": page("device_page", code="BCDF-GHJK", allow="yes"),
    "oauth_authorize": lambda s: (address_of(s.app), {"asked": address_of(s.app).partition("?")[2], "allow": "yes"}),
    "oauth_authorize/nothing": page("oauth_authorize"),
    "oauth_device": lambda s: (reverse("oauth_device"), {"client_id": s.app.client_id}),
    "oauth_revoke": lambda s: (reverse("oauth_revoke"), {"client_id": s.app.client_id, "token": "rb_none"}),
    "oauth_token": lambda s: (reverse("oauth_token"), {"client_id": s.app.client_id, "code": "none"}),
    "oauth_metadata": page("oauth_metadata"),
    "lobby": page("lobby"),
    "new_table": page("new_table", **NEW_TABLE),
    "import_games": page("import_games", do="try", notation=FINALS.decode()),
    "import_games/keep": page("import_games", do="keep", notation=FINALS.decode()),
    "import_games/praise": page("import_games", do="keep", notation="praise"),
    "remove_import": at("remove_import", table="kept"),
    "remove_import/live": at("remove_import"),
    "play_now": page("play_now"),
    "find_game": page("find_game"),
    "find_game/praise": page("find_game", rules="praise"),
    "find_step/here": page("find_step", "here"),
    "find_step/stop": page("find_step", "stop"),
    "find_step/bots": page("find_step", "bots"),
    "find_step/praise": page("find_step", "praise"),
    "own_chips": page("own_chips"),
    "refill_chips": page("refill_chips"),
    "invited": lambda s: (reverse("invited", args=[s.token]), form(seen=s.table.version)),
    "invited/nowhere": page("invited", "no-such-token", seen=1),
    "verifier": page("verifier", "game"),
    "verifier/praise": page("verifier", "praise"),
    "introduction": page("introduction", face="owl"),
    "invite_friends": page("invite_friends"),
    "table_invite": at("table_invite"),
    "table_invite/hidden": at("table_invite", table="hidden"),
    "table_invite/match": at("table_invite", table="match"),
    "blocked": page("blocked"),
    "move_block/block": page("move_block", lambda s: s.wim.player.pk, "block"),
    "move_block/unblock": page("move_block", lambda s: s.wim.player.pk, "unblock"),
    "move_block/praise": page("move_block", lambda s: s.wim.player.pk, "praise"),
    "reports": page("reports"),
    "one_report": page("one_report", lambda s: s.report.pk, answer="Talked to them."),
    "table_people": at("table_people"),
    "table_people/hidden": at("table_people", table="hidden"),
    "report_player": at("report_player", lambda s: s.player.pk, reason="words"),
    "report_player/hidden": at("report_player", lambda s: s.player.pk, reason="words", table="hidden"),
    "table_settings": page("table_settings", **SETTINGS),
    "own_cards": page("own_cards"),
    "keep_picture/back": upload("back", plain()),
    "keep_picture/faces": upload("faces", sheet(), layout="euchre"),
    "keep_picture/praise": upload("praise", plain()),
    "drop_picture/back": page("drop_picture", "back"),
    "drop_picture/praise": page("drop_picture", "praise"),
    "card_picture": page("card_picture", lambda s: s.picture.digest),
    "table": at("table"),
    "table/hidden": at("table", table="hidden"),
    "table/match": at("table", table="match"),
    "table_hand": at("table_hand"),
    "table_hand/hidden": at("table_hand", table="hidden"),
    "table_shared": at("table_shared"),
    "table_shared/hidden": at("table_shared", table="hidden"),
    "table_rules": at("table_rules"),
    "table_rules/hidden": at("table_rules", table="hidden"),
    "change_table_rules": at("change_table_rules", **NEW_TABLE),
    "change_table_rules/hidden": at("change_table_rules", table="hidden", **NEW_TABLE),
    "table_rule_picker": at("table_rule_picker"),
    "here": at("here"),
    "here/hidden": at("here", table="hidden"),
    "talk": at("talk"),
    "talk/hidden": at("talk", table="hidden"),
    "say": at("say", phrase="hello"),
    "say/hidden": at("say", phrase="hello", table="hidden"),
    "advice": at("advice"),
    "advice/hidden": at("advice", table="hidden"),
    "prepare": at("prepare", deals=lambda s: prepared.example(SHORT)),
    "prepare/hidden": at("prepare", table="hidden", deals=lambda s: prepared.example(SHORT)),
    "prepare/match": at("prepare", table="match", deals=lambda s: prepared.example(SHORT)),
    "move_person/mute": at("move_person", lambda s: s.wim.player.pk, "mute"),
    "move_person/share": at("move_person", lambda s: s.player.pk, "share"),
    "move_person/unshare": at("move_person", lambda s: s.player.pk, "unshare"),
    "move_person/match": at("move_person", lambda s: s.wim.player.pk, "mute", table="match"),
    "move_person/praise": at("move_person", lambda s: s.wim.player.pk, "praise"),
    "act": at("act", action="pass"),
    "act/hidden": at("act", action="pass", table="hidden"),
    "start_as": at("start_as", table="hidden", sides="solo"),
    "start_as/praise": at("start_as", table="hidden", sides="praise"),
    "start_as/match": at("start_as", table="match", sides="solo"),
    "plan_table": at("plan_table"),
    "plan_table/hidden": at("plan_table", table="hidden"),
    "plan_table/match": at("plan_table", table="match"),
    "plan_step/start": at("plan_step", "start", table="hidden", minutes=5),
    "plan_step/by-hand": at("plan_step", "by-hand"),
    "plan_step/invite": at("plan_step", "invite", hours=24),
    "plan_step/revoke": at("plan_step", "revoke", invitation=lambda s: s.table.invitations.get().pk),
    "plan_step/visibility": at("plan_step", "visibility", visibility="public"),
    "plan_step/match": at("plan_step", "visibility", visibility="public", table="match"),
    "plan_step/praise": at("plan_step", "praise"),
    "table_games": at("table_games"),
    "table_games/hidden": at("table_games", table="hidden"),
    "table_emn": at("table_emn"),
    "replay": at("replay", 1),
    "replay/none": at("replay", 9),
    "replay/hidden": at("replay", 1, table="hidden"),
    "review": at("review", 1),
    "review/none": at("review", 9),
    "review/hidden": at("review", 1, table="hidden"),
    "ask_for_review": at("ask_for_review", 1),
    "ask_for_review/none": at("ask_for_review", 9),
    "ask_for_review/hidden": at("ask_for_review", 1, table="hidden"),
    "puzzles": page("puzzles"),
    "puzzle": page("puzzle", lambda s: puzzles()[0].key, action=lambda s: str(puzzles()[0].answer.action)),
    "puzzle/none": page("puzzle", "p999"),
    "daily": page("daily"),
    "daily_leaderboard": page("daily_leaderboard"),
    "daily_day": page("daily_day", lambda s: s.deal.day),
    "daily_day/none": page("daily_day", lambda s: LONG_AGO),
    "daily_begin": page("daily_begin", lambda s: s.deal.day),
    "daily_begin/none": page("daily_begin", lambda s: LONG_AGO),
    "daily_play": page("daily_play", lambda s: s.deal.day, hand=1, step=0, action="pass"),
    "daily_review": page("daily_review", lambda s: s.deal.day),
    "game_egn": at("game_egn", 1),
    "verify_game": at("verify_game", 1),
    "game_deals": at("game_deals", 1),
    "move_seat/sit": at("move_seat", 2, "sit", table="hidden"),
    "move_seat/taken": at("move_seat", seat_of, "sit"),
    "move_seat/evict": at("move_seat", seat_of, "evict"),
    "move_seat/match": at("move_seat", 1, "sit", table="match"),
    "move_seat/praise": at("move_seat", 1, "praise"),
    "watch_table": at("watch_table"),
    "watch_table/hidden": at("watch_table", table="hidden"),
    "watch_table/match": at("watch_table", table="match"),
    "move_table/start": at("move_table", "start"),
    "move_table/restore": at("move_table", "restore"),
    "move_table/deal": at("move_table", "deal"),
    "move_table/stand-up": at("move_table", "stand-up"),
    "move_table/bots": at("move_table", "bots", table="hidden"),
    "move_table/bots-match": at("move_table", "bots", table="match"),
    "move_table/away": at("move_table", "away"),
    "move_table/away-match": at("move_table", "away", table="match"),
    "move_table/back": at("move_table", "back"),
    "move_table/skip": at("move_table", "skip"),
    "move_table/play-here": at("move_table", "play-here"),
    "move_table/call-off": at("move_table", "call-off"),
    "move_table/close": at("move_table", "close"),
    "move_table/close-match": at("move_table", "close", table="match"),
    "move_table/stop-watching": at("move_table", "stop-watching"),
    "move_table/praise": at("move_table", "praise"),
}

Key = tuple[str, str]
TRIES = ("move_seat/taken", "move_seat/evict", "move_seat/match", "move_seat/praise", "refill_chips")
BECOMES_A_GUEST = {(row, "POST", "anonymous") for row in TRIES}
"""A visitor who wants to sit down or to have chips is a guest from then on, even where that is refused in words."""


def read_table() -> dict[Key, dict[str, str]]:
    """(row, method) → role → answer."""
    lines = [line.split() for line in FILE.read_text().splitlines() if line and not line.startswith("#")]
    assert tuple(lines[0][2:]) == ROLES
    return {(row, method): dict(zip(ROLES, cells, strict=True)) for row, method, *cells in lines[1:]}


TABLE = read_table()


def ask(scene: Scene, role: str, row: str, method: str) -> Any:
    path, body = REQUESTS[row](scene)
    client = scene.browser(role)
    return client.get(path) if method == "GET" else client.post(path, body)


def changes_rows(scene: Scene, role: str, row: str, method: str) -> bool:
    before = world()
    ask(scene, role, row, method)
    return bool(differences(before, world()))


def test_every_route_of_play_online_has_a_row_for_reading_and_for_writing() -> None:
    routes = {(pattern.name, method) for pattern in urlpatterns for method in ("GET", "POST")}
    assert {(row.partition("/")[0], method) for row, method in TABLE} == routes
    assert {row for row, _ in TABLE} == set(REQUESTS)
    assert len(TABLE) == 2 * len(REQUESTS)


@pytest.mark.parametrize("role", sample(of=ROLES))
@pytest.mark.heavy
def test_it_answers_as_the_table_says_and_neither_a_refusal_nor_reading_writes(scene: Scene, role: str) -> None:
    answers: dict[Key, str] = {}
    wrote = set()
    for row, method in TABLE:
        with transaction.atomic():
            with writes() as sent:
                answers[row, method] = answer = said(ask(scene, role, row, method))
            transaction.set_rollback(True)
        if sent and (method == "GET" or answer not in ("200", "204", "302")):
            with transaction.atomic():
                if changes_rows(scene, role, row, method):
                    wrote.add((row, method, role))
                transaction.set_rollback(True)
    assert answers == {key: cells[role] for key, cells in TABLE.items()}
    assert wrote == {one for one in BECOMES_A_GUEST if one[2] == role}
