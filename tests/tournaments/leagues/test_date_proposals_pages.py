"""Captains agree on another date at their phones, without an account; an organizer approves at the desk."""

import datetime
from typing import Any

from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.kept import kept
from tests.tournaments.leagues.test_date_proposals import Agreeing
from tests.tournaments.pages.browsing import form, log_in, text_of, visitor
from tournaments.leagues import date_proposals, squads
from tournaments.leagues.models import DateProposal, SquadPlayer

agreeing = kept(Agreeing)


def phone_of(agreeing: Agreeing, side: int) -> Client:
    """A phone that opened the captain's link and said yes."""
    squad = agreeing.fixture.squads[side]
    token = squads.issue_season_pass(squad.pk, agreeing.captain(side), context=agreeing.stage.context_of())
    client = Client()
    client.post(reverse("open_season_pass", args=[agreeing.stage.season.slug, token]))
    return client


def page_of(agreeing: Agreeing) -> str:
    return reverse("fixture_dates", args=[agreeing.stage.season.slug, agreeing.fixture.number])


def typed(agreeing: Agreeing, days: int) -> str:
    """A date as the browser sends it."""
    return agreeing.at(days).astimezone(agreeing.stage.season.zone).strftime("%Y-%m-%dT%H:%M")


def step(client: Client, agreeing: Agreeing, action: str, **fields: Any) -> Any:
    address = reverse("move_dates", args=[agreeing.stage.season.slug, agreeing.fixture.number, action])
    return client.post(address, form(**fields), follow=True)


def propose(client: Client, agreeing: Agreeing, *days: int) -> Any:
    dates = {f"date_{number}": typed(agreeing, one) for number, one in enumerate(days, start=1)}
    return step(client, agreeing, "propose", seen=agreeing.fixture.revision, reason="A wedding", **dates)


def asked() -> int:
    return DateProposal.objects.get(state__in=("open", "picked")).pk


def test_from_one_phone_to_the_other(agreeing: Agreeing) -> None:
    home, away = phone_of(agreeing, 0), phone_of(agreeing, 1)
    match = agreeing.fixture.get_absolute_url()
    assert "Propose another date" in text_of(home.get(match))
    assert "Propose up to 5 dates" in text_of(home.get(page_of(agreeing)))
    said = text_of(propose(home, agreeing, 1, 2))
    assert f"Dates proposed. We’ll let the captain of {agreeing.fixture.away} know." in said
    assert f"Waiting for the captain of {agreeing.fixture.away}." in said
    squad = reverse("squad", args=[agreeing.stage.season.slug, agreeing.fixture.away.number])
    task = f"{agreeing.fixture} {agreeing.fixture.home} proposes other dates Answer"
    assert task in text_of(away.get(squad))
    assert f"{agreeing.fixture.home} proposes other dates. View dates" in text_of(away.get(match))
    assert "Reason: A wedding" in text_of(away.get(page_of(agreeing)))
    to = agreeing.at(2)
    done = text_of(step(away, agreeing, "pick", proposal=asked(), number=2))
    assert "Date picked. The match has moved." in done
    assert agreeing.fixture.starts_at == to
    public = text_of(visitor().get(match))
    assert ["Moved from" in public, "A wedding" in public] == [True, True]
    assert task not in text_of(away.get(squad))


def test_strangers_see_nothing_of_it(agreeing: Agreeing) -> None:
    propose(phone_of(agreeing, 0), agreeing, 1)
    match = agreeing.fixture.get_absolute_url()
    assert "proposes other dates" not in text_of(visitor().get(match))
    assert visitor().get(page_of(agreeing)).status_code == 302
    mate = agreeing.stage.players(str(agreeing.fixture.away))[1]
    SquadPlayer.objects.filter(player=mate).update(is_captain=True)
    token = squads.issue_season_pass(agreeing.fixture.away_id, mate, context=agreeing.stage.context_of())
    client = Client()
    client.post(reverse("open_season_pass", args=[agreeing.stage.season.slug, token]))
    assert client.get(page_of(agreeing)).status_code == 200
    SquadPlayer.objects.filter(player=mate).update(is_captain=False)
    refused = client.get(page_of(agreeing))
    assert (refused.status_code, "Only the 2 teams’ captains and organizers" in text_of(refused)) == (403, True)


def test_what_is_refused_comes_back_with_what_was_typed(agreeing: Agreeing) -> None:
    home = phone_of(agreeing, 0)
    too_late = propose(home, agreeing, 1, 15)
    said = too_late.content.decode()
    assert (too_late.status_code, "has to be played by" in text_of(too_late)) == (422, True)
    assert [f'value="{typed(agreeing, days)}"' in said for days in (1, 15)] == [True, True]
    assert 'value="A wedding"' in said
    assert f'hx-get="{page_of(agreeing)}"' in said, "what it fetches again is the page"
    wrong = step(home, agreeing, "propose", seen=agreeing.fixture.revision, reason="x", date_1="soon")
    assert (wrong.status_code, "Enter both a date and a time" in text_of(wrong)) == (422, True)
    stale = step(home, agreeing, "propose", seen=0, reason="Ill", date_1=typed(agreeing, 1))
    assert (stale.status_code, "Someone changed" in text_of(stale)) == (409, True)
    assert not DateProposal.objects.exists()


def test_a_second_answer_is_a_conflict_in_words(agreeing: Agreeing) -> None:
    home, away = phone_of(agreeing, 0), phone_of(agreeing, 1)
    propose(home, agreeing, 1)
    number = asked()
    assert "Proposal withdrawn." in text_of(step(home, agreeing, "withdraw", proposal=number))
    late = step(away, agreeing, "pick", proposal=number, number=1)
    assert (late.status_code, "these dates are marked “withdrawn”" in text_of(late)) == (409, True)
    none = step(away, agreeing, "pick", proposal=number)
    assert (none.status_code, "Choose one of the proposed dates" in text_of(none)) == (422, True)


def test_declining_and_other_dates_instead(agreeing: Agreeing) -> None:
    home, away = phone_of(agreeing, 0), phone_of(agreeing, 1)
    propose(home, agreeing, 1)
    said = text_of(step(away, agreeing, "decline", proposal=asked(), reason="Exams"))
    assert f"Dates declined. We’ll let the captain of {agreeing.fixture.home} know." in said
    assert "A wedding · Exams declined" in text_of(home.get(page_of(agreeing)))
    propose(home, agreeing, 1)
    wrong = step(away, agreeing, "counter", proposal=asked(), reason="Exams", date_1=typed(agreeing, 15))
    assert (wrong.status_code, f'value="{typed(agreeing, 15)}"' in wrong.content.decode()) == (422, True)
    step(away, agreeing, "counter", proposal=asked(), reason="Exams", date_1=typed(agreeing, 3))
    to = agreeing.at(3)
    step(home, agreeing, "pick", proposal=asked(), number=1)
    assert agreeing.fixture.starts_at == to


def test_an_organizer_approves_at_the_desk(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving="approved", moving_silence=3)
    home, away, olga = phone_of(agreeing, 0), phone_of(agreeing, 1), log_in(agreeing.stage.olga)
    assert "we’ll pick the earliest possible date" in text_of(propose(home, agreeing, 1, 2))
    assert f"If {agreeing.fixture.away} doesn’t answer by" in text_of(away.get(page_of(agreeing)))
    assert "Date picked. An organizer has to approve it." in text_of(
        step(away, agreeing, "pick", proposal=asked(), number=1)
    )
    cards = reverse("season_cards", args=[agreeing.stage.season.slug])
    assert "New dates to approve" in text_of(olga.get(cards))
    assert "was picked. An organizer has to approve it." in text_of(home.get(agreeing.fixture.get_absolute_url()))
    assert "Approve date" not in text_of(away.get(page_of(agreeing)))
    no = step(olga, agreeing, "refuse", proposal=asked(), reason="")
    assert (no.status_code, "Enter a short reason" in text_of(no)) == (422, True)
    to = agreeing.at(1)
    assert "Date approved. The match has moved." in text_of(step(olga, agreeing, "approve", proposal=asked()))
    assert agreeing.fixture.starts_at == to
    assert "New dates to approve" not in text_of(olga.get(cards))
    propose(home, agreeing, 1)
    step(away, agreeing, "pick", proposal=asked(), number=1)
    assert "We’ll let both captains know" in text_of(
        step(olga, agreeing, "refuse", proposal=asked(), reason="Cup week")
    )


def test_a_proposal_of_another_match_is_as_good_as_none(agreeing: Agreeing) -> None:
    other = agreeing.stage.season.fixtures.exclude(home__in=agreeing.fixture.squads).order_by("number")[0]
    day = [other.starts_at - datetime.timedelta(days=1)]
    theirs = date_proposals.propose_dates(other.pk, other.home_id, day, "Ill", context=agreeing.stage.context_of())
    answer = step(log_in(agreeing.stage.olga), agreeing, "decline", proposal=theirs.pk, reason="")
    assert (answer.status_code, DateProposal.objects.get().state) == (404, "open")


def test_the_rules_are_said_on_the_seasons_page(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving="approved", moving_notice=1, moving_within=14, moving_silence=3)
    said = text_of(visitor().get(agreeing.stage.season.get_absolute_url()))
    for words in (
        "Captains can propose other dates until 1 day before a match.",
        "A match can move by up to 14 days.",
        "An organizer has to approve the new date.",
        "If there’s no answer within 3 days, we pick the earliest possible date.",
    ):
        assert words in said
    agreeing.set_rules(moving="organizer")
    assert "propose other dates" not in text_of(visitor().get(agreeing.stage.season.get_absolute_url()))


def test_where_only_organizers_move_matches_no_page_offers_it(agreeing: Agreeing) -> None:
    agreeing.set_rules(moving="organizer")
    home = phone_of(agreeing, 0)
    assert "Propose another date" not in text_of(home.get(agreeing.fixture.get_absolute_url()))
    assert "Captains can’t move this match now." in text_of(home.get(page_of(agreeing)))


def wait_for_an_organizer(agreeing: Agreeing, count: int) -> None:
    """Dates of so many other matches wait to be approved."""
    others, by = agreeing.stage.season.fixtures.exclude(pk=agreeing.pk), agreeing.stage.context_of()
    for other in others.order_by("number")[:count]:
        if not other.date_proposals.exists():
            day = [other.starts_at - datetime.timedelta(days=1)]
            asked = date_proposals.propose_dates(other.pk, other.home_id, day, "Ill", context=by)
            DateProposal.objects.filter(pk=asked.pk).update(state="picked", picked=1, answered=asked.journal)


QUERIES = {"waits": 11, "answers": 13, "match": 24, "squad": 16, "desk": 10}


def test_pages_ask_the_same_however_many_dates_there_are(agreeing: Agreeing) -> None:
    home, away, olga = phone_of(agreeing, 0), phone_of(agreeing, 1), log_in(agreeing.stage.olga)
    slug = agreeing.stage.season.slug
    pages = {
        "waits": (home, page_of(agreeing)),
        "answers": (away, page_of(agreeing)),
        "match": (away, agreeing.fixture.get_absolute_url()),
        "squad": (away, reverse("squad", args=[slug, agreeing.fixture.away.number])),
        "desk": (olga, reverse("season_cards", args=[slug])),
    }
    agreeing.set_rules(moving="approved", moving_silence=3)
    for days in ((1,), (1, 2, 3, 4, 5)):
        for _ in days:
            date_proposals.decline_dates(agreeing.propose(1).pk, "", context=agreeing.phone(1))
        agreeing.propose(*days)
        wait_for_an_organizer(agreeing, len(days))
        counts = {}
        for name, (client, path) in pages.items():
            with CaptureQueriesContext(connection) as seen:
                assert client.get(path).status_code == 200
            counts[name] = len(seen)
        date_proposals.withdraw_dates(DateProposal.objects.get(state="open").pk, context=agreeing.phone(0))
        assert counts == QUERIES, days
