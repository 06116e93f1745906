"""What happens is queued once for each webhook that wants to know, with the fact itself, and again when it changes."""

import dataclasses
import json
from typing import Any

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from games.accounts.models import Player
from games.encryption import number_for
from tests.cast import Table, context_of, make_club, make_user, on_grid, on_phone, slip
from tests.tournaments.jackpots.test_closing import open_week
from tests.tournaments.rewards.conftest import run
from tests.tournaments.scenes.jackpot import JackpotClub
from tests.tournaments.scenes.webhook import ALL, PUBLIC, webhook
from tournaments.clubs.models import Club
from tournaments.clubs.public_names import NUMBERS
from tournaments.integrity.rebuild import rebuild
from tournaments.jackpots.closing import close_due
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_match
from tournaments.rewards import selectors
from tournaments.rewards.models import Unlock
from tournaments.rounds import commands as rounds
from tournaments.rounds.finishing import finish_event, reopen_event
from tournaments.rounds.models import Match
from tournaments.tasks import sweep
from tournaments.webhooks import queue
from tournaments.webhooks.models import Happening, Webhook, WebhookDelivery
from tournaments.webhooks.people import named_as_now


@pytest.fixture
def hook(table: Table) -> Webhook:
    """Told about everything. What is sent goes nowhere: the sweep of these tests does not send."""
    return webhook(table.event.club, table.olga)


@pytest.fixture(autouse=True)
def nothing_is_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournaments.webhooks.sender.deliver_due", lambda: 0)


def sent(kind: Happening) -> list[dict[str, Any]]:
    return [json.loads(row.text)["data"] for row in WebhookDelivery.objects.filter(kind=kind).order_by("pk")]


def play(table: Table, *points: int) -> Match:
    results.record_result(table.match.pk, slip(*points), context=on_grid(table.olga))
    return table.match


def play_all(table: Table) -> None:
    for match in table.round.matches.all():
        results.record_result(match.pk, slip(10, 6), context=on_grid(table.olga))
    row = table.round
    row.refresh_from_db()
    rounds.close_round(row.pk, context=context_of(table.olga), expected_version=row.revision)


@pytest.mark.slow
def test_a_result_is_sent_once_however_often_it_is_settled(table: Table, hook: Webhook) -> None:
    match = play(table, 10, 6)
    for _ in range(5):
        settle_match(match.pk)
        sweep()
    rebuild()
    [data] = sent(Happening.RESULT)
    assert data == {
        "club": {"id": table.event.club.pk, "slug": table.event.club.slug, "name": table.event.club.name},
        "event": {"id": table.event.pk, "slug": table.event.slug, "name": table.event.name},
        "stage": 1,
        "round": {"id": table.round.pk, "number": 1},
        "match": match.pk,
        "table": 1,
        "version": 1,
        "state": "standing",
        "because": "record",
        "points": [10, 6],
        "forfeited": [],
        "sides": [
            [{"player": one.pk, "name": one.name} for one in side]
            for side in ((table.pam, table.ann), (table.quinn, table.bob))
        ],
    }


def test_a_correction_a_void_and_a_reopening_are_sent_again(table: Table, hook: Webhook) -> None:
    match = play(table, 10, 6)
    official = {"context": on_grid(table.olga)}
    results.correct_result(match.pk, slip(6, 10), reason="Misread", expected_version=1, **official)
    results.void_result(match.pk, reason="Wrong table", expected_version=2, **official)
    results.reopen_result(match.pk, expected_version=3, **official)
    said = [(one["version"], one["because"], one["state"], one["points"]) for one in sent(Happening.RESULT)]
    assert said == [
        (1, "record", "standing", [10, 6]),
        (2, "correction", "standing", [6, 10]),
        (3, "void", "void", None),
        (4, "reopen", "standing", [6, 10]),
    ]


def test_a_claim_is_sent_when_it_counts_and_not_before(table: Table, hook: Webhook) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    assert sent(Happening.RESULT) == []
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    assert [one["because"] for one in sent(Happening.RESULT)] == ["confirm"]


def test_a_disputed_claim_changes_nothing_that_counts(table: Table, hook: Webhook) -> None:
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.dispute_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    assert sent(Happening.RESULT) == []


def test_what_was_rolled_back_was_never_queued(table: Table, hook: Webhook) -> None:
    with transaction.atomic():
        play(table, 10, 6)
        assert len(sent(Happening.RESULT)) == 1
        transaction.set_rollback(True)
    assert sent(Happening.RESULT) == []


def test_each_publication_of_a_round_is_sent(table: Table, hook: Webhook) -> None:
    row = table.round
    rounds.unpublish_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
    row.refresh_from_db()
    rounds.publish_round(row.pk, context=context_of(table.olga), expected_version=row.revision)
    for match in row.matches.all():
        settle_match(match.pk)
    sweep()
    [data] = sent(Happening.ROUND)
    assert (data["publication"], data["round"]["number"], data["sitting_out"]) == (2, 1, [])
    assert [one["table"] for one in data["tables"]] == [1, 2]
    assert data["tables"][0]["sides"][0][0] == {"player": table.pam.pk, "name": "Pam"}


def test_a_closed_rounds_standings_are_sent_once(table: Table, hook: Webhook) -> None:
    play_all(table)
    for _ in range(2):
        sweep()
    [data] = sent(Happening.STANDINGS)
    assert data["round"]["number"] == 1
    assert [line["place"] for line in data["standings"]] == sorted(line["place"] for line in data["standings"])
    assert len(data["standings"]) == 8
    assert {line["group"] for line in data["standings"]} == {1}


def test_a_round_that_becomes_a_draft_again_sends_no_standings(table: Table, hook: Webhook) -> None:
    rounds.unpublish_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)
    assert sent(Happening.STANDINGS) == []


@pytest.mark.slow
def test_an_events_end_is_sent_once_and_again_after_it_was_reopened(table: Table, hook: Webhook) -> None:
    play_all(table)
    for _ in range(3):
        finish_event(table.event.pk, context=context_of(table.olga), override="The hall closes")
        sweep()
    [data] = sent(Happening.EVENT)
    places = [one["place"] for one in data["places"]]
    assert len(places) == 8
    assert places == sorted(places)
    assert [len(one["players"]) for one in data["places"]] == [1] * 8
    reopen_event(table.event.pk, context=context_of(table.olga))
    finish_event(table.event.pk, context=context_of(table.olga), override="The hall closes")
    assert len(sent(Happening.EVENT)) == 2


@pytest.mark.slow
def test_an_achievement_is_sent_only_once(table: Table, hook: Webhook) -> None:
    match = play(table, 10, 6)
    for _ in range(5):
        settle_match(match.pk)
        run()
    first = sent(Happening.ACHIEVEMENT)
    assert len(first) == Unlock.objects.filter(is_late=False).count() > 0
    results.void_result(match.pk, reason="Wrong table", context=on_grid(table.olga), expected_version=1)
    run()
    results.correct_result(
        match.pk, slip(10, 6), reason="Right after all", context=on_grid(table.olga), expected_version=2
    )
    run()
    rebuild()
    assert sent(Happening.ACHIEVEMENT) == first
    pams = next(one for one in first if one["person"]["player"] == table.pam.pk)
    assert pams["person"]["name"] == "Pam"
    assert pams["event"]["id"] == table.event.pk
    assert set(pams["achievement"]) == {"name", "tier", "tier_name", "words"}


def test_a_secret_achievement_stays_nameless(table: Table, hook: Webhook, monkeypatch: pytest.MonkeyPatch) -> None:
    hidden = {key: dataclasses.replace(one, is_secret=True) for key, one in selectors.ACHIEVEMENTS.items()}
    monkeypatch.setattr(selectors, "ACHIEVEMENTS", hidden)
    play(table, 10, 6)
    run()
    assert {one["achievement"]["name"] for one in sent(Happening.ACHIEVEMENT)} == {selectors.NAMELESS}
    assert {one["achievement"]["words"] for one in sent(Happening.ACHIEVEMENT)} == {""}


def test_a_closed_jackpot_is_sent_once(db: None) -> None:
    scene = JackpotClub(1)
    scene.count(scene.inside(), (10, 6))
    scene.settle()
    webhook(scene.club, scene.olga)
    assert close_due() == 1
    for _ in range(3):
        close_due()
        scene.settle()
    [data] = sent(Happening.JACKPOT)
    assert data["jackpot"] == {"id": scene.jackpot.pk, "name": "Loner pot"}
    assert (data["period"], data["pot_cents"], data["carried_over_cents"], data["winners"]) == (1, 0, 0, [])


def test_the_winner_of_a_jackpot_is_named(db: None) -> None:
    scene = open_week()
    Club.objects.update(currency="CAD")
    webhook(scene.club, scene.olga)
    close_due()
    [data] = sent(Happening.JACKPOT)
    assert data["currency"] == "CAD"
    assert sum(one["cents"] for one in data["winners"]) + data["carried_over_cents"] == data["pot_cents"] == 1001
    assert {one["name"] for one in data["winners"]} == {"Ann", "Cy"}
    [delivery] = WebhookDelivery.objects.filter(kind=Happening.JACKPOT)
    assert named_as_now(delivery.body)["data"]["winners"] == delivery.body["data"]["winners"], "with their cents"


def test_only_subscribers_are_notified(table: Table) -> None:
    club = table.event.club
    both = [webhook(club, table.olga, f"{PUBLIC}/{number}", ["result.standing"]) for number in (1, 2)]
    webhook(club, table.olga, f"{PUBLIC}/3", ["event.finished"])
    Webhook.objects.filter(pk=webhook(club, table.olga, f"{PUBLIC}/4").pk).update(is_active=False)
    play(table, 10, 6)
    assert set(WebhookDelivery.objects.values_list("webhook", "kind")) == {(one.pk, Happening.RESULT) for one in both}


def test_other_clubs_hear_nothing(table: Table) -> None:
    oscar = make_user("Oscar")
    webhook(make_club(oscar, "Oak Street"), oscar)
    play(table, 10, 6)
    assert not WebhookDelivery.objects.exists()


def test_the_same_key_is_queued_once(table: Table, hook: Webhook) -> None:
    for _ in range(5):
        queue.enqueue(table.event.club.pk, Happening.RESULT, "result:1:1", lambda: {"a": 1})
    assert hook.deliveries.count() == 1


def test_a_club_without_webhooks_pays_one_question(table: Table) -> None:
    asked: list[int] = []
    with CaptureQueriesContext(connection) as questions:
        queue.enqueue(table.event.club.pk, Happening.RESULT, "result:1:1", lambda: {"a": asked.append(1)})
    assert (len(questions), asked) == (1, [])
    with CaptureQueriesContext(connection) as questions:
        match = play(table, 10, 6)
    assert len([one for one in questions if "webhook" in one["sql"]]) == 1
    with CaptureQueriesContext(connection) as questions:
        settle_match(match.pk)
    assert not [one for one in questions if "webhook" in one["sql"]], "settling asks nothing"


def test_hidden_names_stay_hidden(table: Table, hook: Webhook) -> None:
    Player.objects.filter(pk=table.pam.pk).update(hides_name=True)
    play(table, 10, 6)
    [data] = sent(Happening.RESULT)
    number = number_for(NUMBERS, table.pam.pk)
    assert data["sides"][0][0] == {"player": number, "name": f"Player #{number}"}
    assert "Pam" not in WebhookDelivery.objects.get(kind=Happening.RESULT).text


def test_every_happening_is_tried_here() -> None:
    news = {"event.changed", "event.canceled", "registration.opened", "check_in.opened"}
    """Tried with the sentences that a chat makes of them, in test_chat.py."""
    of_play = {"result.standing", "round.published", "round.closed", "event.finished"}
    assert set(ALL) == news | of_play | {"achievement.earned", "jackpot.closed"}
