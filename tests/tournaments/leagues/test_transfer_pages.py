"""Captains agree on transfers on their teams' pages; organizers make exceptions that everybody reads."""

from typing import Any

from django.test import Client
from django.urls import reverse

from tests.kept import kept
from tests.tournaments.leagues.test_captains_pages import phone_of
from tests.tournaments.leagues.test_cards import Match
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tests.tournaments.scenes.league import a_member
from tournaments.leagues.models import Exemption, Season, SquadPlayer, TransferRequest


def a_match() -> Match:
    found = Match(both_captains=True, transfers=1, borrowed_at_once=1)
    for side in (0, 1):
        found.stage.fill(found.fixture.squads[side], 1)
    return found


match = kept(a_match)


def squad_url(match: Match, side: int) -> str:
    return reverse("squad", args=[match.stage.season.slug, match.fixture.squads[side].number])


def step(client: Client, match: Match, side: int, action: str, **fields: Any) -> Any:
    squad = match.fixture.squads[side]
    address = reverse("move_transfer", args=[match.stage.season.slug, squad.number, action])
    return client.post(address, form(**fields), follow=True)


def star_of(match: Match) -> Any:
    """Who plays for the visitors and isn't their captain."""
    return match.stage.players(str(match.fixture.away))[1]


def today(match: Match) -> str:
    return match.fixture.starts_at.astimezone(match.stage.season.zone).date().isoformat()


def test_a_transfer_from_one_phone_to_the_other(match: Match) -> None:
    home, away, star = phone_of(match, 0), phone_of(match, 1), star_of(match)
    page = text_of(home.get(squad_url(match, 0)))
    assert "Ask for a player" in page
    asked = text_of(step(home, match, 0, "ask", player=star.pk, on=today(match)))
    assert f"You asked for {star}. The captain of {match.fixture.away} has to agree." in asked
    assert "waiting for the other captain" in asked
    assert f"{match.fixture.home} asks for {star}, starting" in text_of(away.get(squad_url(match, 1)))
    row = TransferRequest.objects.get()
    agreed = text_of(step(away, match, 1, "agree", request=row.pk))
    assert f"You agreed to the transfer. {star} now plays for {match.fixture.home}." in agreed
    assert star.name in text_of(visitor().get(squad_url(match, 0)))
    late = step(away, match, 1, "decline", request=row.pk)
    assert (late.status_code, "was already agreed" in text_of(late)) == (409, True)


def test_declining_and_cancelling(match: Match) -> None:
    home, away, star = phone_of(match, 0), phone_of(match, 1), star_of(match)
    step(home, match, 0, "ask", player=star.pk, on=today(match))
    declined = text_of(step(away, match, 1, "decline", request=TransferRequest.objects.get().pk))
    assert f"Transfer declined. {star} stays with {match.fixture.away}." in declined
    assert "declined" in text_of(home.get(squad_url(match, 0)))
    step(home, match, 0, "ask", player=star.pk, on=today(match))
    cancelled = step(home, match, 0, "cancel", request=TransferRequest.objects.get(answer="").pk)
    assert "Transfer canceled." in text_of(cancelled)


def test_nobody_else_sees_or_answers_a_transfer(match: Match) -> None:
    home, star = phone_of(match, 0), star_of(match)
    step(home, match, 0, "ask", player=star.pk, on=today(match))
    row = TransferRequest.objects.get()
    assert "asks for" not in text_of(visitor().get(squad_url(match, 1)))
    assert "Ask for a player" not in text_of(visitor().get(squad_url(match, 1)))
    assert step(visitor(), match, 1, "agree", request=row.pk).redirect_chain
    assert step(home, match, 1, "agree", request=row.pk).status_code == 403
    assert step(home, match, 0, "agree", request=row.pk).status_code == 404, "not theirs to answer"
    assert not TransferRequest.objects.exclude(answer="").exists()


def test_a_day_that_is_none_is_said_in_words(match: Match) -> None:
    wrong = step(phone_of(match, 0), match, 0, "ask", player=star_of(match).pk, on="soon")
    assert (wrong.status_code, "Enter a date" in text_of(wrong)) == (422, True)


def test_an_exception_for_a_line_up_is_on_the_fixture_and_the_card(match: Match) -> None:
    olga, star = log_in(match.stage.olga), a_member(match.stage, "Star")
    address = reverse("move_fixture", args=[match.stage.season.slug, match.fixture.number, "exempt"])
    done = olga.post(address, form(side=0, player=star.pk, reason="Flu at the Wrens"), follow=True)
    assert f"Exception allowed. You can now choose Star for {match.fixture.home}." in text_of(done)
    own = match.stage.players(str(match.fixture.home))[:3]
    line_up = {"p1_0": star.pk, "p1_1": own[0].pk, "p2_0": own[1].pk, "p2_1": own[2].pk}
    where = reverse("move_fixture", args=[match.stage.season.slug, match.fixture.number, "line-up"])
    seen = match.fixture.home_named
    page = phone_of(match, 0).post(where, form(side=0, seen=seen, **line_up), follow=True)
    assert "by exception" in text_of(page)
    card = reverse("card", args=[match.stage.season.slug, match.fixture.number])
    for client, path in ((visitor(), match.fixture.get_absolute_url()), (phone_of(match, 1), card)):
        said = text_of(client.get(path))
        assert "Exceptions" in said
        assert "Flu at the Wrens" in said


def test_last_days_and_exceptions_on_the_organizers_page(match: Match) -> None:
    olga, slug = log_in(match.stage.olga), match.stage.season.slug
    season, day = Season.objects.get(), today(match)
    where = reverse("move_season", args=[slug, "dates"])
    olga.post(where, form(seen=season.version, players_until="2026-01-05", transfers_until="2026-01-06"))
    said = text_of(visitor().get(season.get_absolute_url()))
    assert "New players can join until January 5, 2026. Transfers are allowed until January 6, 2026." in said
    assert "A player can change teams once a season. Both captains have to agree to a transfer." in said
    assert "A team can have 1 substitute in a match." in said
    assert 'value="2026-01-05"' in olga.get(reverse("season_setup", args=[slug])).content.decode()
    join = reverse("move_season", args=[slug, "join"])
    squad = match.fixture.home
    refused = olga.post(join, form(name="Zoe", on=day, to=squad.pk, exception=""))
    assert "The last day for new players is" in text_of(refused)
    olga.post(join, form(name="Zoe", on=day, to=squad.pk, exception="Moved here"))
    assert "by exception: Moved here" in text_of(visitor().get(squad_url(match, 0)))
    transfer = reverse("move_season", args=[slug, "transfer"])
    star = star_of(match)
    olga.post(transfer, form(player=star.pk, on=day, to=squad.pk, exception="Married"))
    assert SquadPlayer.objects.get(player=star, until=None).squad == squad
    assert Exemption.objects.count() == 2
    season.refresh_from_db()
    olga.post(where, form(seen=season.version, players_until="", transfers_until=""))
    season.refresh_from_db()
    assert (season.players_until, season.transfers_until) == (None, None)


def test_only_players_that_may_be_lent_are_offered(db: None) -> None:
    match = Match(lenders="own")
    star = a_member(match.stage, "Star")
    page = log_in(match.stage.olga).get(match.fixture.get_absolute_url())
    borrowed = page.content.decode().split("Available substitutes")[1].split("</optgroup>")[0]
    assert star.name not in borrowed
    lender = next(str(one) for one in match.stage.season.squads.all() if one not in match.fixture.squads)
    assert match.stage.players(lender)[0].name in borrowed
