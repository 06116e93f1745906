"""A player's page: its head, and how the nights went."""

import datetime
from random import Random

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.kept import kept
from tests.markup import squeezed
from tests.tournaments.pages.browsing import text_of, visitor
from tests.tournaments.rewards.played import Hall, play_hall
from tournaments.honours.statistics.cards import Card, Together
from tournaments.players.form_picture import FLOOR, LONGEST, form_picture
from tournaments.players.selectors import Night, best_partners, nights_of, rivals
from tournaments.players.views import _initials
from tournaments.rewards import queue
from tournaments.rewards.models import PlacementFact


def played_hall() -> Hall:
    hall = play_hall(games=24)
    queue.run_all()
    return hall


hall = kept(played_hall)


def night(place: int, field: int = 24) -> Night:
    return Night("Thursday", "thursday", place, field, timezone.now())


def test_initials_are_of_the_first_word_and_the_last() -> None:
    names = ("Uma Krishnan", "Mary Ann de la Cruz", "Pam", "Player 1", "7 of 9", "42", "")
    assert [_initials(name) for name in names] == ["UK", "MC", "P", "P", "O", "", ""]


def test_the_better_the_rank_the_longer_its_bar() -> None:
    assert form_picture([night(1)]) is None
    picture = form_picture([night(9), *(night(2) for _ in range(10)), night(24), night(1)])
    assert picture
    assert len(picture.bars) == 12
    assert picture.ranks == "2nd, " * 10 + "24th, 1st"
    assert picture.tops == 11
    *_, last, first = picture.bars
    assert first.height == LONGEST > last.height > 0
    assert all(bar.y + bar.height == FLOOR and 0 <= bar.x <= picture.width - picture.bar for bar in picture.bars)
    assert form_picture([night(1, 1), night(1, 1)])


def test_best_partners_won_most_and_rivals_were_met_most() -> None:
    partners = {1: Together(2, 2), 2: Together(6, 3), 3: Together(3, 1, 2), 4: Together(4, 4)}
    card = Card(partners=partners, rivals={5: Together(3, 1), 6: Together(8, 2)})
    assert [one.player for one in best_partners(card)] == [4, 3, 2]
    assert [one.player for one in rivals(card)] == [6, 5]


@pytest.mark.slow
def test_nights_are_events_that_ended(hall: Hall) -> None:
    player, now = hall.people[0], timezone.now()
    for contest, number, place, days in (("event", hall.event.pk, 3, 2), ("season", 7, 1, 1)):
        PlacementFact.objects.update_or_create(
            contest=contest,
            number=number,
            player=player,
            defaults={"place": place, "field": 8, "ended_at": now - datetime.timedelta(days=days), "club": hall.club},
        )
    assert [(one.name, one.slug, one.rank, one.field) for one in nights_of(player.pk)] == [
        (hall.event.name, hall.event.slug, "3rd", 8)
    ]
    page = visitor().get(reverse("player", args=[player.pk]))
    assert "1 night" in text_of(page)
    assert "Best finish 3rd" in text_of(page)
    assert f'<a href="{reverse("event", args=[hall.event.slug])}">{hall.event.name}</a>' in squeezed(
        page.content.decode()
    )


def test_without_a_night_the_best_game_is_shown(hall: Hall) -> None:
    hall.play(Random(4))
    said = text_of(visitor().get(reverse("player", args=[hall.people[0].pk])))
    assert "Best game" in said
    assert "Best finish" not in said
