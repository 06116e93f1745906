"""A cup match of two pairs is one date from its draw on: before it begins, while it's played, and when it's decided."""

import datetime

import pytest
from django.urls import reverse

from games.accounts.models import Player
from tests.kept import kept
from tests.tournaments.calendars.ics import by_uid, uid
from tests.tournaments.cups.cup_stage import CUP_DAY
from tests.tournaments.cups.test_pair_cups import NAMES, Pairs
from tests.tournaments.scenes.league import a_hall
from tournaments.cups import commands, draws, matches
from tournaments.cups.models import CupDecision

pytestmark = pytest.mark.django_db

pairs = kept(Pairs)


def of_player(name: str) -> str:
    return reverse("player_calendar", args=[Player.objects.get(name=name).pk])


@pytest.mark.slow
def test_it_is_in_the_calendars_of_its_players_before_it_begins_and_stays_the_same_date(pairs: Pairs) -> None:
    pairs.draw(venue=a_hall(pairs, None))
    match = pairs.last[0].match
    [plays] = {row.player.name for row in match.home.players.all()} & {NAMES[2], NAMES[4]}
    club = reverse("club_calendar", args=[pairs.club.slug])
    season = reverse("season_calendar", args=[pairs.season.slug])
    for path in (of_player(plays), club, season):
        date = by_uid(path)[uid(match)]
        assert (date.name, date.starts_at, date.where) == (f"{pairs.cup}: {match}", CUP_DAY, "Elks Hall")
        assert date.status == "CONFIRMED"
        assert date.address.endswith(pairs.cup.get_absolute_url())
    # The best seeds have a bye.
    assert uid(match) not in by_uid(of_player(NAMES[0]))

    later = CUP_DAY + datetime.timedelta(days=3)
    matches.move_match(match.pk, later, later.date(), "No table free", context=pairs.context_of(), venue=None)
    moved = by_uid(of_player(plays))[uid(match)]
    assert (moved.starts_at, moved.where) == (later, "")
    assert moved.sequence > date.sequence
    assert moved.changed_at >= date.changed_at

    pairs.play_one(match, (10, 4))
    match.refresh_from_db()
    for path in (of_player(plays), club, season):
        dates = by_uid(path)
        assert dates[uid(match)].sequence > moved.sequence
        assert match.event
        assert dates[uid(match)].name == date.name
        assert dates[uid(match)].address.endswith(match.event.get_absolute_url())
        assert uid(match.event) not in dates


def test_what_is_decided_without_play_or_called_off_is_canceled(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    path = reverse("club_calendar", args=[pairs.club.slug])
    matches.decide_match(
        match.pk, match.home.number, CupDecision.Method.ORGANIZERS, "They asked for it", context=pairs.context_of()
    )
    assert by_uid(path)[uid(match)].status == "CANCELLED"
    matches.undo_decision(match.pk, "A mistake", context=pairs.context_of())
    assert by_uid(path)[uid(match)].status == "CONFIRMED"
    commands.cancel_cup(pairs.cup.pk, "Snow", context=pairs.context_of())
    assert by_uid(path)[uid(match)].status == "CANCELLED"
    assert "Canceled: Snow" in by_uid(path)[uid(match)].about


def test_an_undone_draw_leaves_no_date(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    path = reverse("club_calendar", args=[pairs.club.slug])
    assert uid(match) in by_uid(path)
    draws.undo_draw(pairs.cup.pk, "Wrong pairs", context=pairs.context_of())
    assert uid(match) not in by_uid(path)


def test_a_hidden_name_is_in_no_calendar(pairs: Pairs) -> None:
    pairs.draw()
    match = pairs.last[0].match
    hidden = match.home.players.first().player
    Player.objects.filter(pk=hidden.pk).update(hides_name=True)
    for games in ((), ((10, 4),)):
        if games:
            pairs.play_one(match, *games)
        date = by_uid(reverse("club_calendar", args=[pairs.club.slug]))[uid(match)]
        assert hidden.name not in date.name
        assert "Hidden player & " in date.name
