"""Does everything stored agree with its facts? Each check yields one sentence per violation and mends nothing."""

import datetime
from collections import Counter
from collections.abc import Callable, Iterator

from django.db import connection
from django.db.models import Count, Max, Min

from games.engine.errors import RuleError
from games.tables.verify import as_of, chips_add_up, games_online_add_up, long_ago
from tournaments.access.models import Pass
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.calls.checks import open_calls_are_of_rounds_being_played
from tournaments.club_tables.checks import tables_of_clubs_are_friendly
from tournaments.cups import checks as cup_checks
from tournaments.events.models import Event, Stage
from tournaments.imported_games.commands import imported_games_are_as_entered
from tournaments.integrity.snapshot import one_moment
from tournaments.jackpots import checks as jackpot_checks
from tournaments.leagues import checks as league_checks
from tournaments.merging import checks as merging_checks
from tournaments.privacy import checks as privacy_checks
from tournaments.prizes import checks as prize_checks
from tournaments.registration import checks as registration_checks
from tournaments.results import commands as results
from tournaments.results import match_state, standings_update
from tournaments.results.models import MatchTable, ResultEntry
from tournaments.results.scoring import check_slip
from tournaments.rewards.models import Heartbeat, RewardJob
from tournaments.rewards.placements import places_are_counted
from tournaments.rewards.rebuild import facts_are_counted, honours_agree
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Bye, Match, Round, Seat
from tournaments.season_money import checks as season_money_checks

Kind = ResultEntry.Kind
Check = Callable[[], Iterator[str]]


def results_follow_their_entries() -> Iterator[str]:
    """State and standing entry are what the entries say; versions are dense from 1."""
    for match in Match.objects.prefetch_related("results").select_related("round"):
        entries = list(match.results.all())
        if [entry.version for entry in entries] != list(range(1, match.last_version + 1)):
            yield f"{_where(match)}: result versions are not 1 to {match.last_version}."
        position = match_state.replay(entries)
        standing = position.standing.pk if position.standing else None
        if (position.state, standing) != (match.state, match.standing_id):
            yield f"{_where(match)}: stored as {match.state}, its entries say {position.state}."


def reopenings_take_back_decisions() -> Iterator[str]:
    """The entry just before a reopening decided something; anything else cannot be taken back."""
    for entry in ResultEntry.objects.filter(kind=Kind.REOPEN).select_related("match__round"):
        decided = entry.match.results.filter(version=entry.version - 1, kind__in=results.DECISIONS)
        if not decided.exists():
            yield f"{_where(entry.match)}: version {entry.version} takes back what was no decision."


def standing_scores_are_possible() -> Iterator[str]:
    matches = Match.objects.filter(standing__isnull=False).select_related("round__stage__event", "standing")
    for match in matches.prefetch_related("seats"):
        try:
            check_slip(match, match.standing.reported)  # type: ignore[union-attr]  # filtered on above
        except RuleError as error:
            yield f"{_where(match)}: {error}"


def standings_equal_a_rebuild() -> Iterator[str]:
    for stage in Stage.objects.select_related("event"):
        if Match.objects.filter(round__stage=stage, unsettled_since__isnull=False).exists():
            continue
        fresh = {line.entry_id: line.fields() for line in standings_update.standing_lines(stage)}
        stored = {
            standing.entry_id: {name: getattr(standing, name) for name in _names(fresh)}
            for standing in stage.standings.all()
        }
        if fresh != stored:
            yield f"{stage}: stored standings differ from those computed from the results."


def _names(fresh: dict[int, dict[str, object]]) -> list[str]:
    return list(next(iter(fresh.values()), {}))


def rounds_are_complete() -> Iterator[str]:
    """Dense numbers; no one both plays and sits out; a closed round has a decision at every table."""
    for stage in Stage.objects.prefetch_related("rounds"):
        numbers = [of_stage.number for of_stage in stage.rounds.all()]
        if numbers != list(range(1, len(numbers) + 1)):
            yield f"{stage}: rounds are numbered {numbers}."
    undecided = Match.objects.filter(round__status=Round.Status.CLOSED).exclude(state__in=["standing", "void"])
    for match in undecided.select_related("round"):
        yield f"{_where(match)}: the round is closed without a decision at this table."
    for round_ in Round.objects.prefetch_related("byes", "matches__seats"):
        seated = Counter(
            seat.player_id for match in round_.matches.all() for seat in match.seats.all() if seat.player_id
        )
        entered = {seat.entry_id for match in round_.matches.all() for seat in match.seats.all()}
        if any(count > 1 for count in seated.values()) or entered & {bye.entry_id for bye in round_.byes.all()}:
            yield f"{round_} of stage {round_.stage_id}: someone has two places."


def called_matches_are_being_played() -> Iterator[str]:
    """Where matches open singly, a match and its chairs are called as long as it is undecided; elsewhere nothing is."""
    for match in Match.objects.select_related("round").prefetch_related("seats"):
        is_on = match.round.opens_singly and not match.is_terminal
        wanted = {match.round.stage_id} if is_on else {None}
        if {match.called_in_id, *(seat.called_in_id for seat in match.seats.all())} != wanted:
            yield f"{_where(match)}: it is {match.state}, and called or not called against that."


def published_rounds_name_their_results() -> Iterator[str]:
    """A published pairing was computed from results that really are entries of earlier rounds of its stage."""
    for round_ in Round.objects.filter(version__gt=0):
        known = ResultEntry.objects.filter(
            pk__in=round_.based_on, match__round__stage=round_.stage_id, match__round__number__lt=round_.number
        )
        if known.count() != len(round_.based_on):
            yield f"{round_} of stage {round_.stage_id}: it names results that are not of earlier rounds."


def open_rounds_pass_the_audit() -> Iterator[str]:
    """Rounds that were published with a reason against the audit are left alone."""
    overridden = AuditLogEntry.objects.filter(action=Action.PUBLISH_ROUND).exclude(reason="").values("round_id")
    rounds = Round.objects.filter(status=Round.Status.PUBLISHED).exclude(pk__in=overridden)
    for round_ in rounds.select_related("stage__event"):
        for finding in findings(round_):
            if finding.hard:
                yield f"{round_} of stage {round_.stage_id}: {finding.text}"


def later_stages_keep_their_field() -> Iterator[str]:
    """Seeds are dense from 1; a later stage with rounds has a field, and its rounds seat no one else."""
    for stage in Stage.objects.filter(number__gt=1).select_related("event").prefetch_related("places", "rounds"):
        seeds = [place.seed for place in stage.places.all()]
        if seeds != list(range(1, len(seeds) + 1)):
            yield f"{stage}: the seeds are {seeds}."
        if stage.rounds.all() and not seeds:
            yield f"{stage}: it has rounds, but nobody was named to play in it."
        seated = set(Seat.objects.filter(round__stage=stage, entry__isnull=False).values_list("entry", flat=True))
        seated |= set(Bye.objects.filter(round__stage=stage).values_list("entry", flat=True))
        if seated - {place.entry_id for place in stage.places.all()}:
            yield f"{stage}: somebody has a place in a round, but none in the stage."


def logs_are_dense() -> Iterator[str]:
    numbers = Event.objects.annotate(
        count=Count("audit_log"), low=Min("audit_log__number"), high=Max("audit_log__number")
    )
    for event in numbers:
        if event.count and (event.low, event.high, event.version) != (1, event.count, event.count):
            yield f"{event}: journal numbers {event.low}–{event.high}, {event.count} entries, version {event.version}."


def corrections_have_reasons() -> Iterator[str]:
    for entry in AuditLogEntry.objects.filter(action__in=[Action.CORRECT_RESULT, Action.VOID_RESULT], reason=""):
        yield f"Journal entry {entry.pk}: a correction without a reason."


def no_plain_tokens() -> Iterator[str]:
    for pass_ in Pass.objects.all():
        if len(pass_.token_hash) != 64 or set(pass_.token_hash) - set("0123456789abcdef"):
            yield f"Pass {pass_.pk} is not stored as a hash."


def no_old_work() -> Iterator[str]:
    old = Match.objects.filter(unsettled_since__lt=long_ago()).select_related("round")
    for match in old:
        yield f"{_where(match)}: unsettled since {match.unsettled_since:%H:%M}."
    for reward_job in RewardJob.objects.filter(since__lt=long_ago(), parked_at=None):
        yield f"{reward_job}: due since {reward_job.since:%H:%M}."


def match_tables_follow_their_matches() -> Iterator[str]:
    """An open table seats who was drawn; one that has ended is closed; what was played is what counts."""
    match_tables = MatchTable.objects.select_related("match__round", "table", "result")
    merging_checks = ("match__seats", "table__seats__player", "table__games")
    for link in match_tables.prefetch_related(*merging_checks):
        about = f"{_where(link.match)}, online at {link.table.code}"
        if (link.ended_at is None) != (link.table.closed_at is None):
            yield f"{about}: the table and its match do not agree on whether it is open."
        if link.ended_at is None and (link.match.is_terminal or link.match.round.status != Round.Status.PUBLISHED):
            yield f"{about}: open, though the match is not being played."
        if link.ended_at is None and _drawn(link) != _sitting(link):
            yield f"{about}: others sit there than were drawn."
        ended = [(game.ended_at, game.points) for game in link.table.games.all() if game.ended_at]
        if link.result and link.result.slip["points"] not in [points for _, points in ended]:
            yield f"{about}: the result {link.result.score} is not what was played."
        if not link.ended_at and not link.trouble and any(at < long_ago() for at, _ in ended):
            yield f"{about}: the game has ended and is no result yet."


def _drawn(link: MatchTable) -> list[int | None]:
    return [seat.player_id for seat in sorted(link.match.seats.all(), key=lambda seat: seat.position)]


def _sitting(link: MatchTable) -> list[int | None]:
    return [None if seat.player.is_bot else seat.player_id for seat in link.table.seats.all()]


def database_is_whole() -> Iterator[str]:
    if connection.vendor != "sqlite":
        return
    with connection.cursor() as cursor:
        answers = [answer[0] for answer in cursor.execute("PRAGMA integrity_check").fetchall()]
        strays = cursor.execute("PRAGMA foreign_key_check").fetchall()
    if answers != ["ok"] or strays:
        yield f"The database file is damaged: {answers[:3]} {strays[:3]}"


CHECKS: tuple[Check, ...] = (
    results_follow_their_entries,
    reopenings_take_back_decisions,
    standing_scores_are_possible,
    standings_equal_a_rebuild,
    rounds_are_complete,
    called_matches_are_being_played,
    published_rounds_name_their_results,
    open_rounds_pass_the_audit,
    later_stages_keep_their_field,
    logs_are_dense,
    corrections_have_reasons,
    no_plain_tokens,
    no_old_work,
    games_online_add_up,
    imported_games_are_as_entered,
    chips_add_up,
    match_tables_follow_their_matches,
    open_calls_are_of_rounds_being_played,
    tables_of_clubs_are_friendly,
    database_is_whole,
    facts_are_counted,
    places_are_counted,
    honours_agree,
    *league_checks.CHECKS,
    *cup_checks.CHECKS,
    *season_money_checks.CHECKS,
    *merging_checks.CHECKS,
    *privacy_checks.CHECKS,
    *registration_checks.CHECKS,
    *prize_checks.CHECKS,
    *jackpot_checks.CHECKS,
)


def violations(moment: datetime.datetime | None = None) -> list[str]:
    """All violations at one moment: what a worker settles in the meantime makes no difference.

    moment: when the site was last at work, if it is not now; unfinished work then waits until the site is started.
    """
    with as_of(moment), one_moment():
        return [sentence for check in CHECKS for sentence in check()]


def last_at_work() -> datetime.datetime | None:
    """When anything was last done here, by people or by timers."""
    done = (AuditLogEntry.objects.aggregate(at=Max("at"))["at"], Heartbeat.objects.aggregate(at=Max("at"))["at"])
    return max((at for at in done if at), default=None)


def _where(match: Match) -> str:
    return f"Stage {match.round.stage_id}, round {match.round.number}, table {match.table}"
