"""Bringing clubs and events into being."""

import datetime
from collections.abc import Sequence
from itertools import chain, count, islice
from typing import Any, TypeVar

from django.db import IntegrityError, transaction
from django.utils.text import slugify

from games.models import Player, PlayerSettings, User
from games.table_options import Clock
from tournaments.errors import NotAllowed, Stale
from tournaments.formats.standings.unplayed import NEWEST
from tournaments.models import (
    Club,
    Confirmation,
    Division,
    Event,
    League,
    Membership,
    Role,
    Season,
    Team,
    Venue,
    Where,
)
from tournaments.permissions import SYSTEM, Verb, require
from tournaments.services import journal
from tournaments.services.events.stage_plans import StagePlan, write_stage
from tournaments.services.honours.ratings import rate_again
from tournaments.services.jackpots.races import members_changed
from tournaments.services.journal import By
from tournaments.services.people.members import check_another_owner

Felt = PlayerSettings.Felt


@transaction.atomic
def create_club(name: str, *, zone: str = "UTC", about: str = "", colour: str = Felt.GREEN, by: By) -> Club:
    """A new club; whoever creates it owns it."""
    body = {"name": name, "zone": zone, "about": about, "colour": str(colour)}
    if done := journal.replayed(by, "create_club", body):
        return done.club
    if by.actor.user is None and by.actor != SYSTEM:
        raise NotAllowed("Log in to create a club.")
    club = with_slug(Club(name=name, zone=zone, about=about, colour=colour))
    if by.actor.user:
        Membership.objects.create(club=club, player=player_of(by.actor.user), role=Role.OWNER)
    journal.write_club(club, "create_club", by, body)
    return club


@transaction.atomic
def add_member(club: Club, player: Player, *, role: Role = Role.MEMBER, number: str = "", by: By) -> Membership:
    """Make a player known to a club in a role, or change the role."""
    body = {"club": club.pk, "player": player.pk, "role": str(role), "number": number}
    journal.lock_club(club.pk)
    if journal.replayed(by, "add_member", body):
        return Membership.objects.get(club=club, player=player)
    require(by.actor, Verb.RUN_CLUB, club)
    _keep_an_owner(Membership(club=club, player=player, role=role))
    member, _ = Membership.objects.update_or_create(
        club=club, player=player, defaults={"role": role, "number": number}
    )  # fmt: skip
    journal.write_club(club, "add_member", by, body)
    members_changed(club.pk)
    return member


@transaction.atomic
def create_event(
    club: Club, name: str, starts_at: datetime.datetime, format_key: str, config: dict[str, Any], *, by: By,
    venue: Venue | None = None, confirmation: str = Confirmation.OPPONENTS, fee: int = 0,
    play_to: int = 10, hands: int | None = None, criteria: Sequence[str] = (), unplayed: str = NEWEST.value,
    stage_name: str = "", later: Sequence[StagePlan] = (), where: str = Where.PHYSICAL,
    time_online: str = Clock.THIRTY.value, is_watchable: bool = False,
) -> Event:  # fmt: skip
    """An event with its first stage, and with those that follow it.

    config: the format's parameters, checked here; those not named keep their defaults. hands, or else play_to:
    how long a table plays, for formats that do not say so themselves. fee: in cents. criteria: what ranks it, in
    order; the format's own when empty. unplayed: the rule for unplayed rounds. where, time_online, is_watchable: about
    tables online, as the event's fields.
    """
    body = {
        "club": club.pk,
        "name": name,
        "at": starts_at,
        "format": format_key,
        "config": config,
        "fee": fee,
        "to": play_to,
        "hands": hands,
        "venue": venue.pk if venue else None,
        "confirmation": str(confirmation),
        "criteria": list(criteria),
        "unplayed": unplayed,
        "stages": [stage_name, *later],
        "online": [str(where), time_online, is_watchable],
    }
    journal.lock_club(club.pk)
    if done := journal.replayed(by, "create_event", body):
        return Event.objects.get(journal=done)
    require(by.actor, Verb.RUN_EVENT, club)
    event = Event(
        club=club, name=name, starts_at=starts_at, venue=venue, confirmation=confirmation, fee=fee,
        where=where, time_online=time_online, is_watchable=is_watchable, in_charge=by.actor.player,
    )  # fmt: skip
    with_slug(event)
    first = StagePlan(format_key, config, (), stage_name, play_to, hands, tuple(criteria), unplayed)
    for plan in (first, *later):
        write_stage(event, plan)
    journal.write(event, "create_event", by, body)
    return event


def player_of(user: User) -> Player:
    """The account's player; made at the first need, named after the e-mail address until the person says otherwise."""
    player, _ = Player.objects.get_or_create(user=user, defaults={"name": user.email.split("@")[0][:80]})
    return player


Addressed = TypeVar("Addressed", Club, Event, League, Season)


def with_slug(row: Addressed) -> Addressed:
    """Save a new row under a readable address that nobody has yet, not even somebody who saves at the same moment."""
    base = slugify(row.name)[:40] or row._meta.model_name or "new"
    taken = set(type(row)._default_manager.filter(slug__startswith=base).values_list("slug", flat=True))
    free = (slug for slug in chain([base], (f"{base}-{number}" for number in count(2))) if slug not in taken)
    for row.slug in islice(free, 20):
        try:
            with transaction.atomic():
                row.save(force_insert=True)
        except IntegrityError:
            continue
        return row
    raise Stale("Too many people are setting up the same thing at this moment. Try again.")


@transaction.atomic
def save_setup(row: Club | Venue | Membership | Event | League | Division | Team, *, by: By, fields: list[str]) -> None:
    """Save a set-up row as it was edited in the admin, checked and journalled. fields: what was edited."""
    club = row if isinstance(row, Club) else row.club
    if not (isinstance(row, Club) and row._state.adding):
        require(by.actor, Verb.RUN_CLUB, club)
    if isinstance(row, Event):
        # A score may have come in since the form was opened: its journal number must not be taken back.
        row.version = journal.lock_event(row.pk).version
    if isinstance(row, Membership):
        _keep_an_owner(row)
    row.full_clean()
    row.save()
    body = {"model": row._meta.model_name, "row": row.pk, "fields": fields}
    if isinstance(row, Event):
        journal.write(row, "save_setup", by, body, detail=body)
    else:
        journal.write_club(club, "save_setup", by, body, detail=body)
    if isinstance(row, Membership):
        members_changed(club.pk)
    if "rating_margin" in fields:
        rate_again(club.pk)


def _keep_an_owner(wanted: Membership) -> None:
    """Of the row that is replaced: it may have been the club's only owner."""
    journal.lock_club(wanted.club_id)
    which = {"pk": wanted.pk} if wanted.pk else {"club": wanted.club_id, "player": wanted.player_id}
    before = Membership.objects.filter(**which).select_related("player").first()
    stays = before and (wanted.role, wanted.player_id) == (Role.OWNER, before.player_id)
    if before and before.role == Role.OWNER and not stays:
        check_another_owner(before)
