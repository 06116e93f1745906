"""Bringing clubs and events into being."""

import datetime
from collections.abc import Sequence
from itertools import chain, count, islice
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games.accounts.models import Player
from games.engine.rules import HouseRules
from games.tables.models import PlayerSettings
from games.tables.options import Clock
from tournaments.activity_log.models import Action
from tournaments.clubs.currencies import USUAL
from tournaments.clubs.identity import player_of, tell_apart
from tournaments.clubs.members import check_another_owner
from tournaments.clubs.models import Club, Membership, Role, Venue
from tournaments.clubs.venues import venue_named
from tournaments.commands import command, lock_club, no_lock
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Confirmation, Event, Where
from tournaments.events.stage_plans import StagePlan, write_stage
from tournaments.formats.standings.unplayed import NEWEST
from tournaments.leagues.models import Division, League, Season, Team
from tournaments.permissions import SYSTEM, Permission, require
from tournaments.signals import members_changed

Felt = PlayerSettings.Felt


@command(Action.CREATE_CLUB, lock=no_lock, permission=None, replay=lambda done: done.club)
def create_club(
    name: str,
    *,
    zone: str = "UTC",
    about: str = "",
    colour: str = Felt.GREEN,
    currency: str = USUAL,
    context: Context,
) -> Club:
    """Create a club. Its creator is the owner."""
    if context.actor.user is None and context.actor != SYSTEM:
        raise NotAllowed("Log in to create a club.")
    club = with_slug(Club(name=name, zone=zone, about=about, colour=colour, currency=currency))
    if context.actor.user:
        Membership.objects.create(club=club, player=player_of(context.actor.user), role=Role.OWNER)
    context.log(club)
    return club


@command(
    Action.ADD_MEMBER,
    lock=lock_club,
    permission=Permission.RUN_CLUB,
    replay=lambda done: Membership.objects.get(club=done.club, player=done.detail["player"]),
)
def add_member(
    club: Club, player: Player, *, role: Role = Role.MEMBER, number: str = "", context: Context
) -> Membership:
    """Make a player known to a club in a role, or change the role."""
    _keep_an_owner(Membership(club=club, player=player, role=role))
    member, _ = Membership.objects.update_or_create(club=club, player=player, defaults={"role": role, "number": number})
    tell_apart(club.pk, [player.pk])
    context.log(detail={"player": player.pk, "role": str(role)})
    members_changed.send(Membership, club=club.pk)
    return member


@command(
    Action.CREATE_EVENT,
    lock=lock_club,
    permission=Permission.RUN_EVENT,
    replay=lambda done: Event.objects.get(audit_log=done),
)
def create_event(
    club: Club,
    name: str,
    starts_at: datetime.datetime,
    format_key: str,
    config: dict[str, Any],
    *,
    context: Context,
    venue: Venue | str | None = None,
    confirmation: str = Confirmation.OPPONENTS,
    fee: int = 0,
    play_to: int | None = None,
    hands: int | None = None,
    criteria: Sequence[str] = (),
    unplayed: str = NEWEST.value,
    stage_name: str = "",
    later: Sequence[StagePlan] = (),
    where: str = Where.PHYSICAL,
    time_online: str = Clock.THIRTY.value,
    is_watchable: bool = False,
    rules: HouseRules | None = None,
) -> Event:
    """An event with its first stage, and with those that follow it.

    venue: one of the club's, or the name of one, which the club gets if it's new to it. config: the format's
    parameters, checked here; those not named keep their defaults. hands, or else play_to: how long a table plays, for
    formats that do not say so themselves; without either as the rules have it. fee: in cents. criteria: what ranks it,
    in order; the format's own when empty. unplayed: the rule for unplayed rounds. where, time_online, is_watchable:
    about tables online, as the event's fields. rules: the house rules but for their length; the club's default when
    None.
    """
    event = Event(
        club=club,
        name=name,
        starts_at=starts_at,
        venue=venue_named(club, venue, context=context) if isinstance(venue, str) else venue,
        confirmation=confirmation,
        fee=fee,
        where=where,
        time_online=time_online,
        is_watchable=is_watchable,
        in_charge=context.actor.player,
    )
    with_slug(event)
    first = StagePlan(format_key, config, (), stage_name, play_to, hands, tuple(criteria), unplayed, rules)
    for plan in (first, *later):
        write_stage(event, plan)
    context.log(event)
    return event


Addressed = TypeVar("Addressed", Club, Event, League, Season)


def with_slug(club: Addressed) -> Addressed:
    """Saves a new row under a readable address that is free, even if someone else saves at the same moment."""
    base = slugify(club.name)[:40] or club._meta.model_name or "new"
    taken = set(type(club)._default_manager.filter(slug__startswith=base).values_list("slug", flat=True))
    free = (slug for slug in chain([base], (f"{base}-{number}" for number in count(2))) if slug not in taken)
    for club.slug in islice(free, 20):
        try:
            with transaction.atomic():
                club.save(force_insert=True)
        except IntegrityError:
            continue
        return club
    raise Conflict("Several people are creating something with this name right now. Try again in a moment.")


Set = Membership | League | Division | Team


def _lock_setup(instance: Set) -> Set:
    """As it is to become."""
    if isinstance(instance, Membership):
        lock_club(instance.club_id)
    return instance


def _may_set_up(instance: Set, context: Context) -> None:
    require(context.actor, Permission.RUN_CLUB, instance.club)


@command(Action.SAVE_SETUP, lock=_lock_setup, permission=_may_set_up)
def save_setup(instance: Set, *, context: Context, fields: list[str]) -> None:
    """Save a set-up row as it was edited in the admin, checked and logged. fields: what was edited. Clubs, venues and
    events have commands of their own."""
    if isinstance(instance, Membership):
        _keep_an_owner(instance)
    instance.full_clean()
    instance.save()
    detail = {"model": instance._meta.model_name, "row": instance.pk, "fields": fields}
    context.log(instance.club, detail=detail)
    if isinstance(instance, Membership):
        members_changed.send(Membership, club=instance.club.pk)


def _keep_an_owner(wanted: Membership) -> None:
    """Of the row that is replaced: it may have been the club's only owner."""
    which = {"pk": wanted.pk} if wanted.pk else {"club": wanted.club_id, "player": wanted.player_id}
    before = Membership.objects.filter(**which).select_related("player").first()
    stays = before and (wanted.role, wanted.player_id) == (Role.OWNER, before.player_id)
    if before and before.role == Role.OWNER and not stays:
        check_another_owner(before)
