"""Turning push on as a page does."""

from django.test import Client
from django.urls import reverse

from games.notifications.push import site_keys
from games.notifications.push.models import PushSubscription
from tests.games.notifications.push.receiver import Browser


def turn_on(client: Client, browser: Browser, link: str = "", agent: str = "") -> PushSubscription:
    form = browser.form(site_keys.public_key(), link=link)
    answer = client.post(reverse("push_on"), form, headers={"User-Agent": agent})
    assert answer.json() == {"on": True}, answer.content
    return PushSubscription.objects.select_related("player__user").get(endpoint=browser.endpoint)


def is_on(client: Client, browser: Browser, link: str = "") -> bool:
    """As the page says."""
    answer = client.post(reverse("push_check"), {"endpoint": browser.endpoint, "link": link})
    return bool(answer.status_code == 200 and answer.json()["on"])
