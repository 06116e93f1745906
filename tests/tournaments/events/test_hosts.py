"""Who is in charge of an event, and officials who rule on a match of their own."""

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import Table, context_of, make_event, make_user, on_grid, on_phone, slip, with_key
from tournaments.activity_log.words import sentence
from tournaments.clubs.models import Club, Membership, Role
from tournaments.errors import Conflict, NotAllowed
from tournaments.events import hosts
from tournaments.results import commands as results


def organizer(club: Club, name: str, role: Role = Role.ORGANIZER) -> User:
    user = make_user(name)
    Membership.objects.create(club=club, player=user.player, role=role)
    return user


def test_the_event_creator_is_its_host_until_it_is_handed_over(club: Club, olga: User) -> None:
    mia, max_ = organizer(club, "Mia"), organizer(club, "Max")
    event = make_event(club, mia)
    assert event.in_charge == mia.player
    with pytest.raises(NotAllowed, match="Mia hosts this event"):
        hosts.hand_over_event(event.pk, max_.player, context=context_of(max_), expected_version=mia.player.pk)
    asked = with_key(mia)
    for _ in range(2):
        hosts.hand_over_event(event.pk, max_.player, context=asked, expected_version=mia.player.pk)
    event.refresh_from_db()
    assert event.in_charge == max_.player
    assert event.audit_log.filter(action="hand_over_event").count() == 1
    with pytest.raises(Conflict, match="Max is now the host"):
        hosts.hand_over_event(event.pk, olga.player, context=context_of(olga), expected_version=mia.player.pk)
    hosts.hand_over_event(event.pk, olga.player, context=context_of(olga), expected_version=max_.player.pk)


def test_only_a_player_who_can_run_it_takes_it(club: Club, olga: User) -> None:
    event, scott = make_event(club, olga), organizer(club, "Scott", Role.SCORER)
    with pytest.raises(RuleError, match="Scott can’t run events"):
        hosts.hand_over_event(event.pk, scott.player, context=context_of(olga), expected_version=olga.player.pk)


def test_an_official_who_rules_on_an_own_match_is_named(table: Table) -> None:
    assert table.pam.user
    Membership.objects.filter(player=table.pam).update(role=Role.ORGANIZER)
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.pam.user))
    [row] = hosts.own_score_changes(table.event)
    assert row.match == table.match
    assert "as a player in the match" in sentence(row)
    results.correct_result(
        table.match.pk, slip(9, 7), reason="Misread", context=on_grid(table.olga), expected_version=1
    )
    assert hosts.own_score_changes(table.event) == [row]


def test_who_reports_as_a_player_is_not(table: Table) -> None:
    """An organizer's own phone reports like any other; the other side confirms."""
    Membership.objects.filter(player=table.pam).update(role=Role.ORGANIZER)
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    results.confirm_result(table.match.pk, context=on_phone(table.quinn), expected_version=1)
    assert hosts.own_score_changes(table.event) == []
