"""A valid request for every address of the search for substitutes."""

from typing import Any

from django.urls import reverse

from games.accounts.models import Player
from tests.cast import context_of
from tests.tournaments.pages.addressing import Request
from tests.tournaments.pages.browsing import form
from tournaments.checkin.models import EntryPlayer
from tournaments.subs import commands, links
from tournaments.subs.evenings import WEEK, set_evenings
from tournaments.subs.models import SubRequest


def evenings(scene: Any) -> tuple[str, dict[str, Any]]:
    return reverse("subbing", args=[scene.club.slug]), form(day=["3"])


def for_entry(scene: Any) -> tuple[str, dict[str, Any]]:
    """Quinn's own chair in the night; the phone is Quinn's."""
    return reverse("find_sub", args=[scene.night.slug, scene.entry(scene.quinn).pk, scene.quinn.pk]), form()


def for_line_up(scene: Any) -> tuple[str, dict[str, Any]]:
    """The captain's own place among the visitors; the phone is theirs."""
    first = scene.running.fixtures.get(number=1)
    return reverse("find_fixture_sub", args=[scene.running.slug, first.number, scene.captain.pk]), form()


def cancel(scene: Any) -> tuple[str, dict[str, Any]]:
    return reverse("cancel_sub", args=[_asked(scene, scene.quinn).pk]), form()


def answer(word: str) -> Request:
    """Mia was asked for Quinn's seat."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        ask, _ = _asked(scene, scene.quinn).asks.get_or_create(player=scene.mia.player)
        return links.path_for(ask), form(answer=word)

    return request


def _asked(scene: Any, player: Player) -> SubRequest:
    set_evenings(scene.club.pk, list(WEEK), context=context_of(scene.mia))
    entry = EntryPlayer.objects.get(entry__event=scene.night, player=player, is_active=True).entry
    found: SubRequest = commands.find_sub(entry.pk, player, context=context_of(scene.olga))
    return found


OF_SUBS: dict[str, Request] = {
    "subbing": evenings,
    "find_sub": for_entry,
    "find_fixture_sub": for_line_up,
    "cancel_sub": cancel,
    "answer_sub/yes": answer("yes"),
    "answer_sub/no": answer("no"),
    "answer_sub/praise": answer("praise"),
}
