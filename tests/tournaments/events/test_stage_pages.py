"""The pages of an event's stages: the flow, one more stage, the seeding, and which stage the other pages show."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.cast import context_of, make_club, make_user
from tests.kept import kept
from tests.markup import squeezed
from tests.tournaments.pages.browsing import (
    event_form,
    form,
    log_in,
    refused_untouched,
    seeds_form,
    stage_form,
    text_of,
    visitor,
)
from tests.tournaments.scenes.stages import (
    begin,
    entry,
    field,
    knock_out,
    pairs_event,
    plan_stage,
    play_out,
    play_round,
)
from tournaments.checkin import entries
from tournaments.clubs.models import Club
from tournaments.events.models import Event, Stage
from tournaments.events.stage_plans import Places
from tournaments.rounds import commands as rounds


@dataclass(frozen=True)
class Cup:
    """Four pairs in a league, over; the best three are to play a bracket."""

    user: User
    event: Event
    league: Stage
    bracket: Stage
    olga: Client

    def at(self, name: str, *args: Any) -> str:
        return reverse(name, args=[self.event.slug, *args])

    @property
    def begin_path(self) -> str:
        return self.at("begin_stage", self.bracket.pk)


def make_cup() -> Cup:
    user = make_user("Olga")
    event = pairs_event(make_club(user), user, 4, stage_name="League")
    bracket = plan_stage(event, user, knock_out(Places(1, 1, 3)))
    return Cup(user, event, event.stages.get(number=1), bracket, log_in(user))


def make_played_cup() -> Cup:
    cup = make_cup()
    play_out(cup.league, cup.user)
    return cup


fresh = kept(make_cup)
"""Nothing is played yet."""
cup = kept(make_played_cup)


class TestFlow:
    def test_it_shows_what_comes_after_what_and_who_goes_on(self, fresh: Cup) -> None:
        said = text_of(fresh.olga.get(fresh.at("stages")))
        assert "1. League first stage Round robin Everyone who’s checked in" in said
        assert "2. Bracket upcoming Knockout League: ranks 1 to 3 At most 3 pairs House rules: " in said
        assert "View seeding" in said

    def test_a_stage_that_waits_is_not_marked_as_live(self, fresh: Cup) -> None:
        assert "badge--live" not in fresh.olga.get(fresh.at("stages")).content.decode()

    def test_the_stage_being_played_is_marked_like_everything_live(self, cup: Cup) -> None:
        assert squeezed(cup.olga.get(cup.at("stages")).content.decode()).count('badge--live">being played') == 1

    def test_only_formats_for_pairs_can_follow_pairs(self, fresh: Cup) -> None:
        page = fresh.olga.get(fresh.at("stages")).content.decode()
        assert "?format=elimination" in page
        assert "?format=rotation" not in page
        assert fresh.olga.get(fresh.at("add_stage") + "?format=rotation").status_code == 404
        assert fresh.olga.get(fresh.at("add_stage")).status_code == 404

    def test_a_stage_is_added_and_taken_out_again(self, fresh: Cup) -> None:
        path = fresh.at("add_stage") + "?format=elimination"
        body = stage_form(fresh.event, "elimination", name="Final", first_1="", last_1="", first_2=1, last_2=2)
        for _ in range(2):
            assert "Final added." in text_of(fresh.olga.post(path, body, follow=True))
        final = fresh.event.stages.get(number=3)
        assert (final.name, final.sources, final.rules["play_to"]) == (
            "Final",
            [{"stage": 2, "first": 1, "last": 2}],
            10,
        )
        body = form()
        for _ in range(2):
            said = text_of(fresh.olga.post(fresh.at("move_stage", final.pk, "remove"), body, follow=True))
            assert "Stage removed." in said
        assert fresh.event.stages.count() == 2

    @pytest.mark.parametrize(
        ("changed", "why", "status"),
        [
            ({"first_2": "", "last_2": ""}, "Choose which ranks advance from which stage", 422),
            ({"first_2": 3, "last_2": 2}, "Ranks 3 to 2 in Bracket aren’t possible", 422),
            ({"first_2": 1, "last_2": ""}, "Fill in both ranks, or neither.", 200),
            ({"first_2": 0}, "Enter 1 or more", 200),
            ({"name": "N" * 41}, "at most 40 characters", 200),
            ({"name": "League"}, "There’s already a stage called League", 422),
            ({"best_of": 2}, "A match needs an odd number of games", 200),
            ({"key": ""}, "The form is incomplete", 422),
        ],
    )
    def test_what_cannot_be_comes_back_with_what_was_typed(
        self, fresh: Cup, changed: dict[str, Any], why: str, status: int
    ) -> None:
        body = stage_form(fresh.event, "elimination", name="Grand finale") | changed
        response = refused_untouched(fresh.olga, fresh.at("add_stage") + "?format=elimination", body)
        assert (why in text_of(response), response.status_code) == (True, status)
        assert str(body["name"]) in response.content.decode()

    @pytest.mark.slow
    def test_what_has_begun_is_not_taken_out(self, cup: Cup) -> None:
        begin(cup.bracket, cup.user)
        path = cup.at("move_stage", cup.bracket.pk, "remove")
        assert "Bracket has started, so you can’t remove it" in text_of(refused_untouched(cup.olga, path, form()))
        said = text_of(cup.olga.post(cup.at("move_stage", cup.bracket.pk, "unbegin"), form(), follow=True))
        assert "Start of Bracket undone." in said
        assert field(cup.bracket) == []


class TestSeeding:
    def test_its_start_is_no_big_button_while_a_round_is_open(self, fresh: Cup) -> None:
        play_round(fresh.league, fresh.user)
        row = rounds.draw_round(fresh.league.pk, 2, context=context_of(fresh.user))
        rounds.publish_round(row.pk, context=context_of(fresh.user), expected_version=row.revision)
        page = fresh.olga.get(fresh.begin_path)
        assert "Close the open round before you start this stage. Next step" in text_of(page)
        assert "Start Bracket" in text_of(page)
        assert "btn--big" not in page.content.decode()

    @pytest.mark.slow
    def test_it_lists_seed_name_and_origin(self, cup: Cup) -> None:
        said = text_of(cup.olga.get(cup.begin_path))
        assert "A1 & B1 League: rank 1 A2 & B2 League: rank 2 A3 & B3 League: rank 3 Other entries (1)" in said
        assert "A4 & B4 League: rank 4" in said

    @pytest.mark.slow
    def test_the_stage_begins_once_as_proposed(self, cup: Cup) -> None:
        body = seeds_form(cup.bracket)
        for _ in range(2):
            assert "Bracket started. Draw its first round." in text_of(cup.olga.post(cup.begin_path, body, follow=True))
        assert field(cup.bracket) == [1, 2, 3]
        assert "Bracket has started, so you can’t change who’s in it." in text_of(cup.olga.get(cup.begin_path))

    @pytest.mark.slow
    def test_the_organizer_types_another_order(self, cup: Cup) -> None:
        seeds = {f"seed_{entry(cup.event, number).pk}": seed for number, seed in ((1, 20), (2, ""), (3, 5), (4, 1))}
        cup.olga.post(cup.begin_path, seeds_form(cup.bracket, **seeds))
        assert field(cup.bracket) == [4, 3, 1]

    @pytest.mark.slow
    @pytest.mark.parametrize(
        ("typed", "why"),
        [
            ("one", "“one” isn’t a seed"),
            ("0", "“0” isn’t a seed"),
            ("-1", "“-1” isn’t a seed"),
            ("1000", "isn’t a seed"),
            ("9" * 40, "isn’t a seed"),
            ("²", "isn’t a seed"),
            ("1", "Seed 1 is used more than once"),
        ],
    )
    def test_what_is_no_order_comes_back_with_what_was_typed(self, cup: Cup, typed: str, why: str) -> None:
        body = seeds_form(cup.bracket, **{f"seed_{entry(cup.event, 3).pk}": typed})
        response = refused_untouched(cup.olga, cup.begin_path, body)
        assert (why in text_of(response), response.status_code) == (True, 422)
        assert f'value="{typed}" aria-label="Seed for A3 &amp; B3"' in squeezed(response.content.decode())

    @pytest.mark.slow
    def test_a_tie_is_named_and_has_to_be_decided(self, fresh: Cup) -> None:
        Stage.objects.filter(pk=fresh.league.pk).update(criteria=["head_to_head"])
        play_out(fresh.league, fresh.user, lambda one, other: (one, other) in ((1, 2), (2, 3), (3, 1)) or other == 4)
        said = text_of(fresh.olga.get(fresh.begin_path))
        assert "Not decided yet A1 & B1, A2 & B2 and A3 & B3 are tied for rank 1 in League." in said
        response = refused_untouched(fresh.olga, fresh.begin_path, seeds_form(fresh.bracket))
        assert (response.status_code, "Put them in order, and enter how you broke the tie" in text_of(response)) == (
            422,
            True,
        )
        fresh.olga.post(fresh.begin_path, seeds_form(fresh.bracket, decided="Cut cards"))
        assert field(fresh.bracket) == [1, 2, 3]

    @pytest.mark.slow
    def test_who_has_left_is_left_out_unless_typed_in(self, cup: Cup) -> None:
        entries.drop_out(entry(cup.event, 2).pk, context=context_of(cup.user))
        page = cup.olga.get(cup.begin_path)
        assert "A2 & B2 has left League: rank 2" in text_of(page)
        assert 'value="" aria-label="Seed for A2 &amp; B2"' in squeezed(page.content.decode())
        assert 'value="2" aria-label="Seed for A3 &amp; B3"' in squeezed(page.content.decode())

    @pytest.mark.slow
    def test_old_standings_are_refused(self, cup: Cup) -> None:
        response = refused_untouched(cup.olga, cup.begin_path, seeds_form(cup.bracket, seen=1))
        assert (response.status_code, "standings have changed" in text_of(response)) == (409, True)

    def test_before_anything_is_played_it_says_so(self, fresh: Cup) -> None:
        said = text_of(fresh.olga.get(fresh.begin_path))
        assert "Starting Bracket ends the stage before it League still has 3 planned rounds to play." in said
        assert "No one has advanced yet" in said
        row = rounds.draw_round(fresh.league.pk, 1, context=context_of(fresh.user))
        rounds.publish_round(row.pk, context=context_of(fresh.user), expected_version=row.revision)
        said = text_of(fresh.olga.get(fresh.begin_path))
        assert f"{row} of League is still open. Close the open round before you start this stage." in said

    @pytest.mark.parametrize("path", [lambda c: c.at("begin_stage", c.league.pk), lambda c: c.at("begin_stage", 10**9)])
    def test_the_first_stage_and_stages_of_elsewhere_have_no_seeding(
        self, fresh: Cup, path: Callable[[Cup], str]
    ) -> None:
        assert fresh.olga.get(path(fresh)).status_code == 404


class TestWhichStageIsShown:
    @pytest.mark.slow
    def test_the_next_step_leads_to_the_seeding_and_then_to_the_first_round(self, cup: Cup) -> None:
        page = cup.olga.get(cup.at("console"))
        assert "All rounds in League have been played. Check the seeding, then start Bracket." in text_of(page)
        assert f'href="{cup.begin_path}"' in page.content.decode()
        begin(cup.bracket, cup.user)
        assert "Draw round 1" in text_of(cup.olga.get(cup.at("console")))
        cup.olga.post(cup.at("draw_round"), form(number=1))
        assert cup.bracket.rounds.count() == 1

    @pytest.mark.slow
    def test_earlier_stages_stay_within_reach(self, cup: Cup) -> None:
        assert "Stages" not in text_of(visitor().get(cup.at("standings")))
        begin(cup.bracket, cup.user)
        play_round(cup.bracket, cup.user)
        now, before = (visitor().get(cup.at("standings") + query) for query in ("", "?stage=1"))
        assert ("A4 & B4" in text_of(now), "A4 & B4" in text_of(before)) == (False, True)
        assert 'aria-current="page">Bracket' in squeezed(now.content.decode())
        assert 'aria-current="page">League' in squeezed(before.content.decode())
        assert f'hx-get="{cup.at("standings")}?stage=1"' in before.content.decode()
        assert "Round 3" in text_of(visitor().get(cup.at("seating") + "?stage=1"))
        assert "Round 3" not in text_of(visitor().get(cup.at("seating")))
        said = text_of(visitor().get(cup.at("event") + "?stage=1"))
        assert ("1. League (stage shown here)" in said, "2. Bracket" in said) == (True, True)

    @pytest.mark.parametrize("query", ["?stage=7", "?stage=", "?stage=x", "?stage=2"])
    def test_a_stage_that_has_not_begun_is_not_shown(self, cup: Cup, query: str) -> None:
        assert "A4 & B4" in text_of(visitor().get(cup.at("standings") + query))

    @pytest.mark.slow
    def test_the_console_of_a_stage_that_is_over_draws_nothing(self, cup: Cup) -> None:
        begin(cup.bracket, cup.user)
        said = text_of(cup.olga.get(cup.at("console") + "?stage=1"))
        assert "League is over. Bracket is being played." in said
        assert "Draw round" not in said

    @pytest.mark.slow
    def test_the_grid_takes_the_scores_of_the_stage_being_played(self, cup: Cup) -> None:
        begin(cup.bracket, cup.user)
        row = rounds.draw_round(cup.bracket.pk, 1, context=context_of(cup.user))
        rounds.publish_round(row.pk, context=context_of(cup.user), expected_version=row.revision)
        said = text_of(cup.olga.get(cup.at("grid")))
        assert ("A2 & B2" in said, "A4 & B4" in said) == (True, False)


class TestTwoStagesAtOnce:
    def body(self, **more: Any) -> dict[str, Any]:
        body = event_form(
            name="Cup night", go_on=2, play_to=10, hands="", cycles="single", bye_points=0, unplayed="2023"
        )
        return body | more

    def url(self, club: Club, key: str) -> str:
        return f"{reverse('new_event', args=[club.slug])}?format={key}"

    def test_the_cards_offer_them(self, fresh: Cup) -> None:
        said = text_of(fresh.olga.get(reverse("new_event", args=[fresh.event.club.slug])))
        assert "Pools, then a knockout" in said
        assert "Swiss, then a knockout" in said

    def test_they_are_set_up_once_and_lead_to_the_flow(self, fresh: Cup) -> None:
        club = fresh.event.club
        page = fresh.olga.get(self.url(club, "pools_knock_out"))
        assert "Pairs that advance per pool" in text_of(page)
        body = stage_fields(self.body(), "round_robin")
        answers = [fresh.olga.post(self.url(club, "pools_knock_out"), body) for _ in range(2)]
        event = Event.objects.get(name="Cup night")
        assert [answer["Location"] for answer in answers] == [reverse("stages", args=[event.slug])] * 2
        assert [(stage.title, stage.format, stage.sources) for stage in event.stages.order_by("number")] == [
            ("Pools", "round_robin", []),
            ("Knockout", "elimination", [{"stage": 1, "first": 1, "last": 2}]),
        ]

    def test_how_many_go_on_is_checked(self, fresh: Cup) -> None:
        path = self.url(fresh.event.club, "swiss_knock_out")
        body = stage_fields(self.body(go_on=0), "swiss")
        assert "Enter 1 or more" in text_of(refused_untouched(fresh.olga, path, body))


def stage_fields(body: dict[str, Any], format_key: str) -> dict[str, Any]:
    """The body with every parameter of the format that it does not name, at its default."""
    return stage_form(Event.objects.all()[0], format_key) | body
