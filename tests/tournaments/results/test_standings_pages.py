"""The standings page: pools, the sums behind a place, and the choice of what ranks."""

import re
from urllib.parse import urlencode

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.accounts.models import User
from tests.cast import Table, context_of, make_club, make_event, make_user, on_grid, slip
from tests.markup import squeezed
from tests.tournaments.leaderboards.test_ranking import pairs_event, play
from tests.tournaments.pages.browsing import event_form, form, log_in, refused_untouched, text_of, visitor
from tournaments.events.models import Event
from tournaments.events.ranking import criteria_version
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_stage, settle_unsettled
from tournaments.rounds import commands as rounds


@pytest.fixture
def host(db: None) -> User:
    return make_user("Olga")


@pytest.fixture
def pools(host: User) -> Event:
    """Six pairs in two pools, one round played: 10 to 6 at every table."""
    event = pairs_event(make_club(host), host, 6, config={"groups": 2})
    play(event, host, 1)
    return event


def standings(event: Event, client: Client | None = None, **asked: object) -> str:
    return text_of((client or visitor()).get(f"{reverse('standings', args=[event.slug])}?{urlencode(asked)}"))


class TestPools:
    def test_each_has_a_table_of_its_own(self, pools: Event) -> None:
        first, second = standings(pools).partition("Why this order?")[0].split("Pool B", 1)
        assert "Pool A" in first
        assert [name in first for name in ("A1 & B1", "A4 & B4", "A5 & B5", "A2 & B2")] == [True, True, True, False]
        assert [name in second for name in ("A2 & B2", "A3 & B3", "A6 & B6", "A1 & B1")] == [True, True, True, False]

    def test_the_overview_shows_who_leads_each(self, pools: Event) -> None:
        leading = text_of(visitor().get(pools.get_absolute_url())).partition("Leading")[2].partition("Entered")[0]
        assert "Pool A 1 " in leading
        assert "Pool B 1 " in leading

    def test_divisions_are_called_divisions(self, host: User) -> None:
        config = {"groups": 2, "grouping": "blocks"}
        event = pairs_event(make_club(host, "Uptown"), host, 4, config=config, name="League")
        play(event, host, 1)
        assert "Division 2" in standings(event)

    def test_one_group_has_no_heading(self, table: Table) -> None:
        settle_unsettled()
        assert "Pool" not in standings(table.event)


class TestWhy:
    @pytest.fixture
    def scored(self, table: Table) -> Table:
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        settle_unsettled()
        return table

    def number(self, table: Table, name: str) -> int:
        return table.event.entries.get(players__name=name).number

    def test_a_name_leads_to_its_sums(self, scored: Table) -> None:
        number = self.number(scored, "Quinn")
        page = visitor().get(reverse("standings", args=[scored.event.slug])).content.decode()
        assert f'href="?why={number}#why"' in page
        assert "How this rank was decided" not in page

    def test_it_compares_with_the_next_above(self, scored: Table) -> None:
        second, third = (row.entry for row in scored.stage.standings.all()[1:3])
        said = standings(scored.event, why=third.number)
        assert f"{second.name} is above {third.name}: 10 to 6 on points." in said
        assert "Points : 10 vs. 6 decides" in said
        assert "won 10–6 with" in said
        assert "No. " not in said.partition("Why this order?")[0]

    def test_or_with_anybody_of_the_same_table(self, scored: Table) -> None:
        pam, ann, quinn = (self.number(scored, name) for name in ("Pam", "Ann", "Quinn"))
        assert "Pam is above Quinn" in standings(scored.event, why=quinn, than=pam)
        shared = standings(scored.event, why=pam, than=ann)
        assert "Rounds won : 1 and 1 tied" in shared

    @pytest.mark.parametrize(
        ("asked", "said"),
        [
            ({"why": "999"}, ""),
            ({"why": "x"}, ""),
            ({"why": "-1"}, ""),
            ({"why": "9" * 40}, ""),
            ({"why": "1", "than": "1"}, "can’t be compared with themselves"),
            ({"why": "1", "than": "999"}, "isn’t in these"),
            ({"why": "1", "than": "x"}, "How this rank was decided"),
        ],
    )
    def test_what_makes_no_sense_shows_the_standings_all_the_same(
        self, scored: Table, asked: dict[str, str], said: str
    ) -> None:
        shown = standings(scored.event, **asked)
        assert said in shown
        assert "Why this order?" in shown

    def test_across_pools_there_is_nothing_to_compare(self, pools: Event) -> None:
        said = standings(pools, why=1, than=2)
        assert "A2 & B2 isn’t in these standings" in said


class TestCriteria:
    def body(self, event: Event, *keys: str, **more: object) -> dict[str, object]:
        chosen = {f"criterion_{number}": key for number, key in enumerate(keys, start=1)}
        return form(seen=criteria_version(event), **chosen, **more)

    def url(self, event: Event) -> str:
        return reverse("set_criteria", args=[event.slug])

    def test_only_organizers_see_the_form_with_what_ranks_now(
        self, table: Table, olga_client: Client, sam_client: Client
    ) -> None:
        assert "Change ranking" not in standings(table.event, sam_client)
        page = olga_client.get(reverse("standings", args=[table.event.slug])).content.decode()
        assert '<option value="points" selected>' in squeezed(page)
        assert "buchholz" not in page

    def test_a_choice_is_made_once(self, table: Table, olga_client: Client) -> None:
        body = self.body(table.event, "loners", "", "points")
        for _ in range(2):
            said = text_of(olga_client.post(self.url(table.event), body, follow=True))
            assert "Ranking saved." in said
        assert table.stage.criteria == ["loners", "points"]
        assert "Olga changed the event’s ranking rules" in text_of(
            olga_client.get(reverse("journal", args=[table.event.slug]))
        )

    def test_a_choice_that_cannot_be_is_refused(self, table: Table, olga_client: Client) -> None:
        for keys, why in ((("points", "points"), "on the list twice"), ((), "at least one"), (("x",), "is missing")):
            response = refused_untouched(olga_client, self.url(table.event), self.body(table.event, *keys))
            assert response.status_code == 422
            assert why in text_of(response)

    def test_an_old_form_is_refused(self, table: Table, olga_client: Client) -> None:
        body = self.body(table.event, "loners")
        olga_client.post(self.url(table.event), self.body(table.event, "points"))
        response = refused_untouched(olga_client, self.url(table.event), body)
        assert response.status_code == 409
        assert "Olga just changed" in text_of(response)

    @pytest.mark.slow
    def test_pairs_choose_the_rule_for_unplayed_rounds_too(self, pools: Event, host: User) -> None:
        client = log_in(host)
        body = self.body(pools, "games_won", "sonneborn_berger", unplayed="2009")
        said = text_of(client.post(self.url(pools), body, follow=True))
        assert "Rounds without a game follow the rule “FIDE 2009”" in said
        assert pools.stages.get().unplayed == "2009"

    @pytest.mark.slow
    def test_a_new_event_begins_with_the_usual_order(self, table: Table, olga_client: Client) -> None:
        path = f"{reverse('new_event', args=[table.event.club.slug])}?format=progressive"
        assert '<option value="four_point_hands" selected>' in squeezed(olga_client.get(path).content.decode())
        olga_client.post(path, event_form(name="Friday", criterion_1="loners", criterion_3="lot"))
        assert Event.objects.get(name="Friday").stages.get().criteria == ["loners", "lot"]
        olga_client.post(path, event_form(name="Saturday"))
        assert Event.objects.get(name="Saturday").stages.get().criteria[0] == "points"
        response = refused_untouched(olga_client, path, event_form(criterion_1="lot", criterion_2="lot"))
        assert "“Random draw” is on the list twice" in text_of(response)

    def test_an_event_of_another_club_is_not_ours_to_change(self, table: Table, sam_client: Client) -> None:
        other = make_event(make_club(make_user("Oscar"), "Other club"), User.objects.get(email="oscar@example.org"))
        assert refused_untouched(sam_client, self.url(other), self.body(other, "loners")).status_code == 403


class TestKept:
    """Hundreds fetch the standings anew with every score: their content is made once, and an older one never shown."""

    @pytest.mark.slow
    def test_the_second_visitor_asks_the_database_for_the_frame_only(self, pools: Event) -> None:
        with CaptureQueriesContext(connection) as first:
            page = standings(pools)
        with CaptureQueriesContext(connection) as second:
            assert standings(pools) == page
        assert len(second) <= len(first) - 3

    def test_every_score_is_there_at_once(self, table: Table) -> None:
        settle_unsettled()
        assert "A score just came in. We’re counting it now." not in standings(table.event)
        results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
        assert "A score just came in. We’re counting it now." in standings(table.event)
        settle_unsettled()
        page = standings(table.event)
        assert "A score just came in. We’re counting it now." not in page
        assert re.search(r"Pam (tiebreaker [^.]*\. )?10", page)

    @pytest.mark.slow
    def test_only_organizers_see_the_form(self, pools: Event, host: User) -> None:
        for _ in range(2):
            assert "Change ranking" in standings(pools, log_in(host))
            assert "Change ranking" not in standings(pools)

    @pytest.mark.slow
    def test_addresses_that_anybody_makes_up_are_not_kept(self, pools: Event, monkeypatch: pytest.MonkeyPatch) -> None:
        kept: list[str] = []
        monkeypatch.setattr(cache, "set", lambda key, *about: kept.append(key))
        for asked in ({"why": 1}, {"x": 1}, {"stage": 7}):
            standings(pools, **asked)
        assert kept == []
        standings(pools)
        standings(pools, stage=1)
        assert len(kept) == 2


class TestMovement:
    """Places against those before the newest round with a result."""

    @pytest.fixture
    def pairs(self, host: User) -> Event:
        return pairs_event(make_club(host), host, 4)

    def last_become_first(self, event: Event, host: User) -> None:
        """A second round in which who lost the first wins, 10 to 0."""
        stage = event.stages.get()
        row = rounds.draw_round(stage.pk, 2, context=context_of(host))
        rounds.publish_round(row.pk, context=context_of(host), expected_version=row.revision)
        places = dict(stage.standings.values_list("entry", "place"))
        for match in row.matches.all():
            worst = max(match.seats.all(), key=lambda seat: places[seat.entry_id])
            results.record_result(match.pk, slip(*((10, 0) if worst.side == 0 else (0, 10))), context=on_grid(host))
        settle_unsettled()

    def lines(self, event: Event) -> list[tuple[int, int | None]]:
        return [(row.place, row.place_before) for row in event.stages.get().standings.order_by("entry__number")]

    def test_the_first_round_moves_no_one(self, pairs: Event, host: User) -> None:
        play(pairs, host, 1)
        assert [before for _, before in self.lines(pairs)] == [None] * 4
        assert "move--" not in visitor().get(reverse("standings", args=[pairs.slug])).content.decode()

    def test_the_second_does(self, pairs: Event, host: User) -> None:
        play(pairs, host, 1)
        first = [place for place, _ in self.lines(pairs)]
        self.last_become_first(pairs, host)
        assert [before for _, before in self.lines(pairs)] == first
        page = visitor().get(reverse("standings", args=[pairs.slug])).content.decode()
        moved = [before - place for place, before in self.lines(pairs) if before]
        assert any(moved)
        assert page.count("move--up") == sum(one > 0 for one in moved)
        assert page.count("move--down") == sum(one < 0 for one in moved)

    def test_a_rebuild_says_the_same(self, pairs: Event, host: User) -> None:
        play(pairs, host, 1)
        play(pairs, host, 2)
        before = self.lines(pairs)
        pairs.stages.get().standings.update(place_before=None)
        assert settle_stage(pairs.stages.get().pk)
        assert self.lines(pairs) == before

    def test_level_on_the_first_says_what_separates(self, pairs: Event, host: User) -> None:
        play(pairs, host, 1)
        said = squeezed(visitor().get(reverse("standings", args=[pairs.slug])).content.decode())
        assert "tiebreaker<span" in said
        assert "tied on" in said.partition('class="tip__box"')[2].partition("</span>")[0] or "share" in said
