"""Clubs and events come into being through actions: checked, owned, journalled."""

import datetime
from dataclasses import replace
from uuid import uuid4

import pytest
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from tests.cast import Table, context_of, make_event, on_grid, slip
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.context import SITE, Context
from tournaments.errors import KeyReused, NotAllowed
from tournaments.events import commands as setup
from tournaments.events.changes import EventSettings, change_event
from tournaments.events.models import Confirmation, Event, Stage
from tournaments.integrity.verify import violations
from tournaments.permissions import NOBODY
from tournaments.results import commands as results

SOON = timezone.now() + datetime.timedelta(days=1)


def test_who_creates_a_club_owns_it(sam: User) -> None:
    club = setup.create_club("North Side", zone="America/Detroit", context=context_of(sam))
    assert list(club.memberships.values_list("player", "role")) == [(sam.player.pk, Role.OWNER)]
    assert (club.slug, club.audit_log.get().action) == ("north-side", "create_club")


def test_site_creates_a_club_without_an_owner(db: None) -> None:
    assert not setup.create_club("North Side", context=SITE).memberships.exists()


def test_an_anonymous_visitor_creates_no_club(db: None) -> None:
    with pytest.raises(NotAllowed, match="Log in"):
        setup.create_club("North Side", context=Context(NOBODY, SITE.channel))
    assert not Club.objects.exists()


def test_addresses_are_free_and_readable(sam: User) -> None:
    slugs = [
        setup.create_club(name, context=context_of(sam)).slug
        for name in ("North Side", "North side", "North-Side", "♠♥", "♣")
    ]
    assert slugs == ["north-side", "north-side-2", "north-side-3", "club", "club-2"]


def test_event_has_its_stage_with_the_format_checked(club: Club, olga: User) -> None:
    event = make_event(club, olga, config={"moves": "winners", "hands": 12})
    stage = event.stages.get()
    assert (stage.format, stage.settings.moves, stage.rules["number_of_hands"]) == ("progressive", "winners", 12)
    assert (stage.criteria[0], stage.is_cut_short, len(stage.seed)) == ("points", False, 64)


def test_games_to_points_take_their_target(club: Club, olga: User) -> None:
    event = make_event(club, olga, "round_robin", play_to=15)
    assert (event.stages.get().rules["play_to"], event.stages.get().rules["number_of_hands"]) == (15, None)


def test_bell_cuts_rounds_short(club: Club, olga: User) -> None:
    assert make_event(club, olga, config={"length": "bell"}).stages.get().is_cut_short


@pytest.mark.parametrize(
    ("format_key", "config", "reason"),
    [
        ("bingo", {}, "no format called bingo"),
        ("progressive", {"colour": "red"}, "no setting called “colour”"),
        ("progressive", {"hands": 0}, "from 1 to 40"),
        ("progressive", {"length": "clock"}, "Enter the minutes"),
        ("round_robin", {"cycles": "triple"}, "Choose one of"),
    ],
)
def test_wrong_settings_make_no_event(club: Club, olga: User, format_key: str, config: dict[str, object], reason: str):
    with pytest.raises(RuleError, match=reason):
        make_event(club, olga, format_key, config=config)
    assert (Event.objects.count(), Stage.objects.count(), AuditLogEntry.objects.count()) == (0, 0, 0)


def test_stranger_makes_no_event(club: Club, sam: User) -> None:
    with pytest.raises(NotAllowed):
        make_event(club, sam)
    assert not Event.objects.exists()


@pytest.mark.parametrize("more", [{"fee": 500}, {"confirmation": Confirmation.NONE}, {"play_to": 5}, {"venue": True}])
def test_key_of_an_event_covers_all_its_settings(club: Club, olga: User, more: dict[str, object]) -> None:
    key = uuid4()
    setup.create_event(club, "Friday", SOON, "round_robin", {}, context=context_of(olga, key=key))
    if "venue" in more:
        more = {"venue": Venue.objects.create(club=club, name="Hall")}
    with pytest.raises(KeyReused):
        setup.create_event(club, "Friday", SOON, "round_robin", {}, context=context_of(olga, key=key), **more)  # type: ignore[arg-type]
    assert Event.objects.count() == 1


def test_owner_makes_organizers_and_organizers_make_none(club: Club, olga: User, sam: User) -> None:
    setup.add_member(club, sam.player, role=Role.ORGANIZER, context=context_of(olga))
    assert make_event(club, sam).club == club
    rose = Player.objects.create(name="Rose")
    with pytest.raises(NotAllowed, match="run the club"):
        setup.add_member(club, rose, role=Role.OWNER, context=context_of(sam))
    assert not Membership.objects.filter(player=rose).exists()


def test_role_is_changed_and_both_changes_are_journalled(club: Club, olga: User, sam: User) -> None:
    for role in (Role.ORGANIZER, Role.MEMBER):
        setup.add_member(club, sam.player, role=role, context=context_of(olga))
    assert Membership.objects.get(player=sam.player).role == Role.MEMBER
    assert list(club.audit_log.values_list("action", flat=True)) == ["add_member", "add_member"]


def test_account_gets_one_player(db: None) -> None:
    user = User.objects.create_user("rose@example.org")
    assert setup.player_of(user) == setup.player_of(user)
    assert (Player.objects.count(), user.player.name) == (1, "rose")


def test_score_that_comes_in_while_an_event_is_edited_is_not_lost(table: Table) -> None:
    shown = EventSettings.of(Event.objects.get(pk=table.event.pk))
    results.record_result(table.match.pk, slip(10, 6), context=on_grid(table.olga))
    change_event(table.event.pk, replace(shown, name="Friday night"), context=context_of(table.olga))
    numbers = list(table.event.audit_log.order_by("number").values_list("number", flat=True))
    event = Event.objects.get(pk=table.event.pk)
    assert (event.name, event.version) == ("Friday night", len(numbers))
    assert numbers == list(range(1, len(numbers) + 1))
    assert [violation for violation in violations() if "journal" in violation] == []
