"""Stages as they are planned: one after the other, with what cannot be played refused in words."""

from dataclasses import replace

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of, make_event
from tests.tournaments.scenes.stages import knock_out
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club
from tournaments.events import stages
from tournaments.events.models import Event
from tournaments.events.stage_plans import Places, StagePlan

BEST = knock_out(Places(1, 1, 4))

PLANS: dict[str, tuple[StagePlan, str]] = {
    "a format that is not there": (replace(BEST, format_key="bingo"), "There’s no format called bingo"),
    "a format for single players": (
        StagePlan("rotation", {}, (Places(1, 1, 4),)),
        "Pairs have entered this event, but Rotation is",
    ),
    "no one goes on": (replace(BEST, sources=()), "Choose which ranks advance from which stage"),
    "a stage that does not come before": (knock_out(Places(3, 1, 4)), "There’s no stage 3 before this one"),
    "itself": (knock_out(Places(2, 1, 4)), "There’s no stage 2 before this one"),
    "a place before the first": (knock_out(Places(1, 0, 4)), "Ranks 0 to 4 in Round robin aren’t possible"),
    "places backwards": (knock_out(Places(1, 4, 3)), "Ranks 4 to 3"),
    "a place too far down": (knock_out(Places(1, 1, 1000)), "from 1 to 999"),
    "places listed twice": (knock_out(Places(1, 1, 3), Places(1, 3, 4)), "Some ranks in Round robin are used twice"),
    "a name that is taken": (
        knock_out(Places(1, 1, 4), name="round  Robin"),
        "There’s already a stage called round Robin",
    ),
    "a name too long": (knock_out(Places(1, 1, 4), name="N" * 41), "can have at most 40 characters. This one has 41"),
    "a setting that is not there": (knock_out(Places(1, 1, 4), colour=1), "no setting called “colour”"),
}


@pytest.mark.parametrize("name", PLANS)
def test_a_plan_that_cannot_be_played_is_refused(club: Club, olga: User, name: str) -> None:
    event = make_event(club, olga, "round_robin")
    plan, reason = PLANS[name]
    before = AuditLogEntry.objects.count()
    with pytest.raises(RuleError, match=reason):
        stages.add_stage(event.pk, plan, context=context_of(olga))
    assert (event.stages.count(), AuditLogEntry.objects.count()) == (1, before)


def test_two_stages_are_set_up_at_once(club: Club, olga: User) -> None:
    event = make_event(club, olga, "swiss", stage_name="Swiss", later=(knock_out(Places(1, 1, 4)),))
    assert [(stage.number, stage.title, stage.format) for stage in event.stages.order_by("number")] == [
        (1, "Swiss", "swiss"),
        (2, "Bracket", "elimination"),
    ]
    assert event.audit_log.count() == 1
    with pytest.raises(RuleError, match="Choose which ranks advance from which stage"):
        make_event(club, olga, "swiss", name="Other", later=(knock_out(),))
    assert not Event.objects.filter(name="Other").exists()
