"""What is promised, and what only people can say: who won a prize that no slip tells, and how a tie was decided."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import QuerySet

from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.messages import verbatim
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.audit_log import actor_name
from tournaments.commands import command, lock_event
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event
from tournaments.formats.config import config_data
from tournaments.honours.pot import MAX_CENTS, WHOLE
from tournaments.honours.prize_plan import PrizePlan
from tournaments.honours.prize_ties import Method
from tournaments.honours.wording import money_text, percent_text
from tournaments.permissions import Permission
from tournaments.prizes.models import NamedWinner, PrizeOffer, ShownPrizes, TieDecision
from tournaments.prizes.settlement import check_kept, decision_from, offer_of


@dataclass(frozen=True)
class Terms:
    """What is promised beside the plan. added, house_per_entry: cents. house_percent: hundredths of a percent.
    lot_decides: whether the random draw of the standings also decides money."""

    added: int = 0
    house_percent: int = 0
    house_per_entry: int = 0
    lot_decides: bool = False


@command(
    Action.SET_PRIZE_PLAN,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: PrizeOffer.objects.get(event=done.event),
)
def set_prize_plan(
    event: Event, plan: PrizePlan, terms: Terms = Terms(), *, context: Context, expected_version: int
) -> PrizeOffer:
    """Promise these prizes. expected_version: revision of what the form showed, 0 for none. Not once the prizes were
    shown."""
    data, present = config_data(plan), offer_of(event)
    _check_not_shown(event)
    if expected_version != (present.revision if present else 0):
        raise Conflict(_plan_news(event))
    _check_terms(terms)
    about = {"plan": data, **config_data(terms), "revision": expected_version + 1}
    offer, _ = PrizeOffer.objects.update_or_create(event=event, defaults=about)
    context.log()
    return offer


def _check_terms(terms: Terms) -> None:
    for cents in (terms.added, terms.house_per_entry):
        if not 0 <= cents <= MAX_CENTS:
            raise RuleError(
                "You entered {amount}. Enter an amount up to {most}.",
                amount=money_text(cents),
                most=money_text(MAX_CENTS),
            )
    if not 0 <= terms.house_percent <= WHOLE:
        raise RuleError(
            "You entered a house share of {percentage}. Enter 100% or less.",
            percentage=percent_text(terms.house_percent),
        )


def _check_not_shown(event: Event) -> None:
    if ShownPrizes.objects.filter(event=event).exists():
        raise RuleError("Payouts are published, so you can’t change the prize plan.")


def _plan_news(event: Event) -> str:
    entries = event.audit_log.filter(action=Action.SET_PRIZE_PLAN).select_related("user__player", "player")
    last = entries.order_by("-number").first()
    if last is None:
        return say("The prizes have changed. Reload the page.")
    return say("{name} just changed the prizes. Check them again.", name=actor_name(last))


@command(
    Action.NAME_WINNER,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: NamedWinner.objects.get(journal=done),
)
def name_winner(
    event: Event, prize: str, counts: Mapping[int, int], *, context: Context, expected_version: int
) -> NamedWinner:
    """Enters who won a side prize that the slips don't show: entry number → how many; empty for no winner.

    expected_version: the turn that the form showed, 0 for none.
    """
    named_winners = NamedWinner.objects.filter(event=event, prize=prize)
    _check_not_shown(event)
    name = _prize_name(event, prize)
    known = set(event.entries.filter(number__in=counts).values_list("number", flat=True))
    if known != set(counts) or not all(0 < count <= 1000 for count in counts.values()):
        raise RuleError(
            "The player chosen for the side prize {name} isn’t entered in this event. Choose from the list.", name=name
        )
    if named_winners.count() != expected_version:
        raise Conflict("Someone just chose the winner of the side prize {name}. Check that choice.", name=name)
    written = context.log(detail={"prize": name})
    return NamedWinner.objects.create(
        event=event,
        prize=prize,
        turn=expected_version + 1,
        counts={str(number): count for number, count in counts.items()},
        journal=written,
    )


def _prize_name(event: Event, key: str) -> str:
    offer = offer_of(event)
    names = [prize.name for prize in offer.promised.sides if prize.key == key] if offer else []
    if not names:
        raise RuleError("That side prize no longer exists. Check the prize plan again.")
    return names[0]


@command(
    Action.DECIDE_TIE,
    lock=lock_event,
    permission=Permission.RUN_EVENT,
    replay=lambda done: TieDecision.objects.get(journal=done),
)
def decide_tie(
    event: Event,
    entries: Sequence[int],
    method: Method,
    order: Sequence[Sequence[int]] = (),
    *,
    context: Context,
    expected_version: int,
    reason: str = "",
) -> TieDecision:
    """Decides a tie of exactly these entry numbers: by the random draw (from the event's seed), by splitting, or by a
    play-off or a cut with its order, best first.

    expected_version: how many decisions about it the form had seen; a second thought needs a reason. After the prizes
    were published only a decision that changes none of them: about a tie that a correction would bring.
    """
    about = ",".join(str(number) for number in sorted(entries))
    parts = [sorted(part) for part in order]
    tie_decisions = TieDecision.objects.filter(event=event, about=about)
    if len(entries) < 2 or event.entries.filter(number__in=entries).count() != len(entries):
        raise RuleError("This tie no longer exists. Check the prizes again.")
    decision_from(entries, method.value, parts)
    if tie_decisions.count() != expected_version:
        raise Conflict("{name} just decided this tie. Check the prizes again.", name=actor_name(_last(tie_decisions)))
    if expected_version and not reason.strip():
        raise RuleError("This tie was already decided. Enter the reason for the new decision.")
    detail = {"method": verbatim(method.in_sentence).as_data()}
    written = context.log(detail=detail, reason=reason.strip())
    decided = TieDecision.objects.create(
        event=event,
        about=about,
        turn=expected_version + 1,
        method=method.value,
        order=parts,
        reason=reason.strip(),
        journal=written,
    )
    check_kept(event)
    return decided


def _last(tie_decisions: QuerySet[TieDecision]) -> AuditLogEntry:
    last = tie_decisions.select_related("journal__user__player", "journal__player").order_by("-turn")[0]
    return last.journal
