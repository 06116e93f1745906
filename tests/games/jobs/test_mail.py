"""Mails wait in the database: a mail server that is away fails no page and loses no mail."""

import datetime
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from email import message_from_bytes
from email.message import Message
from types import SimpleNamespace

import pytest
from django.core import mail as django_mail
from django.core.mail import EmailMessage, EmailMultiAlternatives
from django.core.mail.backends.base import BaseEmailBackend
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import User
from games.jobs import mail, time_boxed
from games.jobs.models import OutgoingMail
from tests.flows.crowd import Crowd, errors

pytestmark = pytest.mark.django_db

SMTP = "django.core.mail.backends.smtp.EmailBackend"
CLOSED_PORT = 1
PASSWORD = "a gaggle of trumps"


@pytest.fixture(autouse=True)
def queued(settings: SimpleNamespace) -> None:
    settings.EMAIL_BACKEND = "games.jobs.mail.Queue"
    settings.OUTGOING_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"


@pytest.fixture
def away(settings: SimpleNamespace) -> None:
    settings.OUTGOING_EMAIL_BACKEND, settings.EMAIL_HOST, settings.EMAIL_PORT = SMTP, "127.0.0.1", CLOSED_PORT


class MailServer(socketserver.ThreadingTCPServer):
    """Takes mails, but none for `nobody@`."""

    allow_reuse_address = daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Session)
        self.taken: list[Message] = []
        self.breaks_off = False


class Session(socketserver.StreamRequestHandler):
    server: MailServer

    def handle(self) -> None:
        self.answer(220)
        while line := self.rfile.readline().decode().upper():
            if line.startswith("RCPT TO:<NOBODY@"):
                self.answer(550)
            elif line.startswith("DATA"):
                self.answer(354)
                lines = list(iter(self.rfile.readline, b".\r\n"))
                self.server.taken.append(message_from_bytes(b"".join(lines)))
                if self.server.breaks_off:
                    return
                self.answer(250)
            else:
                self.answer(250)

    def answer(self, code: int) -> None:
        self.wfile.write(f"{code} so be it\r\n".encode())


@pytest.fixture
def server(settings: SimpleNamespace) -> Iterator[MailServer]:
    with MailServer() as found:
        threading.Thread(target=found.serve_forever, kwargs={"poll_interval": 0.05}).start()
        settings.OUTGOING_EMAIL_BACKEND = SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = found.server_address[:2]
        yield found
        found.shutdown()


def write(*addresses: str) -> None:
    for address in addresses:
        EmailMessage("Hello", "How are you?", to=[address]).send()


def due_again() -> None:
    OutgoingMail.objects.update(next_at=timezone.now())


def test_with_the_mail_server_away_one_signs_up_and_comes_in_when_it_is_back(
    away: None, settings: SimpleNamespace
) -> None:
    settings.ACCOUNT_EMAIL_VERIFICATION = "mandatory"
    form = {"name": "Ada", "email": "ada@example.org", "password1": PASSWORD, "password2": PASSWORD}
    client = Client()
    assert client.post(reverse("account_signup"), form).url == reverse("account_email_verification_sent")  # type: ignore[attr-defined]
    assert mail.send_due() == 0
    row = OutgoingMail.objects.get()
    assert (row.attempts, row.error) == (1, "ConnectionRefusedError")
    assert row.next_at > timezone.now() + datetime.timedelta(minutes=2)

    settings.OUTGOING_EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
    assert mail.send_due() == 0
    due_again()
    assert [mail.send_due(), mail.send_due()] == [1, 0]
    (message,) = django_mail.outbox
    link = re.search(r"https?://\S+", str(message.body))
    assert link
    client.post(link[0])
    assert User.objects.get().emailaddress_set.get().verified  # type: ignore[attr-defined]
    assert not OutgoingMail.objects.exists()


def test_a_forgotten_password(away: None) -> None:
    User.objects.create_user("ada@example.org", PASSWORD)
    for address in ("ada@example.org", "stranger@example.org"):
        assert Client().post(reverse("account_reset_password"), {"email": address}).status_code == 302
    assert OutgoingMail.objects.count() == 2


def test_what_waits_cannot_be_read_in_the_database() -> None:
    User.objects.create_user("ada@example.org", PASSWORD)
    Client().post(reverse("account_reset_password"), {"email": "ada@example.org"})
    row = OutgoingMail.objects.values().get()
    assert mail.send_due() == 1
    link = re.search(r"reset/key/(\S+)/", str(django_mail.outbox[0].body))
    assert link
    for secret in (link[1], "ada@example.org", "reset"):
        assert secret not in str(row)


def test_a_mail_of_what_did_not_happen_is_not_written() -> None:
    with transaction.atomic():
        write("ada@example.org")
        transaction.set_rollback(True)
    assert not OutgoingMail.objects.exists()


def test_it_arrives_as_it_was_written(server: MailServer) -> None:
    message = EmailMultiAlternatives(
        "Größe",
        "Tränen",
        "Club <club@example.org>",
        ["ada@example.org"],
        bcc=["bea@example.org"],
        reply_to=["sam@example.org"],
        headers={"Auto-Submitted": "auto-generated"},
    )
    message.attach_alternative("<p>Tränen</p>", "text/html")
    message.send()
    assert mail.send_due() == 1
    (taken,) = server.taken
    assert taken["Subject"] == message.message()["Subject"]
    assert [taken[name] for name in ("From", "To", "Reply-To", "Auto-Submitted", "Bcc")] == [
        "Club <club@example.org>",
        "ada@example.org",
        "sam@example.org",
        "auto-generated",
        None,
    ]
    parts = [part.get_payload(decode=True).decode().strip() for part in taken.get_payload()]  # type: ignore[union-attr]
    assert parts == ["Tränen", "<p>Tränen</p>"]


def test_one_refused_address_holds_up_no_one(server: MailServer) -> None:
    write("nobody@example.org", "ada@example.org")
    assert mail.send_due() == 2
    assert [taken["To"] for taken in server.taken] == ["ada@example.org"]
    assert OutgoingMail.objects.get().error == "SMTPRecipientsRefused"


def test_a_server_that_is_away_is_asked_once(away: None) -> None:
    write(*(f"{number}@example.org" for number in range(5)))
    assert mail.send_due() == 0
    assert sorted(OutgoingMail.objects.values_list("attempts", flat=True)) == [0, 0, 0, 0, 1]


def test_sent_but_not_acknowledged_it_comes_again_as_the_same_mail(server: MailServer) -> None:
    write("ada@example.org")
    server.breaks_off = True
    mail.send_due()
    server.breaks_off = False
    due_again()
    assert mail.send_due() == 1
    first, second = server.taken
    assert first["Message-ID"] == second["Message-ID"]
    assert first["Date"] == second["Date"]


def test_in_the_end_it_is_given_up(away: None, caplog: pytest.LogCaptureFixture) -> None:
    write("ada@example.org")
    for _ in mail.RETRY_SECONDS:
        due_again()
        assert OutgoingMail.objects.exists()
        mail.send_due()
    assert not OutgoingMail.objects.exists()
    assert "given up" in caplog.messages[-1]
    assert "ada@" not in caplog.text


def test_what_was_sealed_by_another_key_is_thrown_away(
    settings: SimpleNamespace, caplog: pytest.LogCaptureFixture
) -> None:
    write("ada@example.org")
    former, settings.SECRET_KEY = settings.SECRET_KEY, "another key of the site"
    settings.SECRET_KEY_FALLBACKS = []
    write("bea@example.org")
    assert mail.send_due() == 2
    assert [message.to for message in django_mail.outbox] == [["bea@example.org"]]
    assert "SECRET_KEY_FALLBACKS" in caplog.text
    settings.SECRET_KEY_FALLBACKS = [former]


def test_a_former_key_still_opens_it(settings: SimpleNamespace) -> None:
    write("ada@example.org")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key of the site", [settings.SECRET_KEY]
    assert (mail.send_due(), len(django_mail.outbox)) == (1, 1)


def test_attachments_are_refused_in_words() -> None:
    message = EmailMessage("Hello", "See below.", to=["ada@example.org"])
    message.attach("cards.txt", "JH", "text/plain")
    with pytest.raises(ValueError, match="put a link into it"):
        message.send()


def test_after_a_while_other_work_has_its_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    rung: list[str] = []
    monkeypatch.setattr(mail, "enqueue_on_commit", rung.append)
    monkeypatch.setattr(time_boxed, "enqueue_on_commit", rung.append)
    write("ada@example.org", "bea@example.org")
    assert mail.send_due(seconds=-1) == 1
    assert rung == [mail.SEND_TASK] * 3


class Waiting(BaseEmailBackend):
    """Notes whether the database is held meanwhile."""

    held: list[bool]

    def send_messages(self, email_messages: object) -> int:
        self.held.append(connection.in_atomic_block)
        return 1


@pytest.mark.django_db(transaction=True)
def test_nothing_is_held_while_a_mail_server_is_waited_for(settings: SimpleNamespace) -> None:
    Waiting.held = []
    settings.OUTGOING_EMAIL_BACKEND = f"{__name__}.Waiting"
    write("ada@example.org")
    mail.send_due()
    assert Waiting.held == [False]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("crowd", [8], indirect=True)
def test_of_eight_workers_one_takes_each_mail(crowd: Crowd) -> None:
    write(*(f"{number}@example.org" for number in range(20)))

    def all_of_them() -> list[int]:
        return [taken.pk for taken in iter(mail._take, None)]

    outcomes = crowd.race(*[all_of_them] * 8)
    assert errors(outcomes) == []
    taken = sorted(pk for found in outcomes for pk in found)  # type: ignore[attr-defined]
    assert taken == sorted(OutgoingMail.objects.values_list("pk", flat=True))


@pytest.mark.django_db(transaction=True)
def test_without_lock_and_transaction_several_would(crowd: Crowd, monkeypatch: pytest.MonkeyPatch) -> None:
    """The control: two who have both read the row before either writes it."""
    both_have_read, save = threading.Barrier(2), OutgoingMail.save

    def save_later(row: OutgoingMail, **how: object) -> None:
        both_have_read.wait(30)
        save(row, **how)  # type: ignore[arg-type]

    write("ada@example.org")
    monkeypatch.setattr(OutgoingMail, "save", save_later)
    monkeypatch.setattr(mail, "locked", lambda rows: rows)
    monkeypatch.setattr(mail, "transaction", SimpleNamespace(atomic=nullcontext))
    first, second = crowd.race(mail._take, mail._take)
    assert first == second is not None
