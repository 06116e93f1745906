"""What would be paid if the prizes were published now, and what prevents it. Reads only."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.entry_names import error_named
from tournaments.events.models import Event
from tournaments.honours.prize_ties import Tie
from tournaments.honours.prizes import Settlement, Unresolved
from tournaments.prizes.models import PrizeOffer
from tournaments.prizes.settlement import Outcome, digest_of, outcome_of, settled_data
from tournaments.results.history import begun_stages
from tournaments.rounds.finishing import problems, unplayed

NO_PLAN = mark("This event has no prizes yet. Save a prize plan first.")


@dataclass(frozen=True)
class Preview:
    """What would be shown now. error: why nothing can be computed. problems: what has to be done before. early: what
    is not finished and needs a reason to be passed over. digest: of what is seen here, for `show_prizes`."""

    offer: PrizeOffer
    outcome: Outcome | None
    error: RuleError | None
    problems: tuple[str, ...]
    early: tuple[str, ...]

    @property
    def settlement(self) -> Settlement | None:
        result = self.outcome.result if self.outcome else None
        return result if isinstance(result, Settlement) else None

    @property
    def ties(self) -> tuple[Tie, ...]:
        result = self.outcome.result if self.outcome else None
        return result.ties if isinstance(result, Unresolved) else ()

    @property
    def digest(self) -> str:
        return digest_of(settled_data(self.outcome)) if self.outcome and self.settlement else ""

    def obstacles(self, names: Mapping[int, str]) -> list[str]:
        """What prevents publishing now, in sentences with these names."""
        said = [*self.problems, *([error_named(self.error, names)] if self.error else [])]
        if self.outcome and isinstance(self.outcome.result, Unresolved):
            said += [explanation.render(names) for explanation in self.outcome.result.explanations]
        return said

    @property
    def can_be_shown(self) -> bool:
        return self.settlement is not None and not self.problems


def preview_of(event: Event, offer: PrizeOffer) -> Preview:
    begun = begun_stages(event)
    said, early = tuple(problems(begun)), tuple(unplayed(event, begun))
    try:
        outcome = outcome_of(event, offer)
    except RuleError as error:
        return Preview(offer, None, error, said, early)
    missing = tuple(
        say("No winner was chosen for {prize}. {why} Choose the winner.", prize=unknown.prize.name, why=unknown.why)
        for unknown in outcome.missing
    )
    return Preview(offer, outcome, None, (*said, *missing), early)
