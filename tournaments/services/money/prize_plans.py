"""What is promised, and what only people can say: who won a prize that no slip tells, and how a tie was decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.errors import Stale
from tournaments.formats.config import config_data
from tournaments.honours.pot import MOST, WHOLE
from tournaments.honours.prize_plan import PrizePlan
from tournaments.honours.prize_ties import Method
from tournaments.honours.wording import money_text, percent_text
from tournaments.models import Event, JournalEntry, NamedWinner, PrizeOffer, ShownPrizes, TieDecision
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.journal import By
from tournaments.services.money.settlement import check_kept, decision_from, offer_of
from tournaments.services.nights.rounds import actor_name


@dataclass(frozen=True)
class Terms:
    """What is promised beside the plan. added, house_per_entry: cents. house_percent: hundredths of a percent.
    lot_decides: whether the lot of the standings is good for money too."""

    added: int = 0
    house_percent: int = 0
    house_per_entry: int = 0
    lot_decides: bool = False


@transaction.atomic
def set_prize_plan(event_id: int, plan: PrizePlan, terms: Terms = Terms(), *, by: By, seen: int) -> PrizeOffer:
    """Promise these prizes. seen: revision of what the form showed, 0 for none. Not once the prizes were shown."""
    event, data = journal.lock_event(event_id), config_data(plan)
    body = {"event": event_id, "plan": data, "terms": config_data(terms), "seen": seen}
    present = offer_of(event)
    if journal.replayed(by, "set_prize_plan", body) and present:
        return present
    require(by.actor, Verb.RUN_EVENT, event)
    _check_not_shown(event)
    if seen != (present.revision if present else 0):
        raise Stale(_plan_news(event))
    _check_terms(terms)
    about = {"plan": data, **config_data(terms), "revision": seen + 1}
    offer, _ = PrizeOffer.objects.update_or_create(event=event, defaults=about)
    journal.write(event, "set_prize_plan", by, body)
    return offer


def _check_terms(terms: Terms) -> None:
    for cents in (terms.added, terms.house_per_entry):
        if not 0 <= cents <= MOST:
            raise RuleError(
                "The amount is {amount}. Write one up to {most}.", amount=money_text(cents), most=money_text(MOST)
            )
    if not 0 <= terms.house_percent <= WHOLE:
        raise RuleError(
            "The house share is {percentage}. Write one up to 100 %.", percentage=percent_text(terms.house_percent)
        )


def _check_not_shown(event: Event) -> None:
    if ShownPrizes.objects.filter(event=event).exists():
        raise RuleError("The prizes were shown, so what was promised stays as it was.")


def _plan_news(event: Event) -> str:
    rows = event.journal.filter(verb="set_prize_plan").select_related("user__player", "player")
    last = rows.order_by("-number").first()
    if last is None:
        return say("Reload the page.")
    return say("The prizes were just changed by {name}. Look at them again.", name=actor_name(last))


@transaction.atomic
def name_winner(event_id: int, prize: str, counts: Mapping[int, int], *, by: By, seen: int) -> NamedWinner:
    """Say who won a side prize that the slips cannot tell: entry number → how many; nobody: none.

    seen: the turn that the form showed, 0 for none.
    """
    event = journal.lock_event(event_id)
    body = {"event": event_id, "prize": prize, "counts": {str(key): value for key, value in counts.items()},
            "seen": seen}  # fmt: skip
    rows = NamedWinner.objects.filter(event=event, prize=prize)
    if done := journal.replayed(by, "name_winner", body):
        return rows.get(journal=done)
    require(by.actor, Verb.RUN_EVENT, event)
    _check_not_shown(event)
    name = _prize_name(event, prize)
    known = set(event.entries.filter(number__in=counts).values_list("number", flat=True))
    if known != set(counts) or not all(0 < count <= 1000 for count in counts.values()):
        raise RuleError("Somebody named for {name} is not entered in the event. Choose from the list.", name=name)
    if rows.count() != seen:
        raise Stale("Who won {name} was just said by somebody else. Look at it again.", name=name)
    written = journal.write(event, "name_winner", by, body, detail={"prize": name})
    return NamedWinner.objects.create(event=event, prize=prize, turn=seen + 1, counts=body["counts"], journal=written)


def _prize_name(event: Event, key: str) -> str:
    offer = offer_of(event)
    names = [prize.name for prize in offer.promised.sides if prize.key == key] if offer else []
    if not names:
        raise RuleError("There is no such side prize any more. Look at the plan again.")
    return names[0]


@transaction.atomic
def decide_tie(
    event_id: int, entries: Sequence[int], method: Method, order: Sequence[Sequence[int]] = (),
    *, by: By, seen: int, reason: str = "",
) -> TieDecision:  # fmt: skip
    """Say how a tie of exactly these entry numbers is decided: by the lot (drawn from the event's seed), by splitting,
    or by a play-off or a cut with its order, best first.

    seen: how many decisions about it the form had seen; a second thought needs a reason. After the prizes were shown
    only a decision that changes none of them: about a tie that a correction would bring.
    """
    event, about = journal.lock_event(event_id), ",".join(str(number) for number in sorted(entries))
    parts = [sorted(part) for part in order]
    body = {"event": event_id, "about": about, "method": method.value, "order": parts, "seen": seen, "reason": reason}
    rows = TieDecision.objects.filter(event=event, about=about)
    if done := journal.replayed(by, "decide_tie", body):
        return rows.get(journal=done)
    require(by.actor, Verb.RUN_EVENT, event)
    if len(entries) < 2 or event.entries.filter(number__in=entries).count() != len(entries):
        raise RuleError("This tie is not there any more. Look at the prizes again.")
    decision_from(entries, method.value, parts)
    if rows.count() != seen:
        raise Stale("This tie was just decided by {name}. Look at the prizes again.", name=actor_name(_last(rows)))
    if seen and not reason.strip():
        raise RuleError("This tie was decided before. Say why that does not hold any more.")
    detail = {"method": method.in_sentence}
    written = journal.write(event, "decide_tie", by, body, detail=detail, reason=reason.strip())
    decided = TieDecision.objects.create(
        event=event, about=about, turn=seen + 1, method=method.value, order=parts, reason=reason.strip(),
        journal=written,
    )  # fmt: skip
    check_kept(event)
    return decided


def _last(rows: object) -> JournalEntry:
    last: TieDecision = rows.select_related("journal__user__player", "journal__player").order_by("-turn")[0]  # type: ignore[attr-defined]
    return last.journal
