"""What is forgotten by itself when it has served. Nothing here is a fact: results, prizes and the journal stay."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Q, QuerySet
from django.utils import timezone

from games.accounts.models import ApiAnswer, ApiToken
from games.engine.language import mark, say
from tournaments.access.models import Pass, Phone
from tournaments.clubs.models import ClubInvitation
from tournaments.merging.models import PlayerMerge, RecordClaim
from tournaments.webhooks.models import Webhook, WebhookDelivery

Moment = datetime.datetime


@dataclass(frozen=True)
class Rule:
    """what, days: for the page about privacy. ended: the rows that had ended by the moment. left: what is written over
    them; without it they go."""

    what: str
    days: int
    ended: Callable[[Moment], QuerySet[Any]]
    left: dict[str, str] | None = None

    @property
    def label(self) -> str:
        return say(self.what)


RULES = (
    Rule(
        mark("Personal links, after their night or season"), 30, lambda then: Pass.objects.filter(expires_at__lt=then)
    ),
    Rule(
        mark("Which phone took a name with the wall code or reported a score, after the night"),
        30,
        lambda then: Phone.objects.filter(at__lt=then, event__starts_at__lt=then),
    ),
    Rule(
        mark("Invitations to a club that no one accepted, after their last day"),
        30,
        lambda then: ClubInvitation.objects.filter(expires_at__lt=then, uses=None),
    ),
    Rule(
        mark("What you wrote to say that a record is yours, after it was sent"),
        90,
        lambda then: RecordClaim.objects.filter(at__lt=then).exclude(status=RecordClaim.Status.OPEN).exclude(words=""),
        {"words": ""},
    ),
    Rule(
        mark("The address of a merged record, after the merge"),
        90,
        lambda then: PlayerMerge.objects.filter(journal__at__lt=then).exclude(email=""),
        {"email": ""},
    ),
    Rule(
        mark("Answers to write requests of the API"),
        7,
        lambda then: ApiAnswer.objects.filter(at__lt=then),
    ),
    Rule(
        mark("API tokens, after they ended"),
        90,
        lambda then: ApiToken.objects.filter(Q(ended_at__lt=then) | Q(expires_at__lt=then)),
    ),
    Rule(
        mark("Webhook deliveries, after they arrived or failed for good"),
        30,
        lambda then: WebhookDelivery.objects.filter(Q(delivered_at__lt=then) | Q(parked_at__lt=then)),
    ),
    Rule(
        mark("Webhooks of a club, after they were removed"),
        1,
        lambda then: Webhook.objects.filter(removed_at__lt=then),
    ),
    Rule(mark("Who changed what in the admin"), 365, lambda then: LogEntry.objects.filter(action_time__lt=then)),
    Rule(mark("Browser sessions, after they ended"), 0, lambda then: Session.objects.filter(expire_date__lt=then)),
)


def forget_old(now: Moment | None = None) -> int:
    """Do what the rules say. How many rows."""
    done = 0
    for rule in RULES:
        rows = rule.ended((now or timezone.now()) - datetime.timedelta(days=rule.days))
        done += rows.update(**rule.left) if rule.left else rows.delete()[0]
    return done
