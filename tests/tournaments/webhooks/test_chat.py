"""What a channel of a chat reads: a sentence for each happening, in its language, with public names that do nothing."""

import datetime
import json
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import Player, User
from games.encryption import number_for
from games.engine.errors import RuleError
from tests.cast import Table, context_of, make_event, on_grid, slip
from tests.games.outgoing.receivers import receiving, says
from tests.tournaments.jackpots.test_closing import open_week
from tests.tournaments.rewards.conftest import run
from tests.tournaments.scenes.registration import taking
from tests.tournaments.scenes.webhook import ALL, PUBLIC, channel, now_again, webhook
from tournaments.access.wall_code import hang_code
from tournaments.clubs.models import Club, Venue
from tournaments.clubs.public_names import NUMBERS
from tournaments.events.cancelling import cancel_event, restore_event
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Event
from tournaments.jackpots.closing import close_due
from tournaments.notifications.evening import open_check_ins
from tournaments.registration.models import RegistrationTerms
from tournaments.results import commands as results
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event
from tournaments.webhooks import chat, commands
from tournaments.webhooks.chat import INVISIBLE, MAX_LETTERS, letters, plain
from tournaments.webhooks.models import Happening, Shape, Webhook, WebhookDelivery
from tournaments.webhooks.payloads import emit_registrations
from tournaments.webhooks.people import named_as_now
from tournaments.webhooks.sender import RETRY_SECONDS, deliver_due, text_for

SITE = "http://localhost:8000"
SOON = datetime.timedelta(hours=1)


def read(row: Webhook, kind: str) -> list[str]:
    """The messages of a kind, as they would be sent now."""
    said = []
    for delivery in row.deliveries.filter(kind=kind).order_by("pk"):
        delivery.body = named_as_now(delivery.body)
        sent = json.loads(text_for(row, delivery))
        assert sent.keys() == {"content", "allowed_mentions"}
        assert sent["allowed_mentions"] == {"parse": []}
        said.append(sent["content"])
    return said


@pytest.fixture
def row(table: Table) -> Webhook:
    return channel(table.event.club, table.olga)


def play_all(table: Table) -> None:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    table.round.refresh_from_db()
    rounds.close_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)


def publish_again(table: Table) -> None:
    rounds.unpublish_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)
    table.round.refresh_from_db()
    rounds.publish_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)


def test_a_round_is_read_with_its_tables(table: Table, row: Webhook) -> None:
    publish_again(table)
    [said] = read(row, Happening.ROUND)
    first, table_one, *_, link = said.splitlines()
    assert first == f"{table.event.name}: round 1 is published."
    assert table_one == "Table 1: Pam & Ann – Quinn & Bob"
    assert link == f"{SITE}/events/{table.event.slug}/find/"


def test_a_night_ends_with_standings_and_winners(table: Table, row: Webhook) -> None:
    play_all(table)
    finish_event(table.event.pk, context=context_of(table.olga), override="The hall closes")
    [standings], [end] = read(row, Happening.STANDINGS), read(row, Happening.EVENT)
    assert standings.startswith(f"{table.event.name}: standings after round 1\n1st: ")
    assert end.startswith(f"{table.event.name} is over. Congratulations to the winners!\n1st: ")
    assert {line.split(": ")[1] for line in end.splitlines()[1:5]} == {
        player.name for match in table.round.matches.all() for player in _winners(match)
    }


def _winners(match: Any) -> list[Player]:
    return [seat.player for seat in match.seats.filter(side=0).select_related("player")]


def test_a_score_an_achievement_and_a_void_are_read(table: Table, row: Webhook) -> None:
    results.record_result(table.match.pk, slip(10, 0), context=on_grid(table.olga))
    run()
    results.void_result(table.match.pk, reason="Wrong", context=on_grid(table.olga), expected_version=1)
    name = table.event.name
    score, void = read(row, Happening.RESULT)
    assert score.splitlines()[:3] == [f"{name}, round 1, table 1: 10–0", "Pam & Ann", "Quinn & Bob"]
    assert void.startswith(f"{name}, round 1, table 1: the score no longer counts.")
    assert any(said.startswith("Pam earned First win.\nWin a game.") for said in read(row, Happening.ACHIEVEMENT))


def test_a_jackpot_is_read_with_its_winners(db: None) -> None:
    scene = open_week()
    Club.objects.update(currency="CAD")
    row = channel(scene.club, scene.olga)
    close_due()
    [said] = read(row, Happening.JACKPOT)
    first, *winners, link = said.splitlines()
    assert first == "Loner pot is closed."
    assert {line.split(" wins ")[0] for line in winners} == {"Ann", "Cy"}
    assert all(line.endswith((" $5.00.", " $5.01.")) for line in winners)
    assert link.endswith("/1/")


class TestPlans:
    """What concerns everyone who wants to come, also for programs."""

    @pytest.fixture
    def event(self, club: Club, olga: User) -> Event:
        event = make_event(club, olga, name="Harvest")
        start = datetime.datetime(2031, 10, 9, 23, 0, tzinfo=datetime.UTC)
        Event.objects.filter(pk=event.pk).update(starts_at=start)
        return Event.objects.select_related("club").get(pk=event.pk)

    @pytest.fixture
    def row(self, club: Club, olga: User) -> Webhook:
        return channel(club, olga)

    def change(self, event: Event, olga: User, **changed: Any) -> None:
        settings = EventSettings(**vars(EventSettings.of(event)) | changed)
        change_event(event.pk, settings, context=context_of(olga))

    def test_another_start_or_venue_is_read_and_another_name_is_not(
        self, event: Event, club: Club, olga: User, row: Webhook
    ) -> None:
        self.change(event, olga, name="Harvest night")
        assert read(row, Happening.CHANGED) == []
        event.refresh_from_db()
        self.change(event, olga, starts_at=event.starts_at + SOON, venue=Venue.objects.create(club=club, name="Hall"))
        assert read(row, Happening.CHANGED) == [
            "Harvest night has changed: it’s now Thu, Oct 9, 8:00\xa0PM at Hall.\n"
            + f"{SITE}{event.get_absolute_url()}"
        ]

    def test_a_cancellation_is_read_with_its_reason_and_the_restored_event_too(
        self, event: Event, olga: User, row: Webhook
    ) -> None:
        cancel_event(event.pk, reason="Snow on all roads.", context=context_of(olga))
        restore_event(event.pk, context=context_of(olga))
        canceled, restored = read(row, Happening.CANCELED)
        assert canceled.startswith("Harvest on Thu, Oct 9, 7:00\xa0PM is canceled. Snow on all roads.\n")
        assert restored.startswith("Harvest on Thu, Oct 9, 7:00\xa0PM is back on.\n")

    def test_registration_is_read_once_when_it_opens(self, club: Club, olga: User, row: Webhook) -> None:
        event = taking(club, olga, name="Signing")
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + SOON)
        RegistrationTerms.objects.update(opens_at=timezone.now() + SOON, closes_at=None)
        assert emit_registrations() == 0
        RegistrationTerms.objects.update(opens_at=timezone.now() - SOON / 2)
        assert (emit_registrations(), emit_registrations()) == (1, 0)
        [said] = read(row, Happening.REGISTRATION)
        assert said.startswith("Registration for Signing on ")
        RegistrationTerms.objects.update(opens_at=timezone.now() - 2 * SOON)
        assert emit_registrations() == 0

    def test_check_in_is_read_once_when_it_opens(self, event: Event, olga: User, row: Webhook) -> None:
        hang_code(event.pk, context=context_of(olga))
        assert open_check_ins() == 0
        assert read(row, Happening.CHECK_IN) == []
        Event.objects.filter(pk=event.pk).update(starts_at=timezone.now() + SOON)
        hang_code(event.pk, context=context_of(olga))
        for _ in range(3):
            open_check_ins()
        [said] = read(row, Happening.CHECK_IN)
        assert said.startswith("Check-in for Harvest is open. It starts ")

    def test_a_program_gets_the_plan_as_data(self, event: Event, club: Club, olga: User) -> None:
        plain_row = webhook(club, olga)
        cancel_event(event.pk, reason="Snow", context=context_of(olga))
        [delivery] = WebhookDelivery.objects.filter(webhook=plain_row)
        data = json.loads(delivery.text)["data"]
        assert data["event"]["name"] == "Harvest"
        assert (data["starts_at"], data["zone"], data["venue"], data["is_canceled"], data["reason"]) == (
            "2031-10-09T23:00:00+00:00",
            "America/Detroit",
            "",
            True,
            "Snow",
        )


def test_it_is_in_the_channels_language(table: Table) -> None:
    row = channel(table.event.club, table.olga, language="fr")
    commands.send_test(row.pk, context=context_of(table.olga))
    [said] = read(row, "webhook.test")
    assert said.startswith("Ceci est un test.")


def test_a_hidden_name_is_a_number_also_if_it_was_hidden_after_the_round(table: Table, row: Webhook) -> None:
    publish_again(table)
    Player.objects.filter(pk=table.pam.pk).update(hides_name=True)
    [said] = read(row, Happening.ROUND)
    assert "Pam" not in said
    assert f"Player \\#{number_for(NUMBERS, table.pam.pk)} & Ann" in said


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ann Weber", "Ann Weber"),
        ("@everyone", f"@{INVISIBLE}everyone"),
        ("<@123>", rf"\<@{INVISIBLE}123\>"),
        ("**Ann** _B_ `c` ~~d~~ ||e||", r"\*\*Ann\*\* \_B\_ \`c\` \~\~d\~\~ \|\|e\|\|"),
        ("[free](https://evil.example)", rf"\[free\](https:/{INVISIBLE}/{INVISIBLE}evil.example)"),
        ("discord.gg/abc", f"discord.gg/{INVISIBLE}abc"),
        ("one\n# two\r\n> three", r"one \# two \> three"),
        ("back\\slash", r"back\\slash"),
    ],
)
def test_what_people_typed_is_text_and_nothing_else(typed: str, shown: str) -> None:
    assert plain(typed) == shown


def test_a_hall_full_of_long_names_fits(table: Table, row: Webhook) -> None:
    publish_again(table)
    [delivery] = row.deliveries.filter(kind=Happening.ROUND)
    [first, *_] = delivery.body["data"]["tables"]
    for side in first["sides"]:
        for person in side:
            person["name"] = "𝔸*" * 40
    delivery.body["data"]["tables"] = [first] * 80
    said = chat.content_of(delivery.body)
    assert letters(said) <= MAX_LETTERS
    *_, more, link = said.splitlines()
    assert more.startswith("… and ")
    assert link.startswith(SITE)


def test_every_happening_has_its_words() -> None:
    assert set(chat._TEXTS) == {*ALL, "webhook.test"}


@pytest.mark.parametrize("speech", [commands.Speech("pigeon"), commands.Speech(Shape.CHAT, "tlh")])
def test_only_shapes_and_languages_of_the_list_are_taken(club: Club, olga: User, speech: commands.Speech) -> None:
    with pytest.raises(RuleError):
        commands.add_webhook(club.pk, PUBLIC, ALL, speech, context=context_of(olga))


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("laptop", "hasty")
class TestSending:
    def test_it_is_posted_as_json_without_a_signature(self, club: Club, olga: User) -> None:
        with receiving(says(204)) as receiver:
            row = channel(club, olga, receiver.address)
            commands.send_test(row.pk, context=context_of(olga))
            assert (deliver_due(), deliver_due()) == (1, 0)
            [(headers, body)] = receiver.requests
        assert headers["Content-Type"] == "application/json"
        assert not [name for name in headers if name.startswith("Webhook-")]
        assert json.loads(body) == {
            "content": f"This is a test. News from {club.name} will appear here.\n{SITE}/clubs/{club.slug}/",
            "allowed_mentions": {"parse": []},
        }
        assert WebhookDelivery.objects.get().delivered_at

    @pytest.mark.parametrize(("header", "wait"), [("Retry-After: 90", 90), ("Retry-After: 64.57", 65)])
    def test_it_waits_as_long_as_the_chat_says(self, club: Club, olga: User, header: str, wait: int) -> None:
        with receiving(says(429, header)) as receiver:
            row = channel(club, olga, receiver.address)
            commands.send_test(row.pk, context=context_of(olga))
            deliver_due()
            sent = WebhookDelivery.objects.get()
            row.refresh_from_db()
            for moment in (sent.next_at, row.free_at):
                assert wait - 3 < (moment - timezone.now()).total_seconds() <= wait
            assert deliver_due() == 0
            receiver.behaviour = says(204)
            now_again(row)
            assert deliver_due() == 1
        sent.refresh_from_db()
        assert sent.delivered_at

    def test_a_short_wait_is_no_shorter_than_ours(self, club: Club, olga: User) -> None:
        with receiving(says(503, "Retry-After: 1")) as receiver:
            row = channel(club, olga, receiver.address)
            commands.send_test(row.pk, context=context_of(olga))
            deliver_due()
        assert (WebhookDelivery.objects.get().next_at - timezone.now()).total_seconds() > RETRY_SECONDS[0] - 3
