"""A player who hides their name is a number to strangers on every public board, and has the name for the club."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.core.management.color import no_style
from django.db import connection
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.encryption import number_for
from tests.cast import Table, context_of, make_user, on_grid, seat_table, slip
from tests.tournaments.pages.browsing import log_in, text_of, visitor
from tests.tournaments.scenes.jackpot import JackpotClub, weeks_ago, won_jackpot
from tournaments.clubs.models import Membership
from tournaments.clubs.public_names import NUMBERS
from tournaments.results import commands as results
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.queue import run_all
from tournaments.rewards.unlocks import newest_unseen
from tournaments.rounds.commands import close_round
from tournaments.rounds.finishing import finish_event

pytestmark = pytest.mark.django_db

HIDDEN = "Greta Garbo"


def hide(player: Player) -> None:
    Player.objects.filter(pk=player.pk).update(name=HIDDEN, hides_name=True)


def read(path: str, owner: User) -> tuple[str, str]:
    """For a stranger with an account, and for the owner of the club; visitors read what strangers do."""
    anonymous, stranger, known = (
        text_of(client.get(path)) for client in (visitor(), log_in(make_user(f"Sam{path}")), log_in(owner))
    )
    assert (HIDDEN in anonymous) == (HIDDEN in stranger)
    return stranger, known


def test_on_the_boards_of_a_jackpot() -> None:
    staged = JackpotClub()
    ann = staged.people[0]
    Membership.objects.create(club=staged.club, player=ann)
    staged.count(timezone.now(), (10, 6))
    run_all()
    hide(ann)
    pages = [reverse("jackpots", args=[staged.club.slug]), staged.jackpot.get_absolute_url()]
    for path in (*pages, f"/api/v1/clubs/{staged.club.slug}/jackpots/{staged.jackpot.pk}/"):
        strange, known = read(path, staged.olga)
        assert HIDDEN not in strange, path
        assert f"Player #{number_for(NUMBERS, ann.pk)}" in strange, path
        assert HIDDEN in known, path
    race = staged.jackpot.get_absolute_url()
    nothing, by_row, by_number = (
        text_of(visitor().get(f"{race}?player={one}")) for one in (99_999, ann.pk, number_for(NUMBERS, ann.pk))
    )
    assert by_row == nothing != by_number, "events give the row's number away beside the name"


@pytest.mark.heavy
def test_on_a_closed_period_in_the_news_and_among_what_was_earned_at_an_event() -> None:
    table = seat_table(4)
    results.record_result(table.match.pk, slip(10, 0), context=on_grid(table.olga))
    # The latest noon: what is older than a day is told in one line, and after midnight all would be night owls, too,
    # and the list longer than what is shown of it.
    now = weeks_ago(0, table.event.club.zone)
    noon = now.replace(hour=12, minute=0) - timedelta(days=now.hour < 12)
    ResultEntry.objects.update(at=noon)
    settle_unsettled()
    run_all()
    hide(table.pam)
    news, event = reverse("club_news", args=[table.event.club.slug]), table.event.get_absolute_url()
    strange, known = read(news, table.olga)
    assert HIDDEN not in strange
    assert HIDDEN in known
    number = f"Player #{number_for(NUMBERS, table.pam.pk)}"
    for for_stranger, for_owner in ((strange, known), read(event, table.olga)):
        assert ("Hidden player" in for_stranger, "Hidden player" in for_owner) == (True, False)
        assert number not in for_stranger, "beside an event it would say who of those it names it is"
    close_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)
    finish_event(table.event.pk, context=context_of(table.olga), override="Late")
    jackpot = won_jackpot(table.event, table.olga)
    strange, known = read(reverse("jackpot_period", args=[table.event.club.slug, jackpot.pk, 1]), table.olga)
    assert HIDDEN not in strange
    assert number in strange
    assert HIDDEN in known


HIGH = 730_411
"""The hidden player's own number: no other number of the scene looks like it."""
LEFT_OUT = re.compile(r"/(accounts|learn|static|api/v1/(docs|schema))/|\.pdf|#|^/$")
OF_PROGRAMS = (
    "clubs/",
    "clubs/{club}/",
    "clubs/{club}/ranking/",
    "clubs/{club}/jackpots/",
    "clubs/{club}/jackpots/{jackpot}/",
    "events/",
    "events/{event}/",
    "events/{event}/standings/",
    "events/{event}/entries/",
    "events/{event}/rounds/",
    "events/{event}/matches/",
    "events/{event}/matches/{match}/",
    "players/",
    "leaderboard/",
    "tables/",
    "leaderboard/?club={club}",
    "events/{event}/entries/?format=csv",
    "leaderboard/?format=csv",
)


def everything_open_to(browser: Client, begin: list[str]) -> dict[str, str]:
    """Each address that links lead to from these, and what it answers."""
    found: dict[str, str] = {}
    waiting = list(begin)
    while waiting:
        path = waiting.pop()
        if path in found or (LEFT_OUT.search(path) and path not in begin):
            continue
        answer = browser.get(path)
        kind = answer["Content-Type"] if answer.status_code == 200 else ""
        is_text = kind.startswith(("text/", "application/"))
        found[path] = answer.content.decode() if is_text and not answer.streaming else ""
        if kind.startswith("text/html"):
            waiting += [html.unescape(one) for one in re.findall(r'(?:href|hx-get)="(/[^"]*)"', found[path])]
    return found


@pytest.fixture
def hidden() -> Table:
    """Greta Garbo plays at an event, leads the boards, won a jackpot and trophies, and keeps the name to the club."""
    Player.objects.create(pk=HIGH - 1, name="Unknown", is_bot=True)
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Player]):
            cursor.execute(statement)
    table = seat_table(4)
    results.record_result(table.match.pk, slip(10, 0), context=on_grid(table.olga))
    settle_unsettled()
    run_all()
    close_round(table.round.pk, context=context_of(table.olga), expected_version=table.round.revision)
    finish_event(table.event.pk, context=context_of(table.olga), override="Late")
    won_jackpot(table.event, table.olga)
    run_all()
    hide(table.pam)
    return table


@pytest.mark.slow
@pytest.mark.heavy
def test_nothing_open_to_a_stranger_leads_from_the_number_to_the_name(hidden: Table) -> None:
    pk, event = hidden.pam.pk, hidden.event
    assert pk >= HIGH
    jackpot, number = event.club.jackpots.get(), str(number_for(NUMBERS, pk))
    values = {"club": event.club.slug, "event": event.slug, "match": hidden.match.pk, "jackpot": jackpot.pk}
    begin = ["/", reverse("leaderboards"), *(f"/api/v1/{one.format(**values)}" for one in OF_PROGRAMS)]
    open_to_all = everything_open_to(visitor(), begin)
    masked = {path for path, text in open_to_all.items() if number in text}
    named = {path for path, text in open_to_all.items() if HIDDEN in text}
    won = reverse("jackpot_period", args=[event.club.slug, jackpot.pk, 1])
    assert {reverse("leaderboards"), won, "/api/v1/leaderboard/"} <= masked
    assert {event.get_absolute_url(), f"/api/v1/events/{event.slug}/entries/"} <= named
    assert masked & named == set()
    assert [path for path in masked if str(pk) in open_to_all[path]] == []
    assert [path for path in masked if str(pk) in path] == []
    # By the number that pages of events give away, nothing is to be had that has the other one.
    asked = [
        reverse("player", args=[pk]),
        reverse("achievements", args=[pk]),
        reverse("player_calendar", args=[pk]),
        f"{reverse('compare_players')}?one={pk}&two={hidden.quinn.pk}",
        f"/live/?topic=player:{pk}&poll=1",
        f"/api/v1/players/{pk}/",
        f"/api/v1/players/{pk}/achievements/",
    ]
    stranger = log_in(make_user("Stella"))
    for browser in (visitor(), stranger):
        assert [path for path in asked if browser.get(path).status_code != 404] == []
        assert [path for path in asked if browser.get(path.replace(str(pk), number)).status_code != 404] == []
    assert stranger.get(reverse("claim", args=[event.club.slug, pk])).status_code == 404


def test_the_number_is_the_players_own_and_leads_nowhere_without_the_key(settings: Any) -> None:
    numbers = [number_for(NUMBERS, pk) for pk in range(1, 200)]
    assert numbers == [number_for(NUMBERS, pk) for pk in range(1, 200)]
    assert len(set(numbers)) == len(numbers)
    assert all(500_000_000 <= number < 1_000_000_000 for number in numbers), "no row has such a number"
    settings.SECRET_KEY = "another one"
    assert not set(numbers) & {number_for(NUMBERS, pk) for pk in range(1, 200)}


@pytest.mark.heavy
def test_the_player_reads_what_is_hidden_and_what_is_not(hidden: Table) -> None:
    page = text_of(log_in(hidden.olga).get(reverse("player", args=[hidden.pam.pk])))
    assert f"Strangers see “Player #{number_for(NUMBERS, hidden.pam.pk)}” on leaderboard and jackpot pages" in page
    assert "Event and league pages, online tables and printouts still show this player’s name" in page
    other = reverse("player", args=[hidden.quinn.pk])
    strange, known = read(other, hidden.olga)
    assert ("Hidden player" in strange, HIDDEN in strange) == (True, False)
    assert HIDDEN in known
    assert str(number_for(NUMBERS, hidden.pam.pk)) not in strange


def test_the_players_own_pages_hear_of_new_trophies_and_no_others(hidden: Table) -> None:
    page = log_in(hidden.pam.user).get("/").content.decode()
    [topic] = re.findall(r'data-live-topic="(player:[^"]+)"', page)
    reply = visitor().get(f"/live/?topic={topic}&poll=1")
    newest = newest_unseen(hidden.pam.pk)
    assert newest > 0
    assert reply.json()["versions"] == {topic: newest}, "phones with a personal link have no account"
    for guess in (topic.replace(str(hidden.pam.pk), str(hidden.quinn.pk)), f"player:{hidden.pam.pk}", topic[:-1]):
        assert visitor().get(f"/live/?topic={guess}&poll=1").status_code == 404
