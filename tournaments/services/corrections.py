"""What a correction would change, listed before anybody saves it. Reads only; the door for results is `results`."""

from games.engine.errors import RuleError
from tournaments.formats.base import Slip
from tournaments.formats.consequences import Consequence, Course, Kind, consequences
from tournaments.formats.unplayed import rule_named
from tournaments.models import Match, Round, Stage
from tournaments.services.history import played_rounds, request_after
from tournaments.services.scoring import check_slip
from tournaments.services.settle import listed


def consequences_of(match: Match, slip: Slip | None) -> tuple[Consequence, ...]:
    """Everything that changes if the match's result becomes this slip, or void (None). Played rounds stay.

    RuleError when the slip cannot have happened, or when the round is still a draft.
    """
    around = match.round
    if around.status == Round.Status.DRAFT:
        raise RuleError("This round is not published; there is no result to correct.")
    if slip is not None:
        check_slip(match, slip)
    before = course_of(around.stage)
    after = before.corrected(around.number, match.table, slip)
    return (*consequences(before, after), *_drafts(around), *_later_stages(around.stage))


def course_of(stage: Stage) -> Course:
    """The stage as it stands: published and closed rounds with the results that count now."""
    rounds = played_rounds(stage)
    request = request_after(stage, rounds, tuple(listed(stage)))
    return Course(stage.play, stage.settings, tuple(stage.criteria), request, rule_named(stage.unplayed))


def _drafts(around: Round) -> tuple[Consequence, ...]:
    drafts = around.stage.rounds.filter(status=Round.Status.DRAFT, number__gt=around.number)
    return tuple(
        Consequence(Kind.ROUND, f"{row} is drawn from the old result and not published yet: it has to be drawn again.")
        for row in drafts
    )


def _later_stages(stage: Stage) -> tuple[Consequence, ...]:
    """Stages that were seeded from this one's places keep their seeds."""
    begun = [later for later in stage.event.stages.filter(number__gt=stage.number, places__isnull=False).distinct()
             if any(source["stage"] == stage.number for source in later.sources)]  # fmt: skip
    return tuple(
        Consequence(Kind.PLACE, f"{later.title} was seeded from these standings; its seeds stay as they are.")
        for later in begun
    )
