"""What a correction would change, listed before anyone saves it. Reads only; `results.commands` writes."""

from collections import Counter
from collections.abc import Iterator

from games.engine.errors import RuleError
from games.engine.messages import Message, in_a_row, message
from tournaments.events.models import Event, Stage
from tournaments.formats.base import Slip
from tournaments.formats.numbers import EntryRef
from tournaments.formats.standings.consequences import Consequence, Course, Kind, consequences
from tournaments.formats.standings.unplayed import rule_named
from tournaments.honours.prizes import Unresolved
from tournaments.honours.wording import Money
from tournaments.prizes.models import PrizeOffer
from tournaments.prizes.settlement import Amounts, Outcome, amounts_of, due_of, offer_of, outcome_of, shown_of
from tournaments.results.history import played_rounds, request_after
from tournaments.results.scoring import check_slip
from tournaments.results.standings_update import listed
from tournaments.rounds.final_places import Rounds
from tournaments.rounds.models import Match, Round

_AMOUNT = message("{entry}: {before} becomes {after}.")
_SIDE_PRIZE = message("{entry}, {name}: {before} becomes {after}.")
_DRAFT = message("Round {round} was drawn before this correction and isn’t published yet. Draw it again.")
_SEEDED = message("The seeds in {name} came from the standings before this correction and won’t change.")


def consequences_of(match: Match, slip: Slip | None) -> tuple[Consequence, ...]:
    """Everything that changes if the match's result becomes this slip, or void (None). Played rounds stay.

    RuleError when the slip cannot have happened, or when the round is still a draft.
    """
    around = match.round
    if around.status == Round.Status.DRAFT:
        raise RuleError("This round isn’t published, so there’s no result to correct.")
    if slip is not None:
        check_slip(match, slip)
    before = course_of(around.stage)
    after = before.corrected(around.number, match.table, slip)
    prizes = _prizes(around.stage, after)
    return (*consequences(before, after), *prizes, *_drafts(around), *_later_stages(around.stage))


def outcome_after(match: Match, slip: Slip | None) -> Outcome | None:
    """The prizes as they would be settled with this slip, or with the match void; None where none are promised."""
    stage, offer = match.round.stage, offer_of(match.round.stage.event)
    if offer is None:
        return None
    after = course_of(stage).corrected(match.round.number, match.table, slip)
    return outcome_of(stage.event, offer, {stage.pk: after.request.history})


def course_of(stage: Stage) -> Course:
    """The stage as it is now: published and closed rounds with the results that count."""
    rounds = played_rounds(stage)
    request = request_after(stage, rounds, tuple(listed(stage)))
    return Course(stage.play, stage.settings, tuple(stage.criteria), request, rule_named(stage.unplayed))


def _prizes(stage: Stage, after: Course) -> Iterator[Consequence]:
    """Players who would get another amount than was published or, before that, than by the present results."""
    offer = offer_of(stage.event)
    if offer is None:
        return
    shown = shown_of(stage.event) is not None
    now = due_of(stage.event) if shown else _amounts(stage.event, offer, {})
    then = _amounts(stage.event, offer, {stage.pk: after.request.history})
    if isinstance(then, Message):
        if then != now:
            yield Consequence(Kind.PRIZE, then)
    elif not isinstance(now, Message):
        yield from _other_prizes(offer, now, then)


def _amounts(event: Event, offer: PrizeOffer, played: Rounds) -> Amounts | Message:
    """What everyone would get, or why that is unknown."""
    try:
        result = outcome_of(event, offer, played).result
    except RuleError as error:
        return error.words
    return in_a_row(result.explanations) if isinstance(result, Unresolved) else amounts_of(result)


def _other_prizes(offer: PrizeOffer, now: Amounts, then: Amounts) -> Iterator[Consequence]:
    names = {prize.key: prize.name for prize in offer.promised.sides}
    old, new = (_by_prize(amounts) for amounts in (now, then))
    for entry, prize in sorted(old.keys() | new.keys()):
        if old[entry, prize] != new[entry, prize]:
            about = {"entry": EntryRef(entry), "name": names.get(prize, "")}
            amounts = {"before": Money(old[entry, prize]), "after": Money(new[entry, prize])}
            text = _SIDE_PRIZE if prize in names else _AMOUNT
            yield Consequence(Kind.PRIZE, text(**about, **amounts), (entry,))


def _by_prize(amounts: Amounts) -> Counter[tuple[int, str]]:
    """What an entry gets for a prize, all its players together."""
    totals: Counter[tuple[int, str]] = Counter()
    for (entry, _, prize), cents in amounts.items():
        totals[entry, prize] += cents
    return totals


def _drafts(around: Round) -> tuple[Consequence, ...]:
    drafts = around.stage.rounds.filter(status=Round.Status.DRAFT, number__gt=around.number)
    return tuple(Consequence(Kind.ROUND, _DRAFT(round=draft.number)) for draft in drafts)


def _later_stages(stage: Stage) -> tuple[Consequence, ...]:
    """Stages that were seeded from this one's places keep their seeds."""
    begun = [
        later
        for later in stage.event.stages.filter(number__gt=stage.number, places__isnull=False).distinct()
        if any(source["stage"] == stage.number for source in later.sources)
    ]
    return tuple(Consequence(Kind.PLACE, _SEEDED(name=later.title)) for later in begun)
