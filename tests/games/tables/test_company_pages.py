"""The company at a table through its pages: talk, watching, advice, prepared deals, settings."""

import uuid

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.presets import preset
from games.tables import play, prepared, talk
from games.tables.models import PlayerSettings, Table, TableLine, Watcher
from tests.games.tables.cast import command_by, player, table_for
from tests.games.tables.test_pages import browser_of, send
from tests.markup import squeezed

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


def say(client: Client, table: Table, **words: str):
    return client.post(reverse("say", args=[table.code]), {"key": str(uuid.uuid4())} | words, headers=HTMX)


def test_what_is_said_is_shown_escaped_to_everybody_with_a_key_for_the_next_line() -> None:
    table, (olga, pam, *_) = table_for()
    answer = say(browser_of(olga), table, text="<script>alert(1)</script>")
    assert answer.status_code == 200
    page = browser_of(pam).get(reverse("talk", args=[table.code])).content.decode()
    assert "&lt;script&gt;alert(1)&lt;/script&gt;" in page
    assert "<script>" not in page
    assert "data-next-key" in answer.content.decode()
    assert "data-next-key" not in page


def test_a_refused_line_is_answered_with_the_reason() -> None:
    table, (olga, *_) = table_for()
    client = browser_of(olga)
    assert say(client, table, text="").status_code == 422
    assert say(Client(), table, text="Hello").status_code == 403
    assert client.post(reverse("say", args=[table.code]), {"text": "is missing"}).status_code == 422
    assert "Enter a message first" in say(client, table, text=" ").content.decode()
    assert client.post(reverse("say", args=[table.code]), {"key": str(uuid.uuid4()), "text": "Hi"}).status_code == 302
    assert client.get(reverse("say", args=[table.code])).status_code == 405
    assert TableLine.objects.count() == 1


def test_the_talk_has_its_own_topic() -> None:
    table, (olga, *_) = table_for()
    topic = talk.topic(table)
    versions = Client().get("/live/", {"topic": topic, "poll": "1"}).json()["versions"]
    assert versions == {topic: 0}
    say(browser_of(olga), table, text="Hello")
    assert Client().get("/live/", {"topic": topic, "poll": "1"}).json()["versions"] == {topic: 1}


def test_a_visitor_watches_is_listed_and_leaves() -> None:
    table, (olga, *_) = table_for()
    visitor = Client()
    assert "Stop watching" not in visitor.get(table.get_absolute_url()).content.decode()
    assert send(visitor, table, "move_table", "watch").status_code == 302
    name = Watcher.objects.get().player.name
    assert f"Watching: {name}" in browser_of(olga).get(table.get_absolute_url()).content.decode()
    assert visitor.post(reverse("here", args=[table.code])).status_code == 204
    assert send(visitor, table, "move_table", "stop-watching").status_code == 302
    assert not Watcher.objects.exists()


@pytest.mark.slow
def test_advice_is_given_in_words_to_whose_turn_it_is() -> None:
    table, people = table_for(bots="casual")
    play.start_game(table.pk, command_by(people[0], table))
    running = play.running_hand(play.running_game(table))
    assert running
    turn = play.state_of(running).turn or 0
    address = reverse("advice", args=[table.code])
    answer = browser_of(people[turn]).get(address)
    assert answer.status_code == 200
    assert answer.context["advice"].why.sentence in answer.content.decode().replace("&#x27;", "'")
    assert f'action="{address}"' in answer.content.decode()
    assert browser_of(people[(turn + 1) % 4]).get(address).status_code == 422
    assert Client().get(address).status_code == 404
    Table.objects.update(options={"suggestions": False})
    assert browser_of(people[turn]).get(address).status_code == 403
    assert f'action="{address}"' not in browser_of(people[turn]).get(table.get_absolute_url()).content.decode()


def test_prepared_deals_through_their_page() -> None:
    table, (olga, pam, *_) = table_for(deck_upload=True)
    address, client = reverse("prepare", args=[table.code]), browser_of(olga)
    assert prepared.example(preset("plain")) in client.get(address).content.decode()
    wrong = client.post(address, {"deals": "# one\nnonsense", "key": str(uuid.uuid4())})
    assert wrong.status_code == 422
    assert "Line 2" in wrong.content.decode()
    assert "nonsense" in wrong.content.decode()
    right = {"deals": prepared.example(preset("plain")), "key": str(uuid.uuid4())}
    assert client.post(address, right).status_code == 302
    assert prepared.waiting(table) == 1
    assert browser_of(pam).get(address).status_code == 403
    assert Client().get(address).status_code == 404
    play.start_game(table.pk, command_by(olga, table))
    assert "Olga prepared this deal" in browser_of(pam).get(table.get_absolute_url()).content.decode()


def test_managing_through_the_page() -> None:
    table, (olga, pam, *_) = table_for()
    owner = browser_of(olga)
    assert "Manage the table" in owner.get(table.get_absolute_url()).content.decode()
    assert "Manage the table" not in browser_of(pam).get(table.get_absolute_url()).content.decode()
    assert send(owner, table, "move_person", pam.pk, "mute").status_code == 302
    assert say(browser_of(pam), table, text="Hm").status_code == 403
    assert send(owner, table, "move_person", pam.pk, "fly").status_code == 404
    assert send(browser_of(pam), table, "move_person", olga.pk, "mute").status_code == 403
    assert send(owner, table, "move_table", "skip").status_code == 422


def test_a_players_settings_change_his_own_table_alone() -> None:
    table, (olga, pam, *_) = table_for()
    address = reverse("table_settings") + f"?back={table.code}"
    client = browser_of(olga)
    assert client.get(address).status_code == 200
    chosen = {"cards": "large", "felt": "blue", "turn": "white", "sound": "loud", "four_colours": "on"}
    chosen |= {"sounds": "turn", "pause": "long"}
    answer = client.post(address, chosen)
    assert answer.headers["Location"] == table.get_absolute_url()
    page = squeezed(client.get(table.get_absolute_url()).content.decode())
    assert "felt-blue turn-white cards-large four-colours" in page
    assert "data-shortcuts" not in page
    assert 'data-sound="loud" data-sounds="turn"' in page
    assert 'data-pause="4000"' in page
    assert 'data-sound="off"' in browser_of(pam).get(table.get_absolute_url()).content.decode()
    assert "felt-green" in browser_of(pam).get(table.get_absolute_url()).content.decode()
    assert client.post(address, chosen | {"felt": "<script>"}).status_code == 200
    assert PlayerSettings.objects.get().felt == "blue"


def test_whoever_only_looks_at_the_settings_leaves_no_trace() -> None:
    assert Client().get(reverse("table_settings")).status_code == 200
    assert not PlayerSettings.objects.exists()
    assert not player("No one").games.exists()


def test_the_rules_panel_lists_the_conduct() -> None:
    table, _ = table_for(chat="none", open_hands=True)
    page = Client().get(reverse("table_rules", args=[table.code])).content.decode()
    assert "<strong>none</strong>" in page
    assert "Hands face up" in page
    assert "Practice: all hands are face up" in Client().get(table.get_absolute_url()).content.decode()
