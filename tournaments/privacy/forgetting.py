"""What is forgotten by itself when it has served. Nothing here is a fact: results, prizes and the audit log stay."""

import datetime
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.contrib.admin.models import LogEntry
from django.contrib.sessions.models import Session
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from games.accounts.models import ApiAnswer, ApiToken
from games.accounts.oauth.models import App, AuthorizationCode, Connection, DeviceRequest, RefreshToken
from games.engine.language import mark, say
from games.notifications.push.models import PushSubscription
from tournaments.access.models import Pass, Phone
from tournaments.clubs.models import ClubInvitation
from tournaments.happenings.models import StreamedHappening
from tournaments.merging.models import PlayerMerge, RecordClaim
from tournaments.subs.models import SubRequest
from tournaments.webhooks.models import Webhook, WebhookDelivery

Moment = datetime.datetime


@dataclass(frozen=True)
class Rule:
    """what, days: for the page about privacy. ended: the rows that had ended by the moment. left: what is written over
    them; without it they go."""

    what: str
    days: int
    ended: Callable[[Moment], QuerySet[Any]]
    left: dict[str, Any] | None = None

    @property
    def label(self) -> str:
        return say(self.what)


RULES = (
    Rule(
        mark("Personal links, after the night or season ends"),
        30,
        lambda then: Pass.objects.filter(expires_at__lt=then),
    ),
    Rule(
        mark("Which phone checked in with the code or reported a score, after the night"),
        30,
        lambda then: Phone.objects.filter(at__lt=then, event__starts_at__lt=then),
    ),
    Rule(
        mark("Club invitations that no one accepted, after they expire"),
        30,
        lambda then: ClubInvitation.objects.filter(expires_at__lt=then, uses=None),
    ),
    Rule(
        mark("The message you write to claim a record, after you send it"),
        90,
        lambda then: RecordClaim.objects.filter(at__lt=then).exclude(status=RecordClaim.Status.OPEN).exclude(words=""),
        {"words": ""},
    ),
    Rule(
        mark("A merged record’s email address, after the merge"),
        90,
        lambda then: PlayerMerge.objects.filter(journal__at__lt=then).exclude(email=""),
        {"email": ""},
    ),
    Rule(
        mark("Requests for a substitute, with their messages and answers"),
        30,
        lambda then: SubRequest.objects.filter(until__lt=then).exclude(state=SubRequest.State.OPEN),
    ),
    Rule(
        mark("Responses to API requests that changed data"),
        7,
        lambda then: ApiAnswer.objects.filter(at__lt=then),
    ),
    Rule(
        mark("API tokens, after they expire or are revoked"),
        90,
        lambda then: ApiToken.objects.filter(Q(ended_at__lt=then) | Q(expires_at__lt=then)),
    ),
    Rule(
        mark("Webhook deliveries, after they arrive or fail for good"),
        30,
        lambda then: WebhookDelivery.objects.filter(Q(delivered_at__lt=then) | Q(parked_at__lt=then)),
    ),
    Rule(
        mark("What you allowed an app, after you disconnect it"),
        90,
        lambda then: Connection.objects.filter(ended_at__lt=then),
    ),
    Rule(
        mark("What you allowed an app that never used it, or stopped"),
        1,
        lambda then: Connection.objects.filter(
            ~Exists(RefreshToken.objects.filter(connection=OuterRef("pk"))), created_at__lt=then
        ),
    ),
    Rule(
        mark("Tokens of apps, after they expire"),
        1,
        lambda then: ApiToken.objects.filter(connection__isnull=False, expires_at__lt=then),
    ),
    Rule(mark("An app, after its owner removes it"), 90, lambda then: App.objects.filter(ended_at__lt=then)),
    Rule(
        mark("Codes by which apps get in, after they expire"),
        1,
        lambda then: AuthorizationCode.objects.filter(expires_at__lt=then),
    ),
    Rule(
        mark("Codes that devices show, after they expire"),
        1,
        lambda then: DeviceRequest.objects.filter(expires_at__lt=then),
    ),
    Rule(
        mark("What keeps an app connected, after it expires"),
        1,
        lambda then: RefreshToken.objects.filter(expires_at__lt=then),
    ),
    Rule(
        mark("What happened in a club, for programs that ask"),
        7,
        lambda then: StreamedHappening.objects.filter(created_at__lt=then),
    ),
    Rule(
        mark("A webhook’s former secret, once only the new one is used"),
        0,
        lambda then: Webhook.objects.filter(former_until__lt=then),
        {"former_secret": "", "former_until": None},
    ),
    Rule(
        mark("A club’s webhooks, after they’re removed"),
        1,
        lambda then: Webhook.objects.filter(removed_at__lt=then),
    ),
    Rule(
        mark("Browsers that get push notifications, after you log out or your personal link expires"),
        0,
        lambda then: PushSubscription.objects.filter(
            ~Exists(Session.objects.filter(session_key=OuterRef("session_key"), expire_date__gte=then))
        ),
    ),
    Rule(mark("The log of admin changes"), 365, lambda then: LogEntry.objects.filter(action_time__lt=then)),
    Rule(mark("Browser sessions, after they end"), 0, lambda then: Session.objects.filter(expire_date__lt=then)),
)


def forget_old(now: Moment | None = None) -> int:
    """Do what the rules say. How many rows."""
    done = 0
    for rule in RULES:
        old = rule.ended((now or timezone.now()) - datetime.timedelta(days=rule.days))
        done += old.update(**rule.left) if rule.left else old.delete()[0]
    return done
