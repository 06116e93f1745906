"""Prizes by programs: what is promised, who gets what, publishing payouts and marking them as paid."""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from django.http import Http404
from rest_framework.request import Request

from games.api.frame import DetailEndpoint, TableEndpoint
from games.engine.language import say
from tournaments.api_requests import ClubWrite, event_or_404, may_run
from tournaments.commands import lock_event
from tournaments.entry_names import names_of
from tournaments.events.models import Event
from tournaments.events.serializers import PublishSerializer
from tournaments.formats.config import config_data, config_from
from tournaments.honours.pot import Pot
from tournaments.honours.prize_plan import PrizePlan
from tournaments.prizes import commands, plans
from tournaments.prizes.models import Payout, PrizeOffer, ShownPrizes
from tournaments.prizes.preview import NO_PLAN, Preview, preview_of
from tournaments.prizes.selectors import pot_board
from tournaments.prizes.serializers import NewPlanSerializer, OnePayoutSerializer, PayoutsSerializer, PrizesSerializer
from tournaments.prizes.settlement import inputs_from, offer_of, shown_of
from tournaments.prizes.words import plan_words

PLAIN = ("added", "house_percent", "house_per_entry", "lot_decides")
"""What is promised beside the plan."""


class Prizes(DetailEndpoint):
    """The prizes that an event promises."""

    summary = "Show an event's prizes"
    answer = PrizesSerializer

    def find(self, slug: str) -> dict[str, Any]:
        return prizes_shown(event_or_404(slug))


class SetPrizePlan(ClubWrite):
    """Promise these prizes, as long as payouts aren’t published."""

    summary = "Set an event's prize plan"
    answer, body = PrizesSerializer, NewPlanSerializer

    def locked(self, slug: str) -> Event:
        return lock_event(event_or_404(slug).pk)

    def seen(self, thing: Event) -> Any:
        return self.show(prizes_shown(thing))

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        plan, terms = config_from(PrizePlan, data["plan"]), plans.Terms(**{name: data[name] for name in PLAIN})
        offer = offer_of(thing)
        seen = offer.revision if offer else 0
        plans.set_prize_plan(thing.pk, plan, terms, context=self.context_of(key), expected_version=seen)
        return prizes_shown(thing)


class Payouts(TableEndpoint):
    """Who gets what. Until payouts are published, organizers see what would be paid, and everyone else the pot."""

    summary = "List an event's payouts"
    answer = PayoutsSerializer

    def find(self, slug: str) -> dict[str, Any]:
        event = event_or_404(slug)
        return payouts_shown(event, with_private=may_run(self.request, event))


class PublishPayouts(ClubWrite):
    """Publish the payouts for good, and finish the event."""

    summary = "Publish payouts"
    answer, body = PayoutsSerializer, PublishSerializer

    def locked(self, slug: str) -> Event:
        return lock_event(event_or_404(slug).pk)

    def seen(self, thing: Event) -> Any:
        return self.show(payouts_shown(thing, with_private=may_run(self.request, thing)))

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        offer = offer_of(thing)
        digest = preview_of(thing, offer).digest if offer and may_run(self.request, thing) else ""
        commands.show_prizes(thing.pk, context=self.context_of(key), expected_version=digest, override=data["override"])
        return payouts_shown(thing, with_private=True)


class PayoutDetail(DetailEndpoint):
    """A published payout."""

    summary = "Show a payout"
    answer = OnePayoutSerializer

    def find(self, slug: str, pk: int) -> dict[str, Any]:
        return one_payout_shown(self.request, payout_or_404(slug, pk))


class PayoutWrite(ClubWrite):
    """What is done to one payout."""

    answer = OnePayoutSerializer
    action: ClassVar[Any]
    """Takes the payout's number and who asks."""

    def locked(self, slug: str, pk: int) -> Payout:
        lock_event(payout_or_404(slug, pk).event_id)
        return payout_or_404(slug, pk)

    def seen(self, thing: Payout) -> Any:
        return self.show(one_payout_shown(self.request, thing))

    def do(self, thing: Payout, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        type(self).action(thing.pk, context=self.context_of(key))
        return one_payout_shown(self.request, payout_or_404(thing.event.slug, thing.pk))


class MarkPaid(PayoutWrite):
    """The money is handed over, or what was asked back is received."""

    summary = "Mark a payout as paid"
    action = staticmethod(commands.mark_paid)


class UnmarkPaid(PayoutWrite):
    """Take off a mark that was a mistake."""

    summary = "Mark a payout as unpaid"
    action = staticmethod(commands.unmark_paid)


def payout_or_404(slug: str, pk: int) -> Payout:
    """The published payout of that id, with its event."""
    event = event_or_404(slug)
    payout = Payout.objects.filter(event=event, pk=pk).select_related("entry", "player").first()
    if payout is None:
        raise Http404
    payout.event = event
    return payout


def prizes_shown(event: Event) -> dict[str, Any]:
    """What the event promises, for `PrizesSerializer`."""
    offer = offer_of(event)
    return {
        "currency": event.club.currency,
        "revision": offer.revision if offer else 0,
        "plan": config_data(offer.promised) if offer else None,
        **{name: getattr(offer or plans.Terms(), name) for name in PLAIN},
        "words": plan_words(offer) if offer else [],
    }


def payouts_shown(event: Event, *, with_private: bool) -> dict[str, Any]:
    """Who gets what, for `PayoutsSerializer`. with_private: also the preview, why it's held back, and what is paid."""
    offer, shown = offer_of(event), shown_of(event)
    if shown:
        return _published(event, shown, with_private=with_private)
    preview = preview_of(event, offer) if offer and with_private else None
    names = names_of(event) if preview else {}
    problems = [say(NO_PLAN)] if with_private and offer is None else []
    return {
        "currency": event.club.currency,
        "published_at": None,
        "pot": _pot_so_far(event, offer, preview) if offer else None,
        "problems": preview.obstacles(names) if preview else problems,
        "early": preview.early if preview else (),
        "digest": preview.digest if preview else "",
        "results": list(_previewed(event, preview, names)) if preview else [],
    }


def _published(event: Event, shown: ShownPrizes, *, with_private: bool) -> dict[str, Any]:
    names = names_of(event)
    payouts = event.payouts.select_related("entry", "player")
    return {
        "currency": event.club.currency,
        "published_at": shown.at,
        "pot": _in_cents(inputs_from(shown.settled).pot),
        "problems": [],
        "early": [],
        "digest": "",
        "results": [_published_payout(event, payout, names, with_private=with_private) for payout in payouts],
    }


def _published_payout(event: Event, payout: Payout, names: Mapping[int, str], *, with_private: bool) -> dict[str, Any]:
    return {
        "currency": event.club.currency,
        "id": payout.pk,
        "entry": payout.entry.number,
        "player": payout.player,
        "prize": payout.prize,
        "cents": payout.cents,
        "reason": payout.reason.render(names),
        "is_adjustment": payout.change_id is not None,
        "is_paid": payout.paid_id is not None if with_private else None,
    }


def one_payout_shown(request: Request, payout: Payout) -> dict[str, Any]:
    """A published payout, for `OnePayoutSerializer`."""
    event = payout.event
    with_private = may_run(request, event)
    return _published_payout(event, payout, names_of(event), with_private=with_private)


def _previewed(event: Event, preview: Preview, names: Mapping[int, str]) -> Iterator[dict[str, Any]]:
    """What would be paid now; nothing while a tie is open or the plan does not fit."""
    if preview.settlement is None:
        return
    people = commands.players_of(event)
    for payout in preview.settlement.payouts:
        yield {
            "currency": event.club.currency,
            "id": None,
            "entry": payout.entry,
            "player": people[payout.entry, payout.player],
            "prize": payout.prize,
            "cents": payout.cents,
            "reason": payout.reason.render(names),
            "is_adjustment": False,
            "is_paid": False,
        }


def _pot_so_far(event: Event, offer: PrizeOffer, preview: Preview | None) -> dict[str, int] | None:
    pot = preview.outcome.inputs.pot if preview and preview.outcome else pot_board(event, offer).pot
    return _in_cents(pot) if pot else None


def _in_cents(pot: Pot) -> dict[str, int]:
    return {"total": pot.total, "house": pot.house, "for_prizes": pot.total - pot.house}
