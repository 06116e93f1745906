"""Imported replays: the same pages and files as for games played here, and no trace in anything that counts."""

import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import IntegrityError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games import limits
from games.accounts.models import Player, User
from games.engine.egn_file import games_from
from games.engine.errors import RuleError
from games.errors import KeyReused, NotAllowed
from games.tables import imports, records
from games.tables.lobby import own_rows, public_page
from games.tables.models import Game, GamePlayer, Hand, PreparedDeal, Table, TableEntry
from games.tables.replays import GameReplay
from games.tables.verify import games_online_add_up
from tests.cast import PASSWORD, make_user
from tests.games.engine.game_files import FINALS, HOSTILE, SAMPLES, named, with_change
from tests.markup import squeezed
from tests.sizes import sample

pytestmark = pytest.mark.django_db
MATCH = (SAMPLES / "MotE_W5_Match.emn").read_bytes()
KEPT = (Table, Game, Hand, GamePlayer, PreparedDeal, TableEntry, Player)


@pytest.fixture
def olga() -> User:
    return make_user("Olga")


@pytest.fixture
def client(olga: User) -> Client:
    return logged_in(olga)


def logged_in(user: User) -> Client:
    found = Client()
    assert found.login(email=user.email, password=PASSWORD)
    return found


def send(client: Client, content: bytes, do: str = "keep", **more: Any) -> Any:
    about = {"do": do, "key": str(uuid.uuid4()), "notation": content.decode(errors="replace")} | more
    return client.post(reverse("import_games"), about)


def upload(client: Client, content: bytes) -> Any:
    about = {"do": "try", "key": str(uuid.uuid4()), "file": SimpleUploadedFile("game.egn", content)}
    return client.post(reverse("import_games"), about)


def rows() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in KEPT}


def keep(user: User, content: bytes = FINALS) -> Table:
    return imports.keep_replay(user.player, games_from(content), uuid.uuid4())


def test_a_file_is_looked_at_and_kept_and_shown_by_the_replay_page(client: Client) -> None:
    before = rows()
    seen = upload(client, FINALS)
    page = seen.content.decode()
    assert "1 game found, not saved yet" in page
    assert "<strong>8–10</strong>Llama &amp; LeftyKnavey won. 13 hands played." in squeezed(page)
    assert "Lead against a lone maker" in page
    assert rows() == before
    kept = client.post(
        reverse("import_games"), {"do": "keep", "key": uuid.uuid4(), "content": seen.context["content"]}, follow=True
    )
    table = Table.objects.get()
    assert kept.redirect_chain == [(reverse("table_games", args=[table.code]), 302)]
    assert (table.name, table.is_imported, table.visibility) == ("VWEC Finals", True, "private")
    stranger = Client()
    replay = stranger.get(reverse("replay", args=[table.code, 1]), {"hand": 13, "step": 99}).content.decode()
    assert "Llama &amp; LeftyKnavey won, 10–8." in replay
    assert "was played elsewhere and comes from a file" in replay
    assert "Hand 13" in replay
    assert list(games_online_add_up()) == []


@pytest.mark.slow
def test_a_match_is_kept_with_all_its_games(olga: User) -> None:
    table = keep(olga, MATCH)
    games = list(table.games.all())
    assert [game.points for game in games] == [[10, 3], [8, 10], [10, 6], [8, 10], [11, 7], [10, 9]]
    assert records.SeatNames(games[2]).all() == ["Jen-Eye", "Dad of Carl", "Chach", "WWMM"]
    assert list(games_online_add_up()) == []


@pytest.mark.parametrize("name", ["Six_Points_in_Two_Hands.egn", "Epic_Comeback.egn", "Custom_Scenario.egn"])
def test_games_that_begin_or_end_in_the_middle(olga: User, name: str) -> None:
    content = (SAMPLES / name).read_bytes()
    (one,) = games_from(content).games
    game = keep(olga, content).games.get()
    shown = GameReplay(game)
    assert shown.lines[-1].totals == one.game.points == tuple(game.points)
    assert game.score_before == one.game.start
    assert shown.status == ("The file ends at 0–1, so there’s no result." if one.game.outcome is None else shown.status)
    assert (game.ended_at is None) == (one.game.outcome is None)
    assert list(games_online_add_up()) == []


@pytest.mark.slow
def test_out_again_it_is_the_same_file(olga: User) -> None:
    for content in (FINALS, MATCH, (SAMPLES / "Six_Points_in_Two_Hands.egn").read_bytes()):
        table = keep(olga, content)
        out = Client().get(reverse("table_emn", args=[table.code])).content
        assert games_from(out).digest == games_from(content).digest
        first = Client().get(reverse("game_egn", args=[table.code, 1])).content
        assert games_from(first).games[0].digest == games_from(content).games[0].digest
        assert games_from(first).games[0].players == games_from(content).games[0].players


@pytest.mark.parametrize("name", sample(*list(HOSTILE)[::4], of=HOSTILE))
def test_of_hostile_files_nothing_is_kept(client: Client, name: str) -> None:
    content, _ = HOSTILE[name]
    before = rows()
    answers = [upload(client, content)]
    if len(content) < 200_000:
        answers += [send(client, content), send(client, content, do="try")]
    for answer in answers:
        assert answer.status_code == 422
        assert "No games were saved." in answer.content.decode()
    assert rows() == before


def test_what_no_parser_reads_twice_is_refused_too(client: Client) -> None:
    for content in ("%%%", "", "AAAA"):
        answer = client.post(reverse("import_games"), {"do": "keep", "key": uuid.uuid4(), "content": content})
        assert answer.status_code == 422
    answer = send(client, FINALS, key="is missing")
    assert answer.status_code == 422
    assert not Table.objects.exists()


def test_markup_in_names_is_shown_as_words(client: Client) -> None:
    content = with_change(
        lambda data: data["metadata"].update(title="<b>x</b>", players=["<script>x</script>", "{{ 7*7 }}", "=1", "b"])
    )
    seen = send(client, content, do="try").content.decode()
    send(client, content)
    table = Table.objects.get()
    pages = [
        Client().get(reverse(name, args=[table.code, *more])).content.decode()
        for name, more in (("table_games", []), ("replay", [1]), ("verify_game", [1]))
    ]
    for page in (seen, *pages, client.get(reverse("import_games")).content.decode()):
        assert "<script>x" not in page
        assert "<b>x" not in page
        assert "&lt;b&gt;x" in page
    assert "&lt;script&gt;x" in pages[1]
    assert "{{ 7*7 }}" in pages[1]


def test_the_pages_say_that_nothing_was_sealed_here(olga: User) -> None:
    table = keep(olga)
    page = Client().get(reverse("verify_game", args=[table.code, 1])).content.decode()
    assert "There’s nothing to verify here" in page
    assert "have no seal" in page
    assert "no one stacked the deck" not in page
    deals = Client().get(reverse("game_deals", args=[table.code, 1])).json()
    assert deals == {"about": records.NOT_SEALED, "hands": []}


@pytest.mark.slow
def test_nobody_is_listed_seated_or_let_in(olga: User, client: Client) -> None:
    table = keep(olga)
    assert own_rows(olga.player) == []
    assert list(public_page().object_list) == []
    assert not table.seats.exists()
    assert not GamePlayer.objects.exists()
    assert list(Player.objects.all()) == [olga.player]
    assert client.get(reverse("table", args=[table.code])).url == table.get_absolute_url()
    about = {"seen": table.version + 1, "key": uuid.uuid4()}
    for name, more in (
        ("move_seat", [1, "sit"]),
        ("watch_table", []),
        ("move_table", ["start"]),
        ("act", []),
        ("say", []),
        ("here", []),
        ("prepare", []),
        ("plan_step", ["visibility"]),
        ("move_person", [olga.player.pk, "mute"]),
    ):
        assert client.post(reverse(name, args=[table.code, *more]), about).status_code == 404, name
    for name in ("table_hand", "table_shared", "talk", "advice", "plan_table", "prepare"):
        assert client.get(reverse(name, args=[table.code])).status_code == 404, name


def test_a_table_that_is_open_cannot_be_an_imported_one(olga: User) -> None:
    table = keep(olga)
    for change in ({"closed_at": None}, {"owner": None}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Table.objects.filter(pk=table.pk).update(**change)


def test_the_same_file_is_kept_once(olga: User) -> None:
    table, before = keep(olga), rows()
    assert keep(olga) == table
    other_words = with_change(lambda data: data["metadata"].update(description="again"))
    assert keep(olga, other_words) == table
    assert rows() == before
    assert keep(make_user("Pam")) != table


def test_a_key_does_one_thing(olga: User) -> None:
    key = uuid.uuid4()
    table = imports.keep_replay(olga.player, games_from(FINALS), key)
    assert imports.keep_replay(olga.player, games_from(FINALS), key) == table
    with pytest.raises(KeyReused):
        imports.keep_replay(olga.player, games_from(MATCH), key)
    assert Table.objects.count() == 1


@pytest.mark.slow
def test_an_account_keeps_so_many_and_no_more(olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_KEPT", 1)
    table = keep(olga)
    with pytest.raises(RuleError, match="You already have 1 imported replays, which is the limit"):
        keep(olga, MATCH)
    imports.remove_replay(table.pk, olga.player)
    keep(olga, MATCH)


def test_reviews_of_daily_deals_leave_them_room(olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_KEPT", 1)
    imports.keep_replay(olga.player, games_from(FINALS), uuid.uuid4(), is_daily=True)
    keep(olga, MATCH)
    assert imports.replays_of(olga.player).count() == 2


def test_a_day_is_kept_beside_all_of_them(olga: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "MAX_KEPT", 1)
    keep(olga, MATCH)
    imports.keep_replay(olga.player, games_from(FINALS), uuid.uuid4(), is_daily=True)
    assert imports.replays_of(olga.player).count() == 2


def test_too_many_files_at_once_wait(client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.FLOOD_LIMITS = True
    monkeypatch.setattr(limits, "IMPORTS", limits.Limit("import-games-here", 2, 60))
    answers = [send(client, named("Ann"), do="try").status_code for _ in range(3)]
    assert answers == [200, 200, 429]


def test_its_owner_removes_it_and_nobody_else(olga: User, client: Client) -> None:
    empty = rows()
    table = keep(olga, MATCH)
    pam = make_user("Pam")
    other = logged_in(pam)
    assert other.post(reverse("remove_import", args=[table.code])).status_code == 403
    with pytest.raises(NotAllowed):
        imports.remove_replay(table.pk, pam.player)
    assert "Remove" not in other.get(table.get_absolute_url()).content.decode()
    assert "Remove" in client.get(table.get_absolute_url()).content.decode()
    assert client.post(reverse("remove_import", args=[table.code])).status_code == 302
    assert rows() == empty | {"Player": 2}
    assert client.post(reverse("remove_import", args=[table.code])).status_code == 404


def test_an_administrator_of_tables_removes_it_too(olga: User) -> None:
    table, ada = keep(olga), make_user("Ada")
    User.objects.filter(pk=ada.pk).update(manages_tables=True)
    assert logged_in(ada).post(reverse("remove_import", args=[table.code])).status_code == 302
    assert not Table.objects.exists()


def test_the_page_asks_the_same_number_of_questions_however_many_are_kept(olga: User, client: Client) -> None:
    asked = []
    for seat in range(3):
        keep(olga, with_change(lambda data, seat=seat: data.update(deals=data["deals"][: 13 - seat])))
        with CaptureQueriesContext(connection) as seen:
            page = client.get(reverse("import_games"))
        assert len(page.context["kept"]) == seat + 1
        asked.append(len(seen))
    assert len(set(asked)) == 1
    assert asked[0] <= 5
