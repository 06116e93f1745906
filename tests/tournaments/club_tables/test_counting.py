"""Friendly games at a club's table count as the club's where it wants them, and nowhere else."""

import io
import zipfile
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.engine.errors import RuleError
from games.tables import play
from games.tables.models import Table
from tests.cast import context_of
from tests.games.tables.cast import command_by
from tests.tournaments.club_tables.evening import ClubEvening
from tests.tournaments.transfer.club_staging import elsewhere
from tournaments.club_tables.models import ClubTable
from tournaments.clubs.models import Club
from tournaments.context import SITE
from tournaments.honours.jackpots.rules import JackpotRules
from tournaments.honours.statistics.boards import Order
from tournaments.integrity import verify
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.jackpots.models import Jackpot, JackpotScore
from tournaments.jackpots.terms import Terms, Turns, create_jackpot
from tournaments.leaderboards.selectors import Filters, Question, board_page
from tournaments.rewards import counting
from tournaments.rewards.models import GameFact, PlayerRating, SpanTotals, Unlock
from tournaments.transfer.archive import read_archive
from tournaments.transfer.club_in import import_club
from tournaments.transfer.club_out import archive_of

pytestmark = pytest.mark.django_db


def jackpot(evening: ClubEvening, name: str, **rules: bool) -> Jackpot:
    return create_jackpot(
        evening.club,
        Terms(name, JackpotRules(**rules)),
        Turns("week"),
        context=context_of(evening.olga),
        begins_at=timezone.now(),  # a day ago it would be over on Mondays
    )


def on_board(evening: ClubEvening) -> set[int]:
    found = SpanTotals.objects.filter(scope=str(evening.club.pk), span="all")
    return set(found.values_list("player", flat=True))


def test_a_game_counts_on_the_boards_and_in_the_ratings_of_the_club() -> None:
    evening = ClubEvening()
    game = evening.play()
    fact = evening.fact(game)
    assert (fact.club, fact.zone, fact.is_official, fact.is_online) == (evening.club.pk, evening.club.zone, False, True)
    everyone = {player.pk for player in evening.people}
    assert on_board(evening) == everyone
    assert set(PlayerRating.objects.filter(pool__club=evening.club).values_list("player", flat=True)) == everyone
    assert Unlock.objects.filter(club=evening.club, achievement="first_win").count() == 2, "its news tell of them"
    assert not SpanTotals.objects.filter(scope="friendly").exists()
    page = Client().get(reverse("club_leaderboards", args=[evening.club.slug]), {"by": "winners"}).content.decode()
    assert sum(player.name in page for player in evening.people) >= 2


def test_the_board_separates_official_and_friendly_games() -> None:
    evening = ClubEvening()
    evening.play()

    def people(is_official: bool | None) -> set[int]:
        filters = Filters(is_official=is_official)
        last = timezone.now().date() + timedelta(days=1)
        found = board_page(Question(str(evening.club.pk), Order.POINTS, last=last, filters=filters))
        return {line.player for line in found.lines}

    scorers = people(None)
    assert scorers
    assert people(is_official=False) == scorers
    assert people(is_official=True) == set()
    path = reverse("club_leaderboards", args=[evening.club.slug])
    names = {kind: Client().get(path, {"by": "points", "kind": kind}).content.decode() for kind in ("", "official")}
    assert all(player.name in names[""] for player in evening.people if player.pk in scorers)
    assert "No one yet" in names["official"]


def test_a_jackpot_counts_it_if_it_wants_more_than_official_games() -> None:
    evening = ClubEvening()
    strict, wide = jackpot(evening, "Nights"), jackpot(evening, "Everything", official_only=False)
    evening.play()
    scores = JackpotScore.objects.values_list("period__jackpot", flat=True)
    assert (strict.pk in scores, wide.pk in scores) == (False, True)
    assert JackpotScore.objects.filter(period__jackpot=wide).count() == 4
    client = Client()
    assert "count too" in client.get(reverse("jackpot", args=[evening.club.slug, wide.pk])).content.decode()
    assert "count too" not in client.get(reverse("jackpot", args=[evening.club.slug, strict.pk])).content.decode()


def test_a_club_that_does_not_want_it_gets_nothing() -> None:
    evening = ClubEvening(counts=False)
    game = evening.play()
    assert evening.fact(game).club == counting.NO_CLUB
    assert on_board(evening) == set()
    assert SpanTotals.objects.filter(scope="friendly", span="all").count() == 4


def test_what_the_club_decides_later_holds_for_later_tables() -> None:
    evening = ClubEvening()
    first = evening.play()
    evening.want(False)
    second = evening.play()
    assert {evening.fact(game).club for game in (first, second)} == {evening.club.pk}
    ClubTable.objects.update(counts=False)
    assert len(verify.violations()) >= 2, "the facts say otherwise"


def test_a_game_with_a_bot_counts_for_no_club() -> None:
    evening = ClubEvening()
    evening.people[3].is_bot = True
    evening.people[3].save()
    game = evening.play()
    assert evening.fact(game).club == counting.NO_CLUB
    assert on_board(evening) == set()


def test_rebuilt_it_is_the_same_and_verify_is_content() -> None:
    evening = ClubEvening()
    jackpot(evening, "Everything", official_only=False)
    evening.play()
    before = derived_digest()
    assert GameFact.objects.get().club == evening.club
    rebuild()
    assert derived_digest() == before
    assert verify.violations() == []


def test_verify_finds_the_table_of_a_match_among_those_of_clubs() -> None:
    evening = ClubEvening()
    type(evening.table).objects.filter(pk=evening.table.pk).update(owner=None)
    assert any("no table that a member opened" in sentence for sentence in verify.violations())


def played_elsewhere() -> Club:
    evening = ClubEvening()
    jackpot(evening, "Everything", official_only=False)
    evening.play()
    return evening.club


@pytest.mark.slow
@pytest.mark.heavy
def test_it_travels_with_the_club() -> None:
    gone = elsewhere(played_elsewhere)
    assert [len(gone.rows[name]) for name in ("games.table", "games.game", "tournaments.clubtable")] == [1, 1, 1]
    file = io.BytesIO()
    gone.write(file)
    club = import_club(read_archive(file), context=SITE)
    assert archive_of(club).digest == gone.digest
    assert GameFact.objects.get().club == club
    assert JackpotScore.objects.filter(period__jackpot__club=club).count() == 4
    assert Table.objects.exclude(closed_at=None).get().for_club.club == club
    assert verify.violations() == []


def test_an_archive_without_such_tables_is_as_older_releases_write_it() -> None:
    gone = archive_of(ClubEvening(counts=False).club)
    file = io.BytesIO()
    gone.write(file)
    with zipfile.ZipFile(file) as found:
        assert "tournaments.clubtable.jsonl" not in found.namelist()
    for row in gone.rows["tournaments.club"]:
        del row["counts_friendly_games"]
    Club.objects.update(slug="here-before")
    assert import_club(gone, context=SITE).counts_friendly_games is False


def test_while_one_is_played_the_club_stays() -> None:
    evening = ClubEvening()
    evening.play()
    play.start_game(evening.table.pk, command_by(evening.people[0], evening.table))
    with pytest.raises(RuleError, match="in progress"):
        archive_of(evening.club)
