"""What merging two records does and refuses, one case each; random histories are in `test_merges_by_chance`."""

import datetime
from uuid import uuid4

import pytest

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import context_of, enter, make_club, make_event, make_user
from tests.tournaments.clubs.people_requests import record
from tests.tournaments.scenes.league import FIRST_DAY, SMALL, Stage
from tests.tournaments.scenes.people import merge_of
from tests.tournaments.scenes.registration import taking
from tests.tournaments.scenes.stages import play_round
from tournaments.checkin import entries
from tournaments.clubs.identity import records_of
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import Conflict, KeyReused, NotAllowed
from tournaments.events.models import Event
from tournaments.integrity import verify
from tournaments.leagues import squads
from tournaments.merging import checks as merging_checks
from tournaments.merging import commands as merging
from tournaments.merging.models import PlayerAlias, PlayerMerge
from tournaments.merging.preview import preview_of
from tournaments.registration.spots import sign_up, withdraw
from tournaments.results.standings_update import settle_unsettled
from tournaments.rewards.models import GameParticipation
from tournaments.rounds.finishing import finish_event, reopen_event
from tournaments.rounds.models import Seat

DAY = datetime.timedelta(days=1)


def an_evening(club: Club, olga: User, name: str, *, finished: bool = True) -> tuple[Event, list[Player]]:
    event = make_event(club, olga, name=name)
    people = enter(event, olga, ["Ann", "Bob", "Cy", "Dee"])
    play_round(event.stages.get(), olga)
    settle_unsettled()
    if finished:
        finish_event(event.pk, context=context_of(olga), override="Late")
    return event, people


def problems(club: Club, kept: Player, gone: Player) -> str:
    return " ".join(preview_of(club, kept, gone).problems)


@pytest.mark.slow
def test_what_was_played_counts_for_one_person_and_stays_as_it_was_recorded(club: Club, olga: User) -> None:
    (_, [ann, *_]), (_, [anne, *_]) = (an_evening(club, olga, name) for name in ("First", "Second"))
    Membership.objects.filter(player=anne).update(number="7", email="anne@example.org")
    merge = merge_of(club, ann, anne, olga)
    assert GameParticipation.objects.filter(player=ann).count() == 2
    assert not GameParticipation.objects.filter(player=anne).exists()
    assert Seat.objects.filter(player=anne).exists()
    known = Membership.objects.get(player=ann)
    assert (known.number, known.email) == ("7", "anne@example.org")
    assert not Membership.objects.filter(player=anne).exists()
    assert verify.violations() == []
    merging.undo_merge(merge.pk, context=context_of(olga))
    known = Membership.objects.get(player=anne)
    assert (known.number, known.email, known.role) == ("7", "anne@example.org", "guest")
    assert Membership.objects.get(player=ann).number == ""
    assert GameParticipation.objects.filter(player=anne).count() == 1


@pytest.mark.slow
def test_only_what_was_looked_at_is_agreed_to_and_only_once(club: Club, olga: User) -> None:
    kept, gone = record(club), record(club, "Walt")
    seen, asked = preview_of(club, kept, gone).digest, context_of(olga, key=uuid4())
    event = make_event(club, olga)
    entries.register(event.pk, [gone], context=context_of(olga))
    with pytest.raises(Conflict, match="changed while"):
        merging.merge_players(club.pk, kept.pk, gone.pk, context=asked, expected_version=seen)
    seen = preview_of(club, kept, gone).digest
    merge = merging.merge_players(club.pk, kept.pk, gone.pk, context=asked, expected_version=seen)
    assert merging.merge_players(club.pk, kept.pk, gone.pk, context=asked, expected_version=seen) == merge
    with pytest.raises(KeyReused):
        merging.undo_merge(merge.pk, context=asked)
    assert event.entries.get().lineup.get().player == kept
    event.refresh_from_db()
    assert event.version == event.audit_log.count()
    undone = context_of(olga, key=uuid4())
    assert merging.undo_merge(merge.pk, context=undone) == merging.undo_merge(merge.pk, context=undone)
    assert event.entries.get().lineup.get().player == gone
    with pytest.raises(Conflict, match="already undone"):
        merging.undo_merge(merge.pk, context=context_of(olga))
    assert verify.violations() == []


@pytest.mark.slow
def test_an_entry_that_was_played_with_since_is_not_given_back(club: Club, olga: User) -> None:
    kept, gone = record(club), record(club, "Walt")
    event = make_event(club, olga)
    entries.register(event.pk, [gone], context=context_of(olga), check_in=True)
    merge = merge_of(club, kept, gone, olga)
    enter(event, olga, ["Bob", "Cy", "Dee"])
    play_round(event.stages.get(), olga)
    settle_unsettled()
    merging.undo_merge(merge.pk, context=context_of(olga))
    assert event.entries.get(number=1).lineup.get().player == kept
    assert GameParticipation.objects.filter(player=kept).count() == 1
    assert verify.violations() == []


def test_two_who_sat_in_one_round_or_are_entered_in_one_event_are_two_people(club: Club, olga: User) -> None:
    _, [ann, bob, *_] = an_evening(club, olga, "First")
    assert "Both players had seats in round 1 of First" in problems(club, ann, bob)
    event = make_event(club, olga, name="Second")
    kept, gone = record(club), record(club, "Walt")
    for player in (kept, gone):
        entries.register(event.pk, [player], context=context_of(olga))
    assert "Both players are entered in Second" in problems(club, kept, gone)
    with pytest.raises(RuleError, match="entered in Second"):
        merge_of(club, kept, gone, olga)
    assert not PlayerMerge.objects.exists()


def test_an_account_is_never_the_record_that_goes(club: Club, olga: User) -> None:
    mia, max_ = make_user("Mia").player, make_user("Max").player
    for player in (mia, max_):
        Membership.objects.create(club=club, player=player)
    assert "both have accounts" in problems(club, mia, max_)
    assert "Keep Mia’s record instead" in problems(club, record(club), mia)
    assert problems(club, mia, record(club)) == ""


def test_a_club_decides_about_its_own_records_only(club: Club, olga: User) -> None:
    other = make_club(make_user("Oscar"), "Other club")
    theirs, both = record(other), record(club)
    Membership.objects.create(club=other, player=both)
    assert "isn’t in Elm Street" in problems(club, record(club), theirs)
    assert "we can’t remove Walter’s record" in problems(club, record(club), both)
    kept, gone = record(club), record(club)
    seen = preview_of(club, kept, gone).digest
    with pytest.raises(NotAllowed):
        merging.merge_players(club.pk, kept.pk, gone.pk, context=context_of(make_user("Sam")), expected_version=seen)


@pytest.mark.slow
def test_a_player_with_a_seat_in_an_unfinished_event_waits(club: Club, olga: User) -> None:
    event, [ann, *_] = an_evening(club, olga, "First", finished=False)
    kept = record(club)
    assert "is playing in First, which isn’t finished" in problems(club, kept, ann)
    finish_event(event.pk, context=context_of(olga), override="Late")
    merge_of(club, kept, ann, olga)
    reopen_event(event.pk, context=context_of(olga))
    with pytest.raises(RuleError, match="already entered this event"):
        entries.register(event.pk, [kept], context=context_of(olga))


def test_records_merge_on_and_come_apart_in_the_opposite_order(club: Club, olga: User) -> None:
    one, two, three = (record(club, name) for name in ("One", "Two", "Three"))
    first, second = merge_of(club, two, three, olga), merge_of(club, one, two, olga)
    assert records_of(three) == [one.pk, two.pk, three.pk]
    assert "already merged into One" in problems(club, record(club), three)
    with pytest.raises(RuleError, match="Undo that merge first"):
        merging.undo_merge(first.pk, context=context_of(olga))
    merging.undo_merge(second.pk, context=context_of(olga))
    assert records_of(three) == [two.pk, three.pk]
    merging.undo_merge(first.pk, context=context_of(olga))
    assert not PlayerAlias.objects.exists()
    assert verify.violations() == []


def test_a_place_in_a_squad_goes_over_and_back(db: None) -> None:
    stage = Stage(SMALL)
    stage.open()
    wrens, larks = stage.squad("Wrens"), stage.squad("Larks")
    row = squads.join_squad(wrens.pk, "Walt", FIRST_DAY, context=stage.context_of())
    kept, gone = record(stage.club), row.player
    merge = merge_of(stage.club, kept, gone, stage.olga)
    row.refresh_from_db()
    assert row.player == kept
    merging.undo_merge(merge.pk, context=stage.context_of())
    row.refresh_from_db()
    assert row.player == gone
    squads.join_squad(larks.pk, kept, FIRST_DAY, context=stage.context_of())
    assert "Remove Walt from the team first" in problems(stage.club, kept, gone)


def test_a_role_never_goes_over(club: Club, olga: User) -> None:
    kept, gone = record(club), record(club, "Walt")
    Membership.objects.filter(player=gone).update(role=Role.ORGANIZER)
    merge = merge_of(club, kept, gone, olga)
    assert Membership.objects.get(player=kept).role == Role.MEMBER
    merging.undo_merge(merge.pk, context=context_of(olga))
    assert {row.player: row.role for row in Membership.objects.filter(player__in=(kept, gone))} == {
        kept: Role.GUEST,
        gone: Role.ORGANIZER,
    }


@pytest.mark.slow
def test_verify_names_what_does_not_follow_from_the_merges(club: Club, olga: User) -> None:
    _, [ann, bob, *_] = an_evening(club, olga, "First")
    merge = merge_of(club, record(club), record(club, "Walt"), olga)
    assert [sentence for check in merging_checks.CHECKS for sentence in check()] == []
    PlayerAlias.objects.create(player=ann, person=bob)
    assert f"Player {ann.pk} counts as {bob.pk}" in next(merging_checks.aliases_follow_merges())
    assert f"Player {bob.pk} has 2 seats" in next(merging_checks.nobody_sits_twice())
    assert "is merged, and is known" in next(merging_checks.merged_records_are_used_no_more())
    PlayerMerge.objects.create(
        club=club,
        kept=ann,
        gone=bob,
        undoes=merge,
        journal=merge.journal.__class__.objects.create(club=club, action="undo_merge", source="page", is_system=True),
    )
    assert "not a merge of the same two" in next(merging_checks.undoings_undo_merges())


def test_a_player_in_line_for_an_event_leaves_it_first(club: Club, olga: User) -> None:
    kept, gone = record(club), record(club, "Walt")
    event = taking(club, olga, 4)
    in_line = sign_up(event.pk, [gone], context=context_of(olga))
    assert f"{gone} is registered for {event}" in problems(club, kept, gone)
    withdraw(in_line.pk, context=context_of(olga))
    assert problems(club, kept, gone) == ""
