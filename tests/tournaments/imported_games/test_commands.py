"""A game played elsewhere counts because an organizer enters it, like a friendly game; withdrawn it was never there."""

import datetime
import uuid
from typing import Any

import pytest
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.egn_file import games_from
from games.engine.errors import RuleError
from games.tables import imports, records
from games.tables.imports import keep_replay, remove_replay
from games.tables.models import Game, Table
from tests.cast import context_of, make_club, make_user, with_key
from tests.games.engine.game_files import FINALS, SAMPLES, with_change
from tests.games.tables.cast import finished_game
from tests.tournaments.clubs.people_requests import record
from tests.tournaments.pages.browsing import differences, world
from tests.tournaments.scenes.imports import NAMES, club_of_four, count_all, entered, four_of, vouched
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import Conflict, KeyReused, NotAllowed
from tournaments.imported_games import commands
from tournaments.imported_games.models import ImportedGame
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.integrity.verify import violations
from tournaments.merging import commands as merging
from tournaments.merging.preview import preview_of
from tournaments.rewards import counting
from tournaments.rewards.models import Award, GameFact, PlayerRating, RatingChange, SpanTotals
from tournaments.rewards.queue import run_all

pytestmark = pytest.mark.django_db
HONOURED = (GameFact, RatingChange, PlayerRating, SpanTotals, Award)


@pytest.fixture
def club(olga: User) -> Club:
    return club_of_four(olga)


def honoured() -> dict[str, int]:
    return {model.__name__: model.objects.count() for model in HONOURED}


def something_else(olga: User) -> None:
    """A friendly game at a table online, which counts before and after."""
    finished_game()
    assert count_all() == 1


@pytest.mark.slow
def test_without_an_organizer_nothing_counts(olga: User) -> None:
    something_else(olga)
    before, digest = honoured(), derived_digest()
    for content in (FINALS, (SAMPLES / "MotE_W5_Match.emn").read_bytes(), (SAMPLES / "Epic_Comeback.egn").read_bytes()):
        keep_replay(olga.player, games_from(content), uuid.uuid4())
    assert Game.objects.filter(ended_at__isnull=False).count() == 9
    assert count_all() == 0
    for game in Game.objects.filter(table__is_imported=True):
        counting.recount_game(game.pk)
    run_all()
    assert violations() == []
    assert rebuild() == (digest, digest)
    assert honoured() == before


@pytest.mark.slow
def test_entered_it_counts_like_a_friendly_game(club: Club, olga: User) -> None:
    row = entered(club, olga)
    assert count_all() == 1
    fact = counting.read(GameFact.objects.get(game=row.game))
    walt, llama, zed, lefty = four_of(club)
    assert fact.sides == ((walt.pk, zed.pk), (llama.pk, lefty.pk))
    assert (fact.points, fact.winners, fact.is_official, fact.is_online) == ((8, 10), (1,), False, False)
    assert fact.club == counting.NO_CLUB
    assert fact.ended_at == row.game.ended_at < timezone.now() - datetime.timedelta(days=1)
    assert fact.hands is not None
    assert len(fact.hands) == 13
    assert {change.player_id for change in RatingChange.objects.all()} == {one.pk for one in four_of(club)}
    assert SpanTotals.objects.filter(player=llama, span="all", games=1, wins=1).exists()
    assert Award.objects.filter(player=lefty).exists()
    assert violations() == []
    digest = derived_digest()
    assert rebuild() == (digest, digest)


def test_it_is_written_who_entered_it_and_through_what(club: Club, olga: User) -> None:
    row = entered(club, olga)
    written = AuditLogEntry.objects.get(action="import_game")
    assert row.entered == written
    assert (written.user, written.source, written.club, written.event) == (olga, "page", club, None)
    assert row.place == "Walt's kitchen"
    assert records.SeatNames(row.game).all() == list(NAMES)
    assert row.game.names == []


@pytest.mark.slow
def test_withdrawn_it_is_as_if_it_had_never_been(club: Club, olga: User) -> None:
    something_else(olga)
    before, digest = honoured(), derived_digest()
    row = entered(club, olga)
    assert count_all() == 1
    assert derived_digest() != digest
    commands.withdraw_game(row.pk, "Another Walt", context=context_of(olga))
    run_all()
    assert derived_digest() == digest
    assert honoured() == before
    assert violations() == []
    assert rebuild() == (digest, digest)
    assert count_all() == 0
    row.refresh_from_db()
    assert row.withdrawn is not None
    assert (row.withdrawn.reason, row.withdrawn.action) == ("Another Walt", "withdraw_game")
    assert row.game.hands.count() == 13


def test_withdrawn_before_it_was_counted(club: Club, olga: User) -> None:
    row = entered(club, olga)
    commands.withdraw_game(row.pk, "Wrong file", context=context_of(olga))
    assert count_all() == 0
    assert violations() == []


def test_a_withdrawn_game_can_be_entered_again_with_the_right_people(club: Club, olga: User) -> None:
    commands.withdraw_game(entered(club, olga).pk, "Wrong Walt", context=context_of(olga))
    four = [one.pk for one in four_of(club)]
    row = entered(club, olga, seated=(four[2], four[1], four[0], four[3]))
    assert count_all() == 1
    assert ImportedGame.objects.count() == 2
    assert GameFact.objects.get().game_id == row.game_id


def test_withdrawing_needs_a_reason_and_happens_once(club: Club, olga: User) -> None:
    row, first = entered(club, olga), with_key(olga)
    with pytest.raises(RuleError, match="Enter a short reason"):
        commands.withdraw_game(row.pk, "  ", context=context_of(olga))
    commands.withdraw_game(row.pk, "Why not", context=first)
    commands.withdraw_game(row.pk, "Why not", context=first)
    with pytest.raises(Conflict, match="This game was already removed"):
        commands.withdraw_game(row.pk, "Again", context=context_of(olga))
    assert AuditLogEntry.objects.filter(action="withdraw_game").count() == 1


@pytest.mark.slow
def test_the_same_game_counts_once(club: Club, olga: User) -> None:
    entered(club, olga)
    count_all()
    pam = make_user("Pam")
    other = make_club(pam, "Oak Hill")
    four_of(other)
    before = world()
    again = with_change(lambda data: data["metadata"].update(title="Another name", players=list("abcd")))
    for where, who in ((club, olga), (other, pam)):
        with pytest.raises(
            RuleError, match=r"Elm Street Euchre already entered this game, on .* The game counts only once\."
        ):
            entered(where, who, again)
    assert not differences(before, world())


def test_a_game_played_here_is_not_entered_from_its_file(club: Club, olga: User) -> None:
    out = records.game_egn(finished_game()).encode()
    with pytest.raises(RuleError, match="If it’s eligible, it already counts"):
        entered(club, olga, out)
    assert not ImportedGame.objects.exists()


def test_the_same_key_enters_it_once(club: Club, olga: User) -> None:
    who, said = with_key(olga), vouched(club)
    first = commands.import_game(club.pk, games_from(FINALS), said, context=who)
    assert commands.import_game(club.pk, games_from(FINALS), said, context=who) == first
    with pytest.raises(KeyReused):
        commands.import_game(club.pk, games_from(FINALS), vouched(club, place="Else"), context=who)
    assert Table.objects.count() == 1


@pytest.mark.parametrize(
    ("content", "said", "words"),
    [
        ((SAMPLES / "MotE_W5_Match.emn").read_bytes(), {}, "has 6 games"),
        ((SAMPLES / "Epic_Comeback.egn").read_bytes(), {}, "starts in the middle"),
        ((SAMPLES / "Custom_Scenario.egn").read_bytes(), {}, "isn’t finished"),
        (FINALS, {"place": "  "}, "Enter where the game was played"),
        (FINALS, {"played_at": datetime.datetime(2100, 1, 1, tzinfo=datetime.UTC)}, "not in the future"),
        (FINALS, {"played_at": datetime.datetime(1999, 1, 1, tzinfo=datetime.UTC)}, "after 1999"),
    ],
)
def test_what_cannot_count_is_refused(club: Club, olga: User, content: bytes, said: Any, words: str) -> None:
    before = world()
    with pytest.raises(RuleError, match=words):
        entered(club, olga, content, **said)
    assert not differences(before, world())


def test_four_different_people_of_the_club(club: Club, olga: User) -> None:
    four = [one.pk for one in four_of(club)]
    stranger = Player.objects.create(name="Stranger")
    bot = Player.objects.create(name="Bot", is_bot=True)
    Membership.objects.create(club=club, player=bot)
    before = world()
    for seated in (
        (four[0], *four[:3]),
        (*four[:3], stranger.pk),
        (*four[:3], bot.pk),
        four[:3],
        (*four, olga.player.pk),
    ):
        with pytest.raises(RuleError, match=r"\b4 "):
            entered(club, olga, seated=tuple(seated))
    assert not differences(before, world())


@pytest.mark.parametrize("role", [Role.SCORER, Role.MEMBER, Role.GUEST])
def test_who_does_not_organize_enters_and_withdraws_nothing(club: Club, olga: User, role: Role) -> None:
    row, sam = entered(club, olga), make_user("Sam")
    Membership.objects.create(club=club, player=sam.player, role=role)
    for write in (
        lambda: commands.withdraw_game(row.pk, "x", context=context_of(sam)),
        lambda: commands.import_game(club.pk, games_from(FINALS), vouched(club), context=context_of(sam)),
    ):
        with pytest.raises(NotAllowed):
            write()


def test_its_replay_is_not_removed_while_the_club_answers_for_it(club: Club, olga: User) -> None:
    row = entered(club, olga)
    with pytest.raises(RuleError, match="An organizer added this replay for a club"):
        remove_replay(row.game.table_id, olga.player)
    assert list(imports.replays_of(olga.player)) == []


@pytest.mark.slow
def test_verify_finds_what_was_tampered_with(club: Club, olga: User) -> None:
    row = entered(club, olga)
    count_all()
    assert violations() == []
    ImportedGame.objects.filter(pk=row.pk).update(digest="0" * 64)
    assert any("not those that were entered" in one for one in violations())
    ImportedGame.objects.filter(pk=row.pk).update(digest=games_from(FINALS).games[0].digest)
    row.game.players.filter(seat=3).delete()
    assert any("four players" in one for one in commands.imported_games_are_as_entered())


@pytest.mark.slow
def test_a_merged_record_counts_for_the_person(club: Club, olga: User) -> None:
    row = entered(club, olga)
    count_all()
    walt, kept = row.game.players.get(seat=0).player, record(club, "Walter")
    seen = preview_of(club, kept, walt).digest
    merging.merge_players(club.pk, kept.pk, walt.pk, context=context_of(olga), expected_version=seen)
    run_all()
    assert kept.pk in counting.read(GameFact.objects.get()).sides[0]
    assert violations() == []
