"""Each kind's email as a mail program gets it: both parts, whole lines, the headers that end it, nothing that tracks
its reader; and how it looks on a phone and a laptop, light and dark."""

import email
import re
from email.message import EmailMessage
from email.policy import default
from typing import Any

import pytest
from django.conf import settings

from games.accounts.models import Player, User
from games.engine.messages import message
from games.notifications.kinds import QUESTIONS, NotificationKind
from games.notifications.mail import mail_for
from games.notifications.models import Notification
from games.notifications.writing import NewNotification, notify
from tests.flows.crawler import OVERFLOW

pytestmark = pytest.mark.django_db
TITLE = message("{event} now starts {when}")
WORDS = message("It was scheduled for {when}. Reason: {reason}")
LONG = "Snow on all roads, so we meet at the school. " * 3 + "https://example.net/" + "very-long-" * 12
FETCHES = re.compile(r"""<(?:img|link|script|iframe|video|audio|object|form)\b|\bsrc=|url\(|@import|\bbackground=""")
ADDRESS = re.compile(r"""https?://[^\s"<>]+""")


def written(kinds: list[NotificationKind], language: str = "en") -> EmailMessage:
    """The email of these, as it leaves the site."""
    user = User.objects.create_user("ann@example.org", "bower-and-kitty")
    user.language = language
    ann = Player.objects.create(name="Ann", user=user)
    for kind in kinds:
        words = WORDS(when="Thursday", reason=LONG)
        notify(kind, "log:1", [NewNotification(ann.pk, TITLE(event="Harvest", when="7 PM"), "/events/harvest/", words)])
    notifications = list(Notification.objects.select_related("player__user").order_by("pk"))
    sent = mail_for(ann, user.email, notifications).message().as_bytes()
    parsed = email.message_from_bytes(sent, policy=default)
    assert isinstance(parsed, EmailMessage)
    return parsed


def part(sent: EmailMessage, kind: str) -> str:
    body = sent.get_body((kind,))
    assert body
    return str(body.get_content())


@pytest.mark.parametrize(
    "kinds", [*([kind] for kind in NotificationKind), list(NotificationKind)[:4]], ids=lambda kinds: "+".join(kinds)
)
def test_its_headers_and_both_parts(kinds: list[NotificationKind]) -> None:
    sent = written(kinds)
    assert [each.get_content_type() for each in sent.iter_parts()] == ["text/plain", "text/html"]
    assert sent.get_content_type() == "multipart/alternative"
    stop = sent["List-Unsubscribe"].strip()
    assert re.fullmatch(rf"<{settings.SITE_ADDRESS}/notifications/stop/[\w:.-]+/>", stop)
    assert sent["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert sent["Auto-Submitted"] == "auto-generated"
    assert re.fullmatch(r"<notification-[\d-]+@[\w.-]+>", sent["Message-ID"])
    text, html = part(sent, "plain"), part(sent, "html")
    assert stop[1:-1] in text, "people can press it too"
    assert stop[1:-1] in html


def test_nothing_in_it_is_fetched_or_tells_that_it_was_read() -> None:
    sent = written([NotificationKind.COMING])
    html = part(sent, "html")
    assert not FETCHES.search(html)
    said_by_people = LONG.split()[-1]
    foreign = {where for where in ADDRESS.findall(html) if not where.startswith(settings.SITE_ADDRESS)}
    assert foreign <= {said_by_people}
    assert not set(sent.keys()) & {"Disposition-Notification-To", "Return-Receipt-To", "X-Confirm-Reading-To"}


def test_its_plain_text_has_each_sentence_and_address_in_one_line() -> None:
    lines = part(written([NotificationKind.COMING]), "plain").splitlines()
    assert lines[:3] == ["Hello Ann,", "", "Harvest now starts 7 PM"]
    assert f"It was scheduled for Thursday. Reason: {LONG}" in lines
    assert f"{settings.SITE_ADDRESS}/events/harvest/" in lines
    assert not [line for line in lines if "<" in line or "&" in line], "no HTML in it"
    assert "\n\n\n" not in "\n".join(lines)


@pytest.mark.parametrize("kind", NotificationKind)
def test_a_question_has_a_button_that_says_so(kind: NotificationKind) -> None:
    buttons = re.findall(r'class="go"[^>]*>\s*([^<]*?)\s*<', part(written([kind]), "html"))
    assert buttons == ["Answer" if kind in QUESTIONS else "Open"]


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.heavy
def test_it_fits_a_phone_and_a_laptop_and_can_be_read_in_the_dark(browser: Any, language: str) -> None:
    from axe_playwright_python.sync_playwright import Axe

    html = part(
        written([NotificationKind.COMING, NotificationKind.EVENT_CANCELED, NotificationKind.ROUND], language), "html"
    )
    for width in (320, 360, 600, 1280):
        for scheme in ("light", "dark"):
            context = browser.new_context(viewport={"width": width, "height": 700}, color_scheme=scheme)
            page = context.new_page()
            asked: list[str] = []
            page.on("request", lambda request, asked=asked: asked.append(request.url))
            page.set_content(html)
            assert page.evaluate(OVERFLOW) <= 0, (width, scheme)
            assert asked == []
            rules = {"runOnly": ["color-contrast", "link-in-text-block", "target-size", "html-has-lang"]}
            found = Axe().run(page, options=rules).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], (width, scheme)
            context.close()
