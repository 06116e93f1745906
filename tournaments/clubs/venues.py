"""Where a club plays: its organizers add venues, correct them and retire unused ones."""

from django.db.models import QuerySet

from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.models import Club, Venue
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.cups.models import CupMatch
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.leagues.models import Fixture, Team
from tournaments.permissions import Permission

MAX_VENUES = 100


def open_venues(club: Club) -> QuerySet[Venue]:
    """Those that forms offer."""
    return club.venues.filter(is_retired=False)


def find_venue(club: Club, name: str) -> Venue | None:
    """The club's venue of that name, whatever its capitals and blanks; a retired one too."""
    wanted = " ".join(name.split()).casefold()
    return next((venue for venue in club.venues.all() if venue.name.casefold() == wanted), None)


def venue_named(club: Club, name: str, *, context: Context) -> Venue:
    """The club's venue of that name, made where there is none and reopened where it was retired."""
    venue = find_venue(club, name)
    if venue is None:
        return add_venue(club, name, context=context)
    return reopen_venue(venue.pk, context=context) if venue.is_retired else venue


def _replayed(done: AuditLogEntry) -> Venue:
    return Venue.objects.get(pk=done.detail["venue"])


def _lock(venue_id: int) -> Venue:
    club = lock_club(Venue.objects.values_list("club_id", flat=True).get(pk=venue_id))
    venue = Venue.objects.get(pk=venue_id)
    venue.club = club
    return venue


@command(Action.ADD_VENUE, lock=lock_club, permission=Permission.RUN_EVENT, replay=_replayed)
def add_venue(club: Club, name: str, address: str = "", tables: int | None = None, *, context: Context) -> Venue:
    """A new place where the club plays. tables: how many it has; None: enough."""
    if club.venues.count() >= MAX_VENUES:
        raise RuleError(
            "The club already has {number} venues, which is the limit. Delete one that was never used.",
            number=MAX_VENUES,
        )
    venue = Venue(club=club, name=_free_name(club, name), address=" ".join(address.split()), tables=tables)
    venue.full_clean()
    venue.save()
    context.log(detail={"venue": venue.pk, "name": venue.name})
    return venue


@command(
    Action.CHANGE_VENUE,
    lock=_lock,
    permission=Permission.RUN_EVENT,
    replay=_replayed,
    not_hashed=("expected_version",),
)
def change_venue(
    venue: Venue,
    name: str,
    address: str,
    tables: int | None,
    *,
    context: Context,
    expected_version: str | None = None,
) -> Venue:
    """Another name, address or number of tables; events that were there show it too. expected_version: `version_of`
    the venue as the form showed it."""
    if expected_version is not None and expected_version != version_of(venue):
        raise Conflict("Someone changed {venue} while you had it open. Check it, then save again.", venue=venue)
    before = {"name": venue.name, "address": venue.address, "tables": venue.tables}
    after = {"name": _free_name(venue.club, name, venue), "address": " ".join(address.split()), "tables": tables}
    changed = {key: [was, after[key]] for key, was in before.items() if was != after[key]}
    if not changed:
        return venue
    for key, value in after.items():
        setattr(venue, key, value)
    venue.full_clean()
    venue.save(update_fields=[*changed])
    context.log(detail={"venue": venue.pk, "name": venue.name, "changed": changed})
    return venue


@command(Action.REMOVE_VENUE, lock=lock_club, permission=Permission.RUN_EVENT, replay=lambda done: None)
def remove_venue(club: Club, pk: int, *, context: Context) -> None:
    """Takes it off the forms. What was played there keeps it; one that nothing needs is deleted."""
    venue = club.venues.filter(pk=pk).first()
    if venue is None:
        raise RuleError("This venue isn’t on the club’s list. Check the list again.")
    context.log(detail={"venue": venue.pk, "name": venue.name})
    if is_used(venue):
        venue.is_retired = True
        venue.save(update_fields=["is_retired"])
    else:
        venue.delete()


@command(Action.REOPEN_VENUE, lock=_lock, permission=Permission.RUN_EVENT, replay=_replayed)
def reopen_venue(venue: Venue, *, context: Context) -> Venue:
    """Forms offer a retired one again."""
    if venue.is_retired:
        venue.is_retired = False
        venue.save(update_fields=["is_retired"])
        context.log(detail={"venue": venue.pk, "name": venue.name})
    return venue


def is_used(venue: Venue) -> bool:
    """Whether anything was or will be played there."""
    places = (Event, Fixture, Team, CupMatch)
    return any(model._default_manager.filter(venue=venue).exists() for model in places)


def version_of(venue: Venue) -> str:
    """The version of the venue that a form has shown."""
    return f"{venue.name}|{venue.address}|{venue.tables or ''}"


def _free_name(club: Club, name: str, venue: Venue | None = None) -> str:
    """The name as it is kept. RuleError for none, or one that another venue has."""
    tidy = " ".join(name.split())
    if not tidy or len(tidy) > 80 or "\0" in tidy:
        raise RuleError("Enter a venue name of up to {most} characters.", most=80)
    other = find_venue(club, tidy)
    if other is None or other == venue:
        return tidy
    if other.is_retired:
        raise RuleError(
            "{venue} was removed. To bring it back, choose “Use venue again” in the list of removed venues.",
            venue=other,
        )
    raise RuleError("You already have a venue called {venue}.", venue=other)
