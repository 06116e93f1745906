"""Of whom a second factor is asked in a club, and how one that was lost is taken away: by an administrator who knows
the person, with a reason, in the journal of every club that the person belongs to."""

import logging

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.template.loader import render_to_string

from games.engine.errors import RuleError
from games.engine.language import say
from games.languages import spoken_to
from games.locks import locked
from games.models import User
from games.sessions import end_sessions
from tournaments.errors import NotAllowed
from tournaments.models import Club, Membership
from tournaments.permissions import Actor
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.money.second_person import OFFICIALS

log = logging.getLogger(__name__)


def holds_office(user: User) -> bool:
    """Whether the account acts for a club, and not for its own player only."""
    return Membership.objects.filter(player__user=user, role__in=OFFICIALS).exists()


def may_remove(actor: Actor) -> bool:
    return actor.is_system or bool(actor.user and actor.user.is_active and actor.user.is_superuser)


@transaction.atomic
def remove_second_factor(user_id: int, *, reason: str, by: By) -> None:
    """The account has the password alone again, is logged out everywhere, and is told so by mail."""
    if not may_remove(by.actor):
        raise NotAllowed("Only an administrator of the site takes somebody's second factor away.")
    if not reason.strip():
        raise RuleError("Write why, and how you know who asked.")
    clubs = [journal.lock_club(number) for number in _clubs_of(user_id)]
    user = locked(User.objects).get(pk=user_id)
    if not Authenticator.objects.filter(user=user).delete()[0]:
        raise RuleError("{user} has no second factor.", user=user)
    end_sessions(user)
    for club in clubs:
        detail = {"user": user.pk}
        journal.write_club(club, "remove_second_factor", by, detail, detail=detail, reason=reason.strip()[:200])
    _tell(user, by)


def _clubs_of(user_id: int) -> list[int]:
    clubs = Club.objects.filter(memberships__player__user=user_id).distinct()
    return list(clubs.order_by("pk").values_list("pk", flat=True))


def _tell(user: User, by: By) -> None:
    log.warning("second factor of account %s taken away by %s", user.pk, by.actor.user and by.actor.user.pk)
    with spoken_to(user):
        text = render_to_string("mfa/taken_away.txt", {"site": settings.SITE_NAME})
        subject = f"{settings.EMAIL_SUBJECT_PREFIX}{say('Your two-step log-in was switched off')}"
    EmailMessage(subject, text, to=[user.email]).send()
