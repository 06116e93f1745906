"""Seeds of the first stage: kept, drawn by, refused; by rating, by an earlier event; the page on which they are set."""

from dataclasses import dataclass
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, with_key
from tests.tournaments.pages.browsing import form, log_in, text_of
from tests.tournaments.scenes.stages import entry, pairs_event, play_round
from tournaments.activity_log.words import sentence
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import seeding
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import Line
from tournaments.integrity.verify import violations
from tournaments.rewards.models import PlacementFact, PlayerRating, RatingPool
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round

pytestmark = pytest.mark.django_db


@dataclass(frozen=True)
class Cup:
    """Five pairs for a single elimination. Olga organizes it, Sam is a stranger."""

    event: Event
    stage: Stage
    olga: User
    sam: User

    def set(self, *numbers: int, user: User | None = None, version: int | None = None) -> Stage:
        seen = Event.objects.get(pk=self.event.pk).version if version is None else version
        order = [entry(self.event, number).pk for number in numbers]
        return seeding.set_seeds(self.stage.pk, order, context=context_of(user or self.olga), expected_version=seen)

    def draw(self) -> Round:
        return rounds.draw_round(self.stage.pk, 1, context=context_of(self.olga))


@pytest.fixture
def cup(club: Club, olga: User, sam: User) -> Cup:
    event = pairs_event(club, olga, 5, "elimination", name="Cup")
    stage = event.stages.get()
    stage.event = event
    return Cup(event, stage, olga, sam)


def numbers(lines: list[Line]) -> list[int]:
    return [line.entry.number for line in lines]


def met(row: Round) -> set[frozenset[int]]:
    """Who meets whom, by entry number."""
    matches = Match.objects.filter(round=row).prefetch_related("seats__entry")
    return {frozenset(seat.entry.number for seat in match.seats.all() if seat.entry) for match in matches}


def test_the_draw_follows_the_seeds(cup: Cup) -> None:
    assert met(cup.draw()) == {frozenset({4, 5}), frozenset({2, 3})}, "the best seed waits for who wins of 4 and 5"
    cup.set(5, 4, 3, 2, 1)
    assert not cup.stage.rounds.exists(), "a draft by other seeds is gone"
    row = cup.draw()
    assert met(row) == {frozenset({2, 1}), frozenset({4, 3})}
    rounds.publish_round(row.pk, context=context_of(cup.olga), expected_version=row.revision)
    assert numbers(seeding.seeds_now(cup.stage)) == [5, 4, 3, 2, 1]
    assert list(violations()) == []
    assert sentence(cup.event.audit_log.filter(action="set_seeds").get()) == "Olga set the seeds for Knockout."


@pytest.mark.slow
def test_the_bracket_keeps_its_seeds_to_the_end(cup: Cup) -> None:
    cup.set(5, 4, 3, 2, 1)
    play_round(cup.stage, cup.olga)
    second = rounds.draw_round(cup.stage.pk, 2, context=context_of(cup.olga))
    assert met(second) == {frozenset({5, 1})}, "the best seed meets who won of 2 and 1"
    assert list(violations()) == []


def test_who_is_not_on_the_list_comes_last_by_number(cup: Cup) -> None:
    cup.set(3, 5)
    assert numbers(seeding.seeds_now(cup.stage)) == [3, 5, 1, 2, 4]
    entries.walk_in(cup.event.pk, ["Late", "Later"], context=context_of(cup.olga))
    assert numbers(seeding.seeds_now(cup.stage)) == [3, 5, 1, 2, 4, 6]
    entries.drop_out(entry(cup.event, 3).pk, context=context_of(cup.olga))
    assert numbers(seeding.seeds_now(cup.stage)) == [5, 1, 2, 4, 6]
    cup.set()
    assert numbers(seeding.seeds_now(cup.stage)) == [1, 2, 4, 5, 6]


def test_what_is_refused(cup: Cup, club: Club) -> None:
    with pytest.raises(NotAllowed):
        cup.set(1, 2, user=cup.sam)
    with pytest.raises(Conflict, match="changed the event"):
        cup.set(1, 2, version=0)
    with pytest.raises(RuleError, match="on the list twice"):
        cup.set(1, 1)
    elsewhere = pairs_event(club, cup.olga, 2, name="Other")
    with pytest.raises(RuleError, match="no longer in the event"):
        seeding.set_seeds(
            cup.stage.pk,
            [entry(elsewhere, 1).pk],
            context=context_of(cup.olga),
            expected_version=Event.objects.get(pk=cup.event.pk).version,
        )
    with pytest.raises(RuleError, match="doesn’t use seeds"):
        seeding.set_seeds(
            elsewhere.stages.get().pk, [], context=context_of(cup.olga), expected_version=elsewhere.version
        )
    assert not cup.stage.places.exists()
    row = cup.draw()
    rounds.publish_round(row.pk, context=context_of(cup.olga), expected_version=row.revision)
    with pytest.raises(RuleError, match="Round 1 is published"):
        cup.set(2, 1)


def test_the_same_key_sets_them_once(cup: Cup) -> None:
    context = with_key(cup.olga)
    order = [entry(cup.event, number).pk for number in (2, 1)]
    version = Event.objects.get(pk=cup.event.pk).version
    for _ in range(2):
        seeding.set_seeds(cup.stage.pk, order, context=context, expected_version=version)
    assert cup.event.audit_log.filter(action="set_seeds").count() == 1


def player_of(cup: Cup, name: str) -> Player:
    return Player.objects.get(entries__event=cup.event, name=name)


def rate(cup: Cup, **numbers: int) -> None:
    pool = RatingPool.objects.create(key="seeds", club=cup.event.club, variant=cup.stage.rules["variant"])
    for name, number in numbers.items():
        PlayerRating.objects.create(
            pool=pool,
            player=player_of(cup, name),
            text="",
            mu=25,
            sigma=2,
            games=30,
            last_at=timezone.now(),
            number=number,
            give_or_take=80,
            is_provisional=False,
        )


def test_by_rating_the_mean_of_a_pair_counts_and_the_unrated_are_newcomers(cup: Cup) -> None:
    rate(cup, A1=900, B1=900, A3=1500, B3=1501, A4=1300, A5=1700, B5=1299)
    lines = seeding.seeds_by_rating(cup.stage)
    assert numbers(lines) == [3, 5, 4, 2, 1], "1500.5, 1499.5, 1150, 1000 for two newcomers, 900"
    assert [line.origin for line in lines][:4] == [
        "1500 + 1501",
        "1700 + 1299",
        "1300 + not rated yet",
        "not rated yet + not rated yet",
    ]
    assert not cup.stage.places.exists(), "nothing is kept before it is saved"


def test_ratings_of_other_clubs_and_games_count_nothing(cup: Cup) -> None:
    rate(cup, A1=900, A5=1700)
    RatingPool.objects.update(variant="bid")
    assert numbers(seeding.seeds_by_rating(cup.stage)) == [1, 2, 3, 4, 5]


def test_by_an_earlier_event_its_places_count(cup: Cup, club: Club) -> None:
    before = pairs_event(club, cup.olga, 2, name="Last week")
    unrelated = pairs_event(club, cup.olga, 2, name="Unrelated")
    Event.objects.filter(pk__in=[before.pk, unrelated.pk]).update(finished_at=timezone.now())
    for name, place in {"A4": 1, "B4": 2, "A2": 1, "A5": 3, "B5": 3}.items():
        PlacementFact.objects.create(
            contest="event",
            number=before.pk,
            player=player_of(cup, name),
            place=place,
            field=9,
            ended_at=timezone.now(),
            club=club,
        )
    assert seeding.earlier_events(cup.stage) == [before]
    lines = seeding.seeds_by_event(cup.stage, before)
    assert numbers(lines) == [2, 4, 5, 1, 3]
    assert [line.origin for line in lines][:2] == ["1 + no-show", "1 + 2"]


def post(client: Client, cup: Cup, seen: int, **seeds: object) -> Any:
    typed = {f"seed_{entry(cup.event, int(name[1:])).pk}": str(seed) for name, seed in seeds.items()}
    return client.post(reverse("seeds", args=[cup.event.slug]), form(seen=seen, **typed))


def test_the_page_orders_keeps_and_loses_nothing(cup: Cup) -> None:
    client = log_in(cup.olga)
    path = reverse("seeds", args=[cup.event.slug])
    assert path in client.get(reverse("console", args=[cup.event.slug])).content.decode()
    assert path in client.get(reverse("stages", args=[cup.event.slug])).content.decode()
    rate(cup, A5=1900, B5=1900)
    page = client.get(f"{path}?by=rating")
    assert page.context["lines"][0][0].entry.number == 5
    assert "1900 + 1900" in text_of(page)
    seen = Event.objects.get(pk=cup.event.pk).version
    refused = post(client, cup, seen, n1=2, n2=2, n3=1)
    assert refused.status_code == 422
    assert [seed for _, seed in refused.context["lines"]] == ["2", "2", "1", "", ""]
    assert "Seed 2 is used more than once" in text_of(refused)
    assert post(client, cup, seen, n1=2, n2=3, n3=1).status_code == 302
    assert numbers(seeding.seeds_now(cup.stage)) == [3, 1, 2, 4, 5]
    assert post(client, cup, seen, n1=1).status_code == 409, "someone saved since"


def test_a_published_round_shows_them_without_a_way_to_change(cup: Cup) -> None:
    row = cup.draw()
    rounds.publish_round(row.pk, context=context_of(cup.olga), expected_version=row.revision)
    client = log_in(cup.olga)
    page = client.get(reverse("seeds", args=[cup.event.slug]))
    assert "Round 1 is published, so the seeds are locked" in text_of(page)
    assert "Save seeds" not in text_of(page)
    assert "Set seeds" not in text_of(client.get(reverse("console", args=[cup.event.slug])))


def test_a_format_without_seeds_has_no_such_page(cup: Cup, club: Club) -> None:
    plain = pairs_event(club, cup.olga, 2, name="Plain")
    client = log_in(cup.olga)
    assert client.get(reverse("seeds", args=[plain.slug])).status_code == 404
    assert "Set seeds" not in text_of(client.get(reverse("console", args=[plain.slug])))


@pytest.mark.parametrize("pairs", [2, 12])
@pytest.mark.parametrize(("by", "count"), [("", 13), ("number", 12), ("rating", 13)])
def test_it_asks_as_much_for_two_pairs_as_for_twelve(club: Club, olga: User, pairs: int, by: str, count: int) -> None:
    event = pairs_event(club, olga, pairs, "elimination")
    client, path = log_in(olga), f"{reverse('seeds', args=[event.slug])}?by={by}"
    client.get(path)
    with CaptureQueriesContext(connection) as asked:
        assert client.get(path).status_code == 200
    assert len(asked) == count
