"""A club plays its own rules: chosen with the event, judged on every slip, changed with a look at what follows."""

import html
import json
from dataclasses import replace
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.choices import Deck, DefendAlone, Sides, Variant
from games.engine.errors import RuleError
from games.engine.presets import preset
from games.engine.rules import HouseRules, options, rules_data
from games.house_rules.picker import fields_of
from games.house_rules.presets import bundles, save_rules
from tests.cast import (
    Table,
    context_of,
    enter_pairs,
    first_match,
    make_club,
    make_event,
    make_user,
    on_grid,
    publish,
    seat_table,
    slip,
)
from tests.tournaments.pages.browsing import (
    event_form,
    form,
    log_in,
    slip_form,
    stage_form,
    text_of,
    visitor,
    with_link,
)
from tests.tournaments.scenes.stages import plan_stage, rotation_final
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.house_rules import default_rules, delete_club_rules, save_club_rules
from tournaments.clubs.models import Club, ClubRules
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.house_rules import bundles_for as offered_at
from tournaments.events.house_rules import consequences, first_choice, set_rules
from tournaments.events.models import Event, Stage
from tournaments.events.stage_plans import Places
from tournaments.leagues.models import Season
from tournaments.results import commands as results
from tournaments.results import standings_update
from tournaments.results.scoring import Bid, Pad, pad_of, table_rules
from tournaments.rewards.models import GameFact

pytestmark = pytest.mark.django_db
BY_TWO = HouseRules(play_to=15, win_by_two=True, stick_the_dealer=True)
BID = replace(preset("trickster_bid"), play_to=32)
BIDS = tuple(
    Bid(str(level), False, tuple(-level if taken < level else taken for taken in range(7))) for level in range(3, 7)
)


@pytest.fixture
def club() -> Club:
    return make_club(make_user("Olga"))


@pytest.fixture
def olga(club: Club) -> Any:
    return club.memberships.get().player.user


def game(club: Club, olga: Any, rules: HouseRules, **more: Any) -> Event:
    """A cup of four pairs, round 1 published: a game to points at each table."""
    event = make_event(club, olga, "round_robin", rules=rules, name="Cup", **more)
    enter_pairs(event, olga, 4)
    publish(event, olga)
    return event


def match_of(event: Event) -> Any:
    return first_match(event.stages.get().rounds.get())


class TestAtSetUp:
    def test_without_a_choice_the_club_plays_as_it_always_did(self, club: Club, olga: Any) -> None:
        event = make_event(club, olga, "round_robin")
        assert table_rules(event.stages.get()) == replace(preset("progressive_night"), number_of_hands=None)

    def test_the_clubs_default_is_what_events_begin_with(self, club: Club, olga: Any) -> None:
        save_club_rules(club, "Mill Road", BY_TWO, is_default=True, context=context_of(olga))
        assert default_rules(club) == BY_TWO
        assert table_rules(make_event(club, olga, "round_robin").stages.get()) == BY_TWO
        assert first_choice(offered_at(club, None), club) == f"club-{ClubRules.objects.get().pk}"

    def test_a_page_chooses_them_from_the_picker(self, club: Club, olga: Any) -> None:
        browser = log_in(olga)
        asked = event_form(
            house_rules="web_classic", rules_of="web_classic", rule_take_four="true", rule_defend_alone="anytime"
        )
        answer = browser.post(reverse("new_event", args=[club.slug]) + "?format=progressive", asked)
        assert answer.status_code == 302, text_of(answer)
        rules = table_rules(Stage.objects.get())
        wanted = replace(preset("web_classic"), take_four=True, defend_alone=DefendAlone.ANYTIME, number_of_hands=8)
        assert rules == wanted

    def test_every_option_that_the_format_does_not_decide_can_be_chosen(self, club: Club, olga: Any) -> None:
        page = log_in(olga).get(reverse("new_event", args=[club.slug]) + "?format=round_robin").content.decode()
        decided = {"players", "sides", "number_of_hands", "play_to"}
        missing = {one.name for one in options() if f'name="rule_{one.name}"' not in page}
        assert missing == decided

    def test_what_cannot_go_together_is_refused_with_both_named(self, club: Club, olga: Any) -> None:
        asked = event_form(house_rules="plain", rules_of="plain", rule_win_by_two="true")
        page = log_in(olga).post(reverse("new_event", args=[club.slug]) + "?format=progressive", asked)
        assert "“Number of hands: 8” and “Win by 2: yes” don’t go together" in text_of(page)
        assert not Event.objects.exists()

    def test_with_another_bundle_comes_its_length(self, club: Club, olga: Any) -> None:
        asked = fields_of(HouseRules()) | {
            "house_rules": "trickster_bid",
            "rules_of": "plain",
            "touched": "house_rules",
        }
        where = reverse("event_rule_picker", args=[club.slug]) + "?format=round_robin"
        page = log_in(olga).get(where, asked | {"format": "round_robin"}).content.decode()
        assert 'name="play_to" value="32"' in page
        assert 'hx-swap-oob="true"' in page

    def test_only_organizers_ask_the_picker_of_an_event(self, club: Club) -> None:
        stranger = log_in(make_user("Sam"))
        assert stranger.get(reverse("event_rule_picker", args=[club.slug])).status_code == 403

    def test_a_stage_begins_with_those_of_the_one_before(self, club: Club, olga: Any) -> None:
        event = make_event(club, olga, "round_robin", rules=BY_TWO)
        asked = stage_form(event, "elimination", first_1=1, last_1=4)
        answer = log_in(olga).post(reverse("add_stage", args=[event.slug]) + "?format=elimination", asked)
        assert answer.status_code == 302, text_of(answer)
        assert table_rules(event.stages.get(number=2)) == BY_TWO

    def test_saved_rules_of_an_organizer_are_offered(self, club: Club, olga: Any) -> None:
        row = save_rules(olga.player, "Six at home", HouseRules(players=6, sides=Sides.THREE_V_THREE, deck=Deck.SEVEN))
        found = offered_at(club, olga.player)[f"own-{row.pk}"]
        assert (found.rules.players, found.rules.sides) == (4, Sides.TWO_V_TWO)


class TestSlips:
    @pytest.mark.parametrize(
        ("rules", "score", "is_possible"),
        [
            (BY_TWO, (15, 10), True),
            (BY_TWO, (16, 14), True),
            (BY_TWO, (15, 14), False),
            (BY_TWO, (20, 18), True),
            (HouseRules(), (12, 10), False),
            (HouseRules(win_by_two=True), (12, 10), True),
            (HouseRules(lone_march=5), (14, 3), True),
            (HouseRules(), (14, 3), False),
            (BID, (33, -4), True),
            (BID, (31, 20), False),
        ],
    )
    def test_scores_are_judged_by_the_clubs_rules(
        self, club: Club, olga: Any, rules: HouseRules, score: tuple[int, int], is_possible: bool
    ) -> None:
        match = match_of(game(club, olga, rules))
        if is_possible:
            results.record_result(match.pk, slip(*score), context=on_grid(olga))
            assert first_match(match.round).standing.slip["points"] == list(score)
            return
        with pytest.raises(RuleError):
            results.record_result(match.pk, slip(*score), context=on_grid(olga))

    @pytest.mark.parametrize(
        ("rules", "pad"),
        [
            (HouseRules(stick_the_dealer=True), Pad((1, 2, 4), (4,), None, 10, win_by_two=False)),
            (BY_TWO, Pad((1, 2, 4), (4,), None, 15, win_by_two=True)),
            (replace(BY_TWO, lone_march=5), Pad((1, 2, 5), (5,), None, 15, win_by_two=True)),
            (HouseRules(defend_alone=DefendAlone.ANYTIME), Pad((1, 2, 4), (), None, 10, win_by_two=False)),
            (HouseRules(euchred_loner=3), Pad((1, 2, 3, 4), (3, 4), None, 10, win_by_two=False)),
            (BID, Pad((), (), None, 32, win_by_two=False, bids=BIDS)),
        ],
    )
    def test_the_pad_shows_what_the_rules_allow(self, club: Club, olga: Any, rules: HouseRules, pad: Pad) -> None:
        assert pad_of(match_of(game(club, olga, rules))) == pad

    def test_a_phone_reports_by_two_and_a_failed_bid(self, club: Club, olga: Any) -> None:
        match = match_of(game(club, olga, BID))
        side = match.seats.filter(side=0).first().player
        phone = with_link(match.round.stage.event, olga, side)
        address = reverse("slip", args=[match.round.stage.event.slug, match.pk])
        page = phone.get(address).content.decode()
        assert 'min="-999"' in page
        assert 'data-slip-made="-3 -3 -3 3 4 5 6"' in page
        assert phone.post(address, slip_form(match, 33, -4)).status_code == 302

    def test_hands_in_which_both_sides_score_are_taken_as_they_were_tapped(self, club: Club, olga: Any) -> None:
        """Bids of 6, 6, 5, 6, 5, 6 and 6 by one side, made; a bid of 3 by the other, lost."""
        match = match_of(game(club, olga, BID))
        phone = with_link(match.round.stage.event, olga, match.seats.filter(side=0).first().player)
        address = reverse("slip", args=[match.round.stage.event.slug, match.pk])
        scored = [(6, 0), (6, 0), (5, 1), (6, 0), (5, 1), (4, -3)]
        hands = [
            [side, points, False, number] for number, hand in enumerate(scored, 1) for side, points in enumerate(hand)
        ]
        sent = slip_form(match, 32, -1, hands=json.dumps(hands))
        assert phone.post(address, sent).status_code == 302
        kept = match.results.get().slip
        assert kept["hands"] == hands
        assert f'value="{json.dumps(hands)}"' in html.unescape(phone.get(address).content.decode())

    def test_the_grid_takes_a_failed_bid(self, club: Club, olga: Any) -> None:
        event = game(club, olga, BID)
        match = match_of(event)
        asked = form(seen=match.last_version, points_0="-4", points_1="33")
        answer = log_in(olga).post(reverse("decide", args=[event.slug, match.pk, "record"]), asked)
        assert answer.status_code in (200, 302), text_of(answer)
        assert first_match(match.round).standing.slip["points"] == [-4, 33]

    def test_three_at_a_table_play_the_clubs_rules_without_partners(self, club: Club, olga: Any) -> None:
        event = make_event(club, olga, config={"short_table": "three_handed"}, rules=replace(BY_TWO, win_by_two=False))
        assert table_rules(event.stages.get(), 3) == replace(
            BY_TWO, win_by_two=False, number_of_hands=8, players=3, sides=Sides.SOLO, go_alone=False
        )


class TestChanging:
    @pytest.fixture
    def table(self) -> Table:
        return seat_table()

    def change(self, table: Table, rules: HouseRules, **more: Any) -> Stage:
        table.event.refresh_from_db()
        return set_rules(
            table.stage.pk, rules, context=context_of(table.olga), expected_version=table.event.version, **more
        )

    def test_before_a_score_they_change_at_once_and_the_log_says_how(self, table: Table) -> None:
        self.change(table, HouseRules(joker=True))
        assert table_rules(table.stage) == HouseRules(joker=True, number_of_hands=8)
        logged = AuditLogEntry.objects.get(action="set_rules").detail["rules"]
        assert logged == {"joker": [False, True], "stick_the_dealer": [True, False]}

    def test_with_scores_in_what_follows_is_said_first(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(20, 4), context=on_grid(table.olga))
        found = consequences(table.stage, HouseRules(number_of_hands=8, alone_worth_two=True))
        assert (found.scores, found.playing) == (1, 0)
        assert [str(one) for one in found.impossible] == [str(table.match)]
        with pytest.raises(Conflict, match=r"The scores so far \(1\) don’t change\."):
            self.change(table, HouseRules(alone_worth_two=True))
        self.change(table, HouseRules(alone_worth_two=True), is_understood=True)
        assert table.match.standing.slip["points"] == [20, 4]

    def test_leaderboards_know_the_new_rules(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        standings_update.settle_stage(table.stage.pk)
        before = GameFact.objects.get().facts["rules"]
        self.change(table, preset("web_classic"), is_understood=True)
        assert before != GameFact.objects.get().facts["rules"] == "web_classic"

    def test_an_old_page_changes_nothing(self, table: Table) -> None:
        seen = table.event.version - 1
        with pytest.raises(Conflict, match="changed the event while you had this page open"):
            set_rules(table.stage.pk, HouseRules(joker=True), context=context_of(table.olga), expected_version=seen)

    def test_only_organizers_change_them(self, table: Table) -> None:
        with pytest.raises(NotAllowed):
            set_rules(table.stage.pk, HouseRules(), context=context_of(table.sam), expected_version=table.event.version)

    def test_the_page_asks_again_once_scores_are_in(self, table: Table) -> None:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        browser, address = log_in(table.olga), reverse("stage_rules", args=[table.event.slug, table.stage.pk])
        shown = browser.get(address)
        asked = form(seen=shown.context["seen"], house_rules="now", rules_of="now", rule_joker="true")
        page = text_of(browser.post(address, asked))
        assert "Scores already entered The scores so far (1) don’t change." in page
        assert not table_rules(table.stage).joker
        again = browser.post(address, form(**{**asked, "understood": "yes"}) | {"seen": shown.context["seen"]})
        assert again.status_code == 302
        assert table_rules(table.stage).joker


class TestClubRules:
    def test_they_are_saved_and_deleted_on_a_page(self, club: Club, olga: Any) -> None:
        browser, address = log_in(olga), reverse("club_rules", args=[club.slug])
        asked = form(rules_save_as="Mill Road", house_rules="hoyle", is_default="on")
        assert browser.post(address, asked).status_code == 302
        row = club.house_rules.get()
        assert (row.is_default, row.values) == (True, preset("hoyle"))
        assert "Mill Road Default" in text_of(Client().get(address))
        assert "Save rules" not in text_of(Client().get(address))
        assert browser.post(reverse("delete_club_rules", args=[club.slug, row.pk]), form()).status_code == 302
        assert not ClubRules.objects.exists()

    def test_another_default_takes_the_place_of_the_first(self, club: Club, olga: Any) -> None:
        for name in ("One", "Two"):
            save_club_rules(club, name, BY_TWO, is_default=True, context=context_of(olga))
        assert list(club.house_rules.filter(is_default=True).values_list("name", flat=True)) == ["Two"]

    def test_changing_the_default_keeps_it_the_default(self, club: Club, olga: Any) -> None:
        for name in ("Ours", "Theirs"):
            save_club_rules(club, name, BY_TWO, is_default=name == "Ours", context=context_of(olga))
        browser, address = log_in(olga), reverse("club_rules", args=[club.slug])
        ticked = [
            browser.get(address, {"rules": f"club-{row.pk}"}).context["is_default"] for row in club.house_rules.all()
        ]
        assert ticked == [True, False]

    def test_members_use_them_at_their_tables_and_strangers_by_the_link(self, club: Club, olga: Any) -> None:
        row = save_club_rules(club, "Mill Road", BY_TWO, context=context_of(olga))
        assert bundles(olga.player)[f"club-{row.pk}"].rules == BY_TWO
        assert f"club-{row.pk}" not in bundles(make_user("Sam").player)
        page = text_of(Client().get(row.get_absolute_url()))
        assert "Win by 2 yes" in page

    def test_only_organizers_save_and_delete(self, club: Club, olga: Any) -> None:
        sam = make_user("Sam")
        with pytest.raises(NotAllowed):
            save_club_rules(club, "Mine", BY_TWO, context=context_of(sam))
        row = save_club_rules(club, "Ours", BY_TWO, context=context_of(olga))
        with pytest.raises(NotAllowed):
            delete_club_rules(club, row.pk, context=context_of(sam))
        assert log_in(sam).post(reverse("club_rules", args=[club.slug]), form()).status_code == 403


def test_a_season_without_rules_of_its_own_plays_the_clubs() -> None:
    assert Season().table_rules is None
    assert Season(house_rules=rules_data(BID)).table_rules == BID
    assert BID.variant is Variant.BID


def test_players_read_the_rules_of_an_event(table: Table) -> None:
    """Win by 2 is not only the organizers' to know."""
    stage = table.stage
    stage.rules = rules_data(HouseRules(win_by_two=True))
    stage.save(update_fields=["rules"])
    said = text_of(visitor().get(table.event.get_absolute_url()))
    assert "Win by 2: yes" in said.partition("House rules")[2]


def test_each_stage_has_its_rules_under_it(table: Table) -> None:
    stage = plan_stage(table.event, table.olga, rotation_final(Places(1, 1, 4)))
    stage.rules = rules_data(HouseRules(win_by_two=True))
    stage.save(update_fields=["rules"])
    first, second = text_of(visitor().get(table.event.get_absolute_url())).split("2. ")
    assert "House rules: Number of hands: 8 · Stick the dealer: yes" in first
    assert "House rules: Win by 2: yes" in second
