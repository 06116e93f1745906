"""Captains at their phones, without an account: the link, the card's page, and what the script is told."""

import json
import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import context_of
from tests.kept import kept
from tests.tournaments.leagues.test_cards import CARD, Match
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tournaments.clubs.models import Membership, Role
from tournaments.leagues import fixtures, squads
from tournaments.leagues.card_steps import State
from tournaments.leagues.models import CardStep
from tournaments.results import commands as results

JSON = {"Accept": "application/json"}


match = kept(Match)


def phone_of(match: Match, side: int) -> Client:
    """A phone that opened the captain's link and said yes."""
    squad = match.fixture.squads[side]
    token = squads.issue_season_pass(squad.pk, match.captain(side), context=match.stage.context_of())
    client = Client()
    address = reverse("open_season_pass", args=[match.stage.season.slug, token])
    assert f"Are you {match.captain(side)}?" in text_of(client.get(address))
    assert client.post(address)["Location"] == reverse("squad", args=[match.stage.season.slug, squad.number])
    return client


def card_url(match: Match, query: str = "") -> str:
    return reverse("card", args=[match.stage.season.slug, match.fixture.number]) + query


def typed(games: Any, **more: Any) -> dict[str, Any]:
    cells = {
        f"{side}{number}_{table}": points
        for number, row in enumerate(games, start=1)
        for table, game in enumerate(row, start=1)
        for side, points in zip("ha", game, strict=True)
    }
    return form(**cells | more)


@pytest.mark.slow
def test_a_card_from_link_to_table(match: Match) -> None:
    home, away = phone_of(match, 0), phone_of(match, 1)
    squad = reverse("squad", args=[match.stage.season.slug, match.fixture.home.number])
    assert "Send card" in text_of(home.get(squad))
    page = home.get(card_url(match))
    said = text_of(page)
    assert said.count("Table 1") == said.count("Table 2") == 2
    assert page["X-Keep-For"] == str(match.captain(0).pk)
    sent = home.post(card_url(match), typed(CARD, seen=0), follow=True)
    assert "Card sent. The other captain has to confirm it." in text_of(sent)
    about = match.stage.season.slug, match.fixture.number
    assert "10–9" not in text_of(visitor().get(match.fixture.get_absolute_url())), "until it's agreed"
    shown = text_of(away.get(match.fixture.get_absolute_url()))
    assert ["10–9" in shown, "Games 3–1, points 36–31" in shown] == [True, True]
    away.post(reverse("move_fixture", args=[*about, "confirm"]), form(seen=1))
    assert (match.card.state, match.fixture.state) == (State.CONFIRMED, "played")
    assert "10–9" in text_of(visitor().get(match.fixture.get_absolute_url()))


def test_the_phone_keeps_every_file_of_the_card(match: Match) -> None:
    page = phone_of(match, 0).get(card_url(match)).content.decode()
    used = set(re.findall(r'(?:src|href)="(/static/[^"#]+\.(?:css|js|svg))', page))
    assert any(path.startswith("/static/js/card") for path in used)
    kept_files = re.search(r"self\.own = (\{.*\});", visitor().get(reverse("worker")).content.decode())
    assert kept_files
    assert used - set(json.loads(kept_files[1])["files"]) == set()


@pytest.mark.slow
def test_every_game_of_a_round_has_both_pairs_who_play_it(match: Match) -> None:
    """What is shown before the rounds are drawn is what is drawn then."""
    captain = phone_of(match, 0)
    before = text_of(captain.get(card_url(match)))
    pairs = before[before.index("Round 1") : before.index("Send card")]
    fixtures.enter_card(match.pk, CARD, context=match.stage.context_of())
    after = text_of(log_in(match.stage.olga).get(card_url(match, "?as=organizer")))
    assert pairs in after


def test_errors_name_their_games_and_keep_all_numbers(match: Match) -> None:
    captain = phone_of(match, 0)
    wrong = [[(10, 10), (6, 10)], [("", 8), (10, 9)]]
    refused = captain.post(card_url(match), typed(wrong, seen=0))
    assert refused.status_code == 422
    assert "Round 2, table 1: Enter both teams’ points." in text_of(refused)
    assert refused.content.decode().count('value="10"') == 4
    wrong[1][0] = (10, 8)
    refused = captain.post(card_url(match), typed(wrong, seen=0))
    assert "Round 1, table 1: " in text_of(refused)
    assert refused.content.decode().count('aria-invalid="true"') == 2
    assert CardStep.objects.count() == 0


@pytest.mark.slow
def test_the_script_hears_what_became_of_a_card(match: Match) -> None:
    captain = phone_of(match, 0)
    now = captain.get(card_url(match), headers=JSON).json()
    assert (now["seen"], now["is_open"]) == (0, True)
    wrong = captain.post(card_url(match), typed([[(10, 10), (6, 10)], CARD[1]], seen=0), headers=JSON)
    assert (wrong.status_code, wrong.json()["state"], list(wrong.json()["games"])) == (422, "decision", ["1_1"])
    body = typed(CARD, seen=0)
    for _ in range(2):  # the answer was lost on its way, so the phone asks again with the same key
        saved = captain.post(card_url(match), body, headers=JSON).json()
        assert (saved["state"], saved["seat"]) == ("saved", match.fixture.get_absolute_url())
    assert CardStep.objects.count() == 1
    match.confirm(1)
    late = captain.post(card_url(match), typed(CARD, seen=1), headers=JSON)
    assert (late.status_code, late.json()["is_open"]) == (409, False)
    gone = visitor().post(card_url(match), typed(CARD, seen=1), headers=JSON)
    assert (gone.status_code, gone.json()["state"]) == (403, "decision")


def test_a_card_typed_by_somebody_else_is_not_sent(match: Match) -> None:
    refused = phone_of(match, 0).post(card_url(match), typed(CARD, seen=0, player=match.captain(1).pk))
    assert refused.status_code == 403
    assert "Another captain entered this score card." in text_of(refused)


def test_a_link_is_forgotten_replaced_or_for_another_season(match: Match) -> None:
    season = match.stage.season
    captain = phone_of(match, 0)
    captain.post(reverse("forget_season_pass", args=[season.slug]))
    assert captain.get(card_url(match)).status_code == 302
    old = phone_of(match, 0)
    phone_of(match, 0)
    assert old.get(card_url(match)).status_code == 302, "a newer link ends the phones of the older one too"
    gone = visitor().get(reverse("open_season_pass", args=[season.slug, "x" * 22]))
    assert (gone.status_code, "the season is over" in text_of(gone)) == (410, True)


@pytest.mark.slow
def test_an_organizer_corrects_the_whole_card_with_one_reason(match: Match) -> None:
    match.send(0)
    match.confirm(1)
    olga, address = log_in(match.stage.olga), card_url(match, "?as=organizer")
    assert 'value="9"' in olga.get(address).content.decode(), "what counts is filled in"
    other = [CARD[0], [(10, 8), (9, 10)]]
    refused = olga.post(address, typed(other, seen=2, reason=""))
    assert (refused.status_code, 'value="9"' in refused.content.decode()) == (422, True)
    done = olga.post(address, typed(other, seen=2, reason="Read out at the bar"), follow=True)
    assert "Card corrected. It now counts." in text_of(done)
    assert "“Read out at the bar”" in text_of(done)
    assert (match.line(0).points, match.line(1).points) == (2, 2)


def test_what_the_phones_reported_is_on_the_card_and_stays(match: Match) -> None:
    fixtures.begin(match.pk, context=match.phone(0))
    first = match.fixture.event.stages.get().rounds.get().matches.get(table=1)
    results.record_result(first.pk, fixtures.slip_of(first, (10, 4)), context=match.stage.context_of())
    captain = phone_of(match, 1)
    assert captain.get(card_url(match)).content.decode().count("readonly") == 2
    assert "Start next round" in text_of(captain.get(match.fixture.get_absolute_url()))
    match.send(0)
    assert "Start next round" not in text_of(captain.get(match.fixture.get_absolute_url())), "the card says it all"


@pytest.mark.slow
def test_an_organizer_who_is_a_captain_sends_the_card_as_one(match: Match) -> None:
    squads.join_squad(
        match.fixture.home_id,
        match.stage.olga.player,
        match.fixture.starts_at.date(),
        context=match.stage.context_of(),
        captain=True,
    )
    olga = log_in(match.stage.olga)
    olga.post(card_url(match), typed(CARD, seen=0))
    assert match.card.state is State.REPORTED
    phone_of(match, 1).post(
        reverse("move_fixture", args=[match.stage.season.slug, match.fixture.number, "confirm"]), form(seen=1)
    )
    assert match.card.state is State.CONFIRMED


@pytest.mark.slow
def test_only_captains_and_organizers_read_what_is_wrong_with_a_card(match: Match) -> None:
    match.send(0)
    match.dispute(1, "Round 2, table 1 was 10–8")
    address = match.fixture.get_absolute_url()
    said = text_of(visitor().get(address))
    assert f"Disputed by {match.captain(1)}" in said
    assert "was 10–8" not in said
    for browser in (phone_of(match, 0), log_in(match.stage.olga)):
        assert "“Round 2, table 1 was 10–8”" in text_of(browser.get(address))
    match.correct()
    said = text_of(visitor().get(address))
    assert ["was 10–8" in said, "“Read out at the bar”" in said] == [False, True]


@pytest.mark.slow
def test_no_ones_address_is_on_the_page_of_a_match(match: Match) -> None:
    ada = User.objects.create_superuser("ada@example.org", "a long password")
    fixtures.enter_card(match.pk, CARD, context=context_of(ada))
    assert match.card.steps[0].journal.user == ada
    address = match.fixture.get_absolute_url()
    for browser in (visitor(), phone_of(match, 0)):
        page = browser.get(address).content.decode()
        assert ["ada@example.org" in page, "by an administrator" in page] == [False, True]
    assert "by ada@example.org" in text_of(log_in(match.stage.olga).get(address))


@pytest.mark.slow
def test_every_member_of_a_large_club_can_be_chosen(db: None) -> None:
    match = Match(lenders="any")
    found = Player.objects.bulk_create(Player(name=f"Member {number:03}") for number in range(520))
    Membership.objects.bulk_create(
        Membership(club=match.stage.club, player=player, role=Role.MEMBER) for player in found
    )
    page = log_in(match.stage.olga).get(match.fixture.get_absolute_url())
    assert len(page.context["members"]) == match.stage.club.memberships.count()
    assert {found[-1]} <= {player for side in page.context["sides"] for player in side["form"]["others"]}
