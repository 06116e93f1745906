"""Of whom a second factor is asked in a club, and how one that was lost is taken away: by an administrator who knows
the person, with a reason, in the audit log of every club that the person belongs to."""

import logging
from dataclasses import dataclass

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from games.accounts.languages import spoken_to
from games.accounts.models import User
from games.accounts.sessions import end_sessions
from games.engine.errors import RuleError
from games.engine.language import say
from games.locks import locked
from tournaments.activity_log.models import Action
from tournaments.clubs.models import Club, Membership
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import NotAllowed
from tournaments.permissions import Actor
from tournaments.prizes.second_official import OFFICIALS

log = logging.getLogger(__name__)


def holds_office(user: User) -> bool:
    """Whether the account acts for a club, and not for its own player only."""
    return Membership.objects.filter(player__user=user, role__in=OFFICIALS).exists()


def may_remove(actor: Actor) -> bool:
    return actor.is_system or bool(actor.user and actor.user.is_active and actor.user.is_superuser)


@dataclass(frozen=True)
class _Account:
    user: User
    clubs: list[Club]


def _lock(user_id: int) -> _Account:
    clubs = [lock_club(number) for number in _clubs_of(user_id)]
    return _Account(locked(User.objects).get(pk=user_id), clubs)


def _may_remove(account: _Account, context: Context) -> None:
    if not may_remove(context.actor):
        raise NotAllowed("Only a site administrator can turn off someone’s two-step login.")


@command(Action.REMOVE_SECOND_FACTOR, lock=_lock, permission=_may_remove)
def remove_second_factor(account: _Account, *, reason: str, context: Context) -> None:
    """Leaves the account with its password alone, logs it out everywhere, and notifies it by mail."""
    if not reason.strip():
        raise RuleError("Enter the reason, and how you confirmed that the request came from this person.")
    user = account.user
    if not Authenticator.objects.filter(user=user).delete()[0]:
        raise RuleError("{user} doesn’t use two-step login.", user=user)
    end_sessions(user)
    for club in account.clubs:
        context.log(club, detail={"user": user.pk}, reason=reason.strip()[:200])
    _tell(user, context)


def _clubs_of(user_id: int) -> list[int]:
    clubs = Club.objects.filter(memberships__player__user=user_id).distinct()
    return list(clubs.order_by("pk").values_list("pk", flat=True))


def _tell(user: User, context: Context) -> None:
    log.warning("second factor of account %s taken away by %s", user.pk, context.actor.user and context.actor.user.pk)
    with spoken_to(user):
        text = render_to_string("mfa/taken_away.txt", {"site": settings.SITE_NAME})
        subject = settings.EMAIL_SUBJECT_PREFIX + say("Your two-step login was turned off")
    EmailMessage(subject, text, to=[user.email]).send()
