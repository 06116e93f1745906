"""An event that takes registrations, for the scene of the permissions, and a valid request for every address of it."""

from collections.abc import Callable
from typing import Any

from django.urls import reverse

from games.accounts.models import Player, User
from tests.cast import context_of
from tests.tournaments.pages.browsing import form
from tests.tournaments.scenes.registration import known, taking
from tournaments.balanced_pairs.commands import make_pairs
from tournaments.clubs.models import Club
from tournaments.events.models import Event
from tournaments.registration.partners import ask_partner
from tournaments.registration.spots import sign_up

Request = Callable[[Any], tuple[str, dict[str, Any]]]


class Registering:
    """`signing` is open for pairs: Mia is alone, Ike has asked her, and June is alone too. In `asking` Mia looks for a
    partner and has asked Kit. In `opening` no one is registered. In `pairing` Ike and June were made a balanced
    pair."""

    def __init__(self, club: Club, olga: User, mia: User):
        self.ike, self.june, self.kit = known(club, "Ike R", "June R", "Kit R")
        self.event = taking(club, olga, 4, "round_robin", name="Signing")
        self.mine = sign_up(self.event.pk, [mia.player], context=context_of(olga))
        ikes = sign_up(self.event.pk, [self.ike], context=context_of(olga))
        self.junes = sign_up(self.event.pk, [self.june], context=context_of(olga))
        self.ask = ask_partner(ikes.pk, mia.player, context=context_of(olga))
        self.asking = self.alone("Asking", club, olga, mia.player)
        self.own_ask = ask_partner(self.asking.registrations.get().pk, self.kit, context=context_of(olga))
        self.opening = taking(club, olga, 4, name="Opening")
        pairing = taking(club, olga, 4, "round_robin", name="Pairing")
        alone = [sign_up(pairing.pk, [each], context=context_of(olga)).pk for each in (self.ike, self.june)]
        self.made = make_pairs(pairing.pk, [(alone[0], alone[1])], context=context_of(olga))

    def alone(self, name: str, club: Club, olga: User, player: Player) -> Event:
        event = taking(club, olga, 4, "round_robin", name=name)
        sign_up(event.pk, [player], context=context_of(olga), is_looking=True)
        return event


def own(action: str, slug: str = "signing", **fields: Any) -> Request:
    """fields: values, or how to read them off the scene."""
    return lambda scene: (reverse("move_registration", args=[slug, action]), form(**read(scene, fields)))


def desk(action: str, slug: str = "signing", **fields: Any) -> Request:
    return lambda scene: (reverse("move_registration_desk", args=[slug, action]), form(**read(scene, fields)))


def balanced(action: str, slug: str = "signing", **fields: Any) -> Request:
    return lambda scene: (reverse("move_balanced_pairs", args=[slug, action]), form(**read(scene, fields)))


def read(scene: Any, fields: dict[str, Any]) -> dict[str, Any]:
    return {name: value(scene.registering) if callable(value) else value for name, value in fields.items()}


MINE = {"registration": lambda one: one.mine.pk}
OF_REGISTRATION: dict[str, Request] = {
    "registration": lambda scene: (reverse("registration", args=["signing"]), {}),
    "move_registration/sign-up": own("sign-up", "opening"),
    "move_registration/withdraw": own("withdraw", seen=lambda one: one.mine.revision, **MINE),
    "move_registration/look": own("look", **MINE),
    "move_registration/stop-looking": own(
        "stop-looking", "asking", registration=lambda one: one.asking.registrations.get().pk
    ),
    "move_registration/ask": own("ask", **MINE, partner=lambda one: one.kit.pk),
    "move_registration/take-back": own("take-back", "asking", ask=lambda one: one.own_ask.pk),
    "move_registration/accept": own("accept", ask=lambda one: one.ask.pk),
    "move_registration/decline": own("decline", ask=lambda one: one.ask.pk),
    "move_registration/praise": own("praise"),
    "registration_desk": lambda scene: (reverse("registration_desk", args=["signing"]), {}),
    "move_registration_desk/terms": desk("terms", seen=1, opens_at="", closes_at="", capacity="5"),
    "move_registration_desk/open": desk("open", "empty"),
    "move_registration_desk/close": desk("close"),
    "move_registration_desk/enter": desk("enter", player=lambda one: one.kit.pk),
    "move_registration_desk/withdraw": desk("withdraw", seen=lambda one: one.mine.revision, **MINE),
    "move_registration_desk/join": desk("join", one=lambda one: one.mine.pk, other=lambda one: one.junes.pk),
    "move_registration_desk/praise": desk("praise"),
    "balanced_pairs": lambda scene: (reverse("balanced_pairs", args=["signing"]), {}),
    "move_balanced_pairs/add": balanced("add", player=lambda one: one.kit.pk),
    "move_balanced_pairs/make": balanced("make", pair=lambda one: f"{one.mine.pk}-{one.junes.pk}"),
    "move_balanced_pairs/undo": balanced("undo", "pairing", made=lambda one: one.made.pk),
    "move_balanced_pairs/praise": balanced("praise"),
}
