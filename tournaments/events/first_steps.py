"""What a new organizer does first: a short list that ticks itself from what exists, until the first night is on."""

from collections.abc import Collection
from dataclasses import dataclass

from django.contrib.auth.models import AnonymousUser
from django.db.models import Exists, OuterRef, Q
from django.urls import reverse

from games.accounts.models import User
from games.engine.language import say
from tournaments.checkin.models import Entry
from tournaments.clubs.models import Club, Membership
from tournaments.events.models import Event
from tournaments.rounds.models import Round


@dataclass(frozen=True)
class Step:
    """path: where it is done; empty while it is done already, or something else comes first."""

    words: str
    is_done: bool
    path: str


def first_steps(user: User | AnonymousUser, clubs: Collection[int]) -> list[Step]:
    """Steps for users who belong to no club yet, or whose clubs have played nothing; none for everyone else.

    clubs: those whose events the user may run.
    """
    if not user.is_authenticated or (not clubs and Membership.objects.filter(player__user=user).exists()):
        return []
    event = _furthest(clubs) if clubs else None
    if event and (event.is_on or event.finished_at):  # type: ignore[attr-defined]  # annotated
        return []
    has_people = bool(event and event.has_people)  # type: ignore[attr-defined]  # annotated
    club = None if event or not clubs else Club.objects.filter(pk__in=clubs).order_by("pk").first()
    steps = [
        (say("Create a club"), bool(clubs), reverse("new_club")),
        (say("Set up an event"), bool(event), reverse("new_event", args=[club.slug]) if club else ""),
        (say("Enter players"), has_people, reverse("check_in", args=[event.slug]) if event else ""),
        (say("Print the check-in sheet"), False, reverse("papers", args=[event.slug]) if event else ""),
    ]
    now = next(number for number, (_, is_done, _) in enumerate(steps) if not is_done)
    return [Step(words, is_done, path if number == now else "") for number, (words, is_done, path) in enumerate(steps)]


def _furthest(clubs: Collection[int]) -> Event | None:
    """The event that has come furthest. is_on: a round is drawn or someone is checked in."""
    people = Entry.objects.filter(event=OuterRef("pk"))
    rounds = Round.objects.filter(stage__event=OuterRef("pk"))
    is_on = Q(Exists(rounds)) | Q(Exists(people.filter(status=Entry.Status.CHECKED_IN)))
    events = Event.objects.filter(club__in=clubs).annotate(has_people=Exists(people), is_on=is_on)
    return events.order_by("-is_on", "-has_people", "-pk").first()
