"""What contradicts itself in rounds, results and standings, for the tests of `verify`."""

from games.engine.messages import NOTHING
from tests.cast import Table
from tests.tournaments.jackpots.plants import Plant
from tournaments.checkin.models import StageEntry
from tournaments.events.models import Stage
from tournaments.results.models import ResultEntry, Standing
from tournaments.rounds.models import Bye, Match, Round, Seat


def swap_seats(table: Table) -> None:
    """Entries of round 2 change tables, as no movement would lead them; the players stay where they are."""
    one, other = (Seat.objects.get(round__number=2, match__table=number, position=0) for number in (1, 2))
    Seat.objects.filter(pk=one.pk).update(entry=other.entry)
    Seat.objects.filter(pk=other.pk).update(entry=one.entry)


def second_stage(table: Table, *seeds: int) -> Stage:
    """A later stage with the first entries at these seeds."""
    stage = Stage.objects.create(event=table.event, number=2, format="progressive", rules=table.stage.rules)
    for number, seed in enumerate(seeds, start=1):
        StageEntry.objects.create(stage=stage, entry=table.event.entries.get(number=number), seed=seed)
    return stage


def sit_out_in(stage: Stage) -> None:
    row = Round.objects.create(stage=stage, number=1)
    Bye.objects.create(round=row, entry=stage.event.entries.get(number=8), reason=NOTHING)


ROUND_VIOLATIONS: dict[str, list[tuple[Plant, str]]] = {
    "results_follow_their_entries": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=2).update(version=9), "versions are not 1 to 3"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(last_version=4), "versions are not 1 to 4"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="void", standing=None), "stored as void"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(standing=t.match.results.get(version=1)),
         "its entries say"),
    ],
    "reopenings_take_back_decisions": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=2).update(kind="reopen"), "was no decision"),
    ],
    "standing_scores_are_possible": [
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={"points": [40, 0]}),
         "at most 32"),
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={"points": [8, 8]}), "first"),
        (lambda t: ResultEntry.objects.filter(match=t.match, version=3).update(slip={}), "can’t read this slip"),
    ],
    "standings_equal_a_rebuild": [
        (lambda t: Standing.objects.filter(place=1).update(points_over=99), "standings differ"),
        (lambda t: Standing.objects.filter(place=1).delete(), "standings differ"),
        (lambda t: Standing.objects.filter(place=1).update(because="A friend of mine."), "standings differ"),
    ],
    "called_matches_are_being_played": [
        (lambda t: Match.objects.filter(state="open", table=1).update(called_in=t.stage), "it is open, and called"),
        (lambda t: Round.objects.update(opens_singly=True), "it is open, and called or not"),
    ],
    "rounds_are_complete": [
        (lambda t: Round.objects.filter(number=2).update(number=3), "rounds are numbered [1, 3]"),
        (lambda t: Match.objects.filter(pk=t.match.pk).update(state="waiting", standing=None), "without a decision"),
        (lambda t: t.round.byes.create(entry=t.event.entries.get(number=1), reason=NOTHING), "two places"),
    ],
    "published_rounds_name_their_results": [
        (lambda t: Round.objects.filter(number=2).update(based_on=[4711]), "not of earlier rounds"),
        (lambda t: Round.objects.filter(number=1).update(based_on=[t.match.standing_id]), "not of earlier rounds"),
    ],
    "open_rounds_pass_the_audit": [(swap_seats, "but should be at table")],
    "later_stages_keep_their_field": [
        (lambda t: second_stage(t, 1, 3), "the seeds are [1, 3]"),
        (lambda t: Round.objects.create(stage=second_stage(t), number=1), "nobody was named"),
        (lambda t: sit_out_in(second_stage(t, 1, 2)), "has a place in a round, but none in the stage"),
        (lambda t: Round.objects.filter(number=2).update(stage=second_stage(t, 1, 2)), "has a place in a round, but"),
    ],
}  # fmt: skip
