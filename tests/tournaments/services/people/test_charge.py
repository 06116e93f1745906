"""Who is in charge of an event, and officials who rule on a match of their own."""

import pytest

from games.engine.errors import RuleError
from games.models import User
from tests.cast import Table, by, make_event, make_user, on_grid, on_phone, slip, with_key
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Club, Membership, Role
from tournaments.services.looks.journal_words import sentence
from tournaments.services.people import charge
from tournaments.services.scores import results


def organizer(club: Club, name: str, role: Role = Role.ORGANIZER) -> User:
    user = make_user(name)
    Membership.objects.create(club=club, player=user.player, role=role)
    return user


def test_whoever_sets_an_event_up_is_in_charge_until_it_is_handed_over(club: Club, olga: User) -> None:
    mia, max_ = organizer(club, "Mia"), organizer(club, "Max")
    event = make_event(club, mia)
    assert event.in_charge == mia.player
    with pytest.raises(NotAllowed, match="Mia is in charge"):
        charge.hand_over_event(event.pk, max_.player, by=by(max_), seen=mia.player.pk)
    asked = with_key(mia)
    for _ in range(2):
        charge.hand_over_event(event.pk, max_.player, by=asked, seen=mia.player.pk)
    event.refresh_from_db()
    assert event.in_charge == max_.player
    assert event.journal.filter(verb="hand_over_event").count() == 1
    with pytest.raises(Stale, match="Max is in charge by now"):
        charge.hand_over_event(event.pk, olga.player, by=by(olga), seen=mia.player.pk)
    charge.hand_over_event(event.pk, olga.player, by=by(olga), seen=max_.player.pk)


def test_only_somebody_who_can_run_it_takes_it(club: Club, olga: User) -> None:
    event, scott = make_event(club, olga), organizer(club, "Scott", Role.SCORER)
    with pytest.raises(RuleError, match="Scott cannot run events"):
        charge.hand_over_event(event.pk, scott.player, by=by(olga), seen=olga.player.pk)


def test_an_official_who_rules_on_an_own_match_is_named(table: Table) -> None:
    assert table.pam.user
    Membership.objects.filter(player=table.pam).update(role=Role.ORGANIZER)
    results.record_result(table.match.pk, slip(10, 6), by=on_grid(table.pam.user))
    [row] = charge.own_rulings(table.event)
    assert row.match == table.match
    assert "a match of their own" in sentence(row)
    results.correct_result(table.match.pk, slip(9, 7), reason="Misread", by=on_grid(table.olga), seen=1)
    assert charge.own_rulings(table.event) == [row]


def test_who_reports_as_a_player_is_not(table: Table) -> None:
    """An organizer's own phone reports like any other; the other side confirms."""
    Membership.objects.filter(player=table.pam).update(role=Role.ORGANIZER)
    results.record_result(table.match.pk, slip(10, 6), by=on_phone(table.pam))
    results.confirm_result(table.match.pk, by=on_phone(table.quinn), seen=1)
    assert charge.own_rulings(table.event) == []
