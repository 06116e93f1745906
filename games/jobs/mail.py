"""Mails wait in the database until the mail server takes them: no page waits for that server, or fails with it.

`Queue` is the site's EMAIL_BACKEND, so anything that sends a mail in Django's way writes a row, in the transaction of
the change that the mail reports. Its text is sealed until it is sent: it may hold a link that lets someone in, and is
kept nowhere else.

A mail is sent at least once. The sender first moves its `next_at` forward, for longer than it waits for a mail server,
and holds no transaction during that time; a worker that dies costs that time and no more. Sent twice, it has the same
Message-ID.
"""

import datetime
import json
import logging
from collections.abc import Iterable
from email.utils import formatdate, make_msgid, parseaddr
from smtplib import SMTPDataError, SMTPRecipientsRefused
from typing import Any

from cryptography.fernet import InvalidToken
from django.conf import settings
from django.core.mail import EmailMessage, EmailMultiAlternatives, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone

from games.encryption import fernet_for
from games.jobs.enqueuing import enqueue_on_commit
from games.jobs.models import OutgoingMail
from games.jobs.time_boxed import TIME_BOX, Seconds, TimeBoxedWorker
from games.locks import locked

log = logging.getLogger(__name__)

SEND_TASK = "games.tasks.send_mail"
PURPOSE = "games.jobs.mail"
RETRY_SECONDS = (180, 300, 900, 3600, 4 * 3600, 12 * 3600)
"""Seconds until it is tried again, after the first attempt, the second …; after the last one it is given up, as its
links are old."""
ITS_OWN_FAULT = (SMTPRecipientsRefused, SMTPDataError, ValueError)
"""The mail server works, and does not want this one, or it cannot be written as a mail."""

_worker = TimeBoxedWorker(SEND_TASK)


class Queue(BaseEmailBackend):
    def send_messages(self, email_messages: Iterable[EmailMessage]) -> int:
        outgoing_mails = [OutgoingMail(sealed=_sealed(message)) for message in email_messages if message.recipients()]
        OutgoingMail.objects.bulk_create(outgoing_mails)
        enqueue_on_commit(SEND_TASK)
        return len(outgoing_mails)


def send_due(seconds: Seconds = TIME_BOX) -> int:
    """Send what is due. How many are off its hands. A mail server that does not answer is left alone until the next
    call."""
    answers = True

    def send_one() -> bool:
        nonlocal answers
        mail = _take()
        answers = mail is None or _send(mail)
        return mail is not None and answers

    return _worker.run(lambda: answers and _due().exists(), send_one, seconds)


def _due() -> QuerySet[OutgoingMail]:
    return OutgoingMail.objects.filter(next_at__lte=timezone.now()).order_by("next_at", "pk")


def _take() -> OutgoingMail | None:
    """The next mail that is due, reserved so that no one else takes it; None when there is none."""
    while pk := _due().values_list("pk", flat=True).first():
        with transaction.atomic():
            mail = locked(_due()).filter(pk=pk).first()
            if mail:
                wait = RETRY_SECONDS[min(mail.attempts, len(RETRY_SECONDS) - 1)]
                mail.attempts += 1
                mail.next_at = timezone.now() + datetime.timedelta(seconds=wait)
                mail.save(update_fields=["attempts", "next_at"])
                return mail
    return None


def _send(mail: OutgoingMail) -> bool:
    """Whether the next one may be tried at once."""
    try:
        message = _opened(mail.sealed)
        message.connection = get_connection(settings.OUTGOING_EMAIL_BACKEND)
        message.send()
    except InvalidToken:
        log.error("a mail that waited cannot be read: was SECRET_KEY changed without SECRET_KEY_FALLBACKS?")
        mail.delete()
    except (OSError, ValueError) as error:
        # The error's text may hold the address.
        kind, outgoing_mails = type(error).__name__, OutgoingMail.objects.filter(pk=mail.pk)
        if mail.attempts < len(RETRY_SECONDS):
            log.warning("a mail could not be sent (%s), and waits", kind)
            outgoing_mails.update(error=kind)
        else:
            log.error("a mail could not be sent in %s attempts (%s), and is given up", mail.attempts, kind)
            outgoing_mails.delete()
        return isinstance(error, ITS_OWN_FAULT)
    else:
        mail.delete()
    return True


def _sealed(message: EmailMessage) -> str:
    if message.attachments:
        raise ValueError("A mail that waits in the database has no attachments: put a link into it.")
    headers = {"Message-ID": make_msgid(domain=_domain()), "Date": formatdate()} | message.extra_headers
    alternatives = [tuple(part) for part in getattr(message, "alternatives", ())]
    words = {
        "subject": str(message.subject),
        "body": str(message.body),
        "from_email": message.from_email,
        "to": list(message.to),
        "cc": list(message.cc),
        "bcc": list(message.bcc),
        "reply_to": list(message.reply_to),
        "headers": headers,
        "alternatives": alternatives,
    }
    return fernet_for(PURPOSE).encrypt(json.dumps([words, message.content_subtype]).encode()).decode()


def _domain() -> str:
    """Of the sender: to ask for this machine's own name may take long where no network is."""
    return parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2] or "localhost"


def _opened(sealed: str) -> EmailMessage:
    words: dict[str, Any]
    words, subtype = json.loads(fernet_for(PURPOSE).decrypt(sealed))
    words["alternatives"] = [tuple(word) for word in words["alternatives"]]
    message = EmailMultiAlternatives(**words)
    message.content_subtype = subtype
    return message
