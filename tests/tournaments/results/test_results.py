"""The door for results as a specification: what a report does, by whom, and what it leaves behind."""

from uuid import uuid4

import pytest

from games.engine.errors import RuleError
from games.engine.slip import HandScore
from tests.cast import Table, on_grid, on_phone, seat_table, slip, traces
from tournaments.clubs.models import Membership, Role
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Confirmation
from tournaments.formats.base import Slip
from tournaments.permissions import Actor
from tournaments.results import commands as results
from tournaments.results import match_state
from tournaments.results.models import ResultEntry
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

State, Kind = Match.State, ResultEntry.Kind
record, confirm, dispute = results.record_result, results.confirm_result, results.dispute_result
HANDS = (*(HandScore(0, 2) for _ in range(4)), *(HandScore(1, 1) for _ in range(3)), HandScore(0, 4, alone=True))
TAPPED = Slip((12, 3), HANDS)


def history(table: Table) -> list[tuple[str, list[int], int | None]]:
    return [(row.kind, row.slip.get("points", []), row.side) for row in table.match.results.order_by("version")]


def test_score_of_an_organizer_counts_at_once(table: Table) -> None:
    entry = record(table.match.pk, slip(10, 6), context=on_grid(table.olga), expected_version=0)
    assert (table.match.state, table.match.standing) == (State.STANDING, entry)
    assert history(table) == [(Kind.RECORD, [10, 6], None)]
    assert table.match.unsettled_since is not None


def test_claim_of_a_player_waits_for_the_other_side(table: Table) -> None:
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam), expected_version=0, seating=1)
    assert (table.match.state, table.match.standing) == (State.WAITING, None)
    assert history(table) == [(Kind.CLAIM, [10, 6], 0)]


def test_a_claim_of_one_side_moves_no_one_in_the_standings(table: Table) -> None:
    def points() -> set[int]:
        settle_unsettled()
        return {int(row.points) for row in table.stage.standings.all()}

    record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    assert points() == {0}
    record(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    assert points() == {0}, "nor what both say, while they do not agree"
    record(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    assert points() == {0, 6, 10}


@pytest.mark.django_db
def test_claim_counts_at_once_where_the_event_says_so() -> None:
    table = seat_table(confirmation=Confirmation.NONE)
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    assert table.match.state == State.STANDING
    assert history(table) == [(Kind.RECORD, [10, 6], None)]


@pytest.mark.parametrize(
    ("first", "second"),
    [(slip(12, 3), slip(12, 3)), (TAPPED, slip(12, 3)), (slip(12, 3), TAPPED)],
    ids=["no hands", "hands first", "hands second"],
)
def test_same_score_from_the_other_side_confirms_and_keeps_the_hands(table: Table, first: Slip, second: Slip) -> None:
    record(table.match.pk, first, context=on_phone(table.pam))
    entry = record(table.match.pk, second, context=on_phone(table.quinn), expected_version=0)
    assert (table.match.state, table.match.standing) == (State.STANDING, entry)
    assert history(table) == [(Kind.CLAIM, [12, 3], 0), (Kind.CONFIRM, [12, 3], None)]
    assert entry.reported.hands == max(first.hands, second.hands, key=len)


def test_different_score_from_the_other_side_is_disputed_and_both_are_kept(table: Table) -> None:
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    record(table.match.pk, slip(6, 10), context=on_phone(table.quinn), expected_version=1)
    assert (table.match.state, table.match.standing) == (State.DISPUTED, None)
    assert history(table) == [(Kind.CLAIM, [10, 6], 0), (Kind.CLAIM, [6, 10], 1)]
    assert {row.points for row in table.stage.standings.all()} == {0}


def test_giving_in_settles_a_dispute(table: Table) -> None:
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    record(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    entry = record(table.match.pk, slip(10, 6), context=on_phone(table.bob))
    assert (entry.kind, table.match.state, table.match.standing) == (Kind.CONFIRM, State.STANDING, entry)


def test_organizer_decides_a_dispute(table: Table) -> None:
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    record(table.match.pk, slip(6, 10), context=on_phone(table.quinn))
    entry = record(table.match.pk, slip(9, 7), context=on_grid(table.olga), expected_version=2)
    assert (table.match.state, table.match.standing) == (State.STANDING, entry)


def test_same_side_changes_its_claim_while_no_one_has_agreed(table: Table) -> None:
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam), expected_version=0)
    record(table.match.pk, slip(11, 6), context=on_phone(table.ann), expected_version=1)
    assert table.match.state == State.WAITING
    record(table.match.pk, slip(11, 6), context=on_phone(table.quinn))
    assert table.match.standing is not None
    assert table.match.standing.score == "11–6"


def test_double_tap_and_second_phone_of_the_same_side_change_nothing(table: Table) -> None:
    entry = record(table.match.pk, slip(10, 6), context=on_phone(table.pam, key=uuid4()), expected_version=0)
    before = traces(table)
    for player in (table.pam, table.ann):
        assert record(table.match.pk, slip(10, 6), context=on_phone(player, key=uuid4()), expected_version=0) == entry
    assert traces(table) == before


def test_repeating_the_score_that_counts_changes_nothing(table: Table) -> None:
    entry = record(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    before = traces(table)
    for context in (on_grid(table.olga), on_phone(table.pam), on_phone(table.quinn)):
        assert record(table.match.pk, slip(10, 6), context=context, expected_version=0) == entry
    assert traces(table) == before


def test_dispute_without_an_own_score_leaves_the_claim_for_the_organizer(table: Table) -> None:
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    dispute(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    assert (table.match.state, table.match.standing) == (State.DISPUTED, None)
    assert [claim.score for claim in match_state.replay(table.match.results.all()).claims] == ["10–6"]


def test_versions_are_dense(table: Table) -> None:
    record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    dispute(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    record(table.match.pk, slip(9, 6), context=on_phone(table.pam))
    record(table.match.pk, slip(9, 7), context=on_grid(table.olga))
    results.correct_result(
        table.match.pk, slip(10, 7), reason="Read wrong", context=on_grid(table.olga), expected_version=4
    )
    results.void_result(table.match.pk, reason="Wrong table", context=on_grid(table.olga), expected_version=5)
    assert [row.version for row in table.match.results.order_by("version")] == [1, 2, 3, 4, 5, 6]
    assert (table.match.last_version, table.match.state) == (6, State.VOID)


def test_personal_link_reports_without_an_account(table: Table) -> None:
    entry = record(
        table.match.pk, slip(10, 6), context=Context(Actor(None, table.quinn), on_phone(table.quinn).channel)
    )
    assert (entry.user, entry.player, entry.side) == (None, table.quinn, 1)


def test_organizer_who_plays_reports_like_anybody_by_phone_and_officially_by_grid(table: Table) -> None:
    Membership.objects.filter(club=table.event.club, player=table.pam).update(role=Role.ORGANIZER)
    assert table.pam.user
    assert record(table.match.pk, slip(10, 6), context=on_phone(table.pam)).kind == Kind.CLAIM
    with pytest.raises(NotAllowed, match="Your side reported"):
        confirm(table.match.pk, context=on_phone(table.pam), expected_version=1)
    assert record(table.match.pk, slip(10, 6), context=on_grid(table.pam.user)).kind == Kind.RECORD


@pytest.mark.parametrize("who", ["opponent", "opponent's partner", "organizer"])
def test_opponent_and_organizer_may_confirm(table: Table, who: str) -> None:
    record(table.match.pk, TAPPED, context=on_phone(table.pam))
    people = {"opponent": on_phone(table.quinn), "opponent's partner": on_phone(table.bob)}
    entry = confirm(table.match.pk, context=people.get(who, on_grid(table.olga)), expected_version=1)
    assert (entry.kind, entry.reported, table.match.standing) == (Kind.CONFIRM, TAPPED, entry)


def test_level_score_says_who_reached_it_first(table: Table) -> None:
    entry = record(table.match.pk, slip(8, 8, tie_winner=1), context=on_grid(table.olga))
    assert (entry.reported.winner, table.match.state) == (1, State.STANDING)


def test_level_scores_with_different_winners_do_not_confirm_each_other(table: Table) -> None:
    record(table.match.pk, slip(8, 8, tie_winner=0), context=on_phone(table.pam))
    record(table.match.pk, slip(8, 8, tie_winner=1), context=on_phone(table.quinn))
    assert (table.match.state, table.match.standing) == (State.DISPUTED, None)
    entry = record(table.match.pk, slip(8, 8, tie_winner=0), context=on_phone(table.quinn))
    assert (entry.kind, entry.reported.winner, table.match.state) == (Kind.CONFIRM, 0, State.STANDING)
    with pytest.raises(Conflict, match="Only an organizer can correct the result"):
        record(table.match.pk, slip(8, 8, tie_winner=1), context=on_phone(table.quinn))


def test_round_takes_scores_only_while_it_is_published(table: Table) -> None:
    row = rounds.unpublish_round(table.round.pk, context=on_grid(table.olga), expected_version=table.round.revision)
    with pytest.raises(Conflict, match="isn’t published"):
        record(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    row = rounds.publish_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
    with pytest.raises(Conflict, match=r"Check your seat: you’re at table 1, North"):
        record(table.match.pk, slip(10, 6), context=on_phone(table.pam), seating=1)
    for match in row.matches.all():
        record(match.pk, slip(10, 6), context=on_grid(table.olga))
    rounds.close_round(row.pk, context=on_grid(table.olga), expected_version=row.revision)
    with pytest.raises(Conflict, match="is closed"):
        record(table.match.pk, slip(9, 7), context=on_phone(table.pam), seating=2)
    with pytest.raises(RuleError, match="is closed, so you can’t reopen a table"):
        results.reopen_result(table.match.pk, context=on_grid(table.olga), expected_version=1)
    assert history(table) == [(Kind.RECORD, [10, 6], None)]
