"""Background work. The database rows say what there is to do; a lost wake-up costs only the time to the next sweep."""

import logging
from collections.abc import Callable

from celery import shared_task

from games.jobs.enqueuing import enqueue_on_commit

log = logging.getLogger(__name__)


@shared_task
def settle_match_task(match_id: int) -> None:
    from tournaments.results.standings_update import settle_match

    settle_match(match_id)


@shared_task
def run_job_task(kind: str, *keys: str) -> None:
    """Compute some of an honour again. While people wait in this process, the same wake-up comes a moment later."""
    from games.jobs.load import MOMENT, is_busy
    from tournaments.rewards.queue import run

    if is_busy():
        enqueue_on_commit(run_job_task, kind, *keys, after=MOMENT)
    else:
        run(kind, *keys)


@shared_task
def count_game_task(game_id: int) -> None:
    """Count a friendly game that has ended."""
    from tournaments.rewards.counting import recount_game

    recount_game(game_id)


@shared_task
def take_table_result(table_id: int) -> None:
    from tournaments.results.table_results import take_result

    take_result(table_id)


@shared_task
def run_portion_task() -> None:
    """Some of what is due; as long as that was a whole portion, the next one after it."""
    from tournaments.rewards.queue import PORTION, run_due

    if run_due(PORTION) == PORTION:
        enqueue_on_commit(run_portion_task)


@shared_task
def settle_season_task(season_id: int) -> None:
    """Bring the tables of a season up to date."""
    from tournaments.leagues.tables import settle_season

    settle_season(season_id)


@shared_task
def deliver_task() -> int:
    """Send what is queued for webhooks."""
    from tournaments.webhooks.sender import deliver_due

    return deliver_due()


@shared_task
def number_happenings_task() -> int:
    """Give what happened its place in the line that programs read."""
    from tournaments.happenings.stream import number_new

    return number_new()


@shared_task
def tell_task() -> int:
    """Tell people what happened. Returns the number of actions."""
    from tournaments.notifications.telling import tell_due

    return tell_due()


@shared_task
def tell_of_score_task(entry_id: int) -> None:
    """Tell the other side of a score that waits for it."""
    from tournaments.notifications.telling import tell_of_score

    tell_of_score(entry_id)


@shared_task
def sweep() -> int:
    """Do whatever the wake-ups missed, each part however the others fare. Returns how many matches were settled."""
    from tournaments.happenings.stream import number_new
    from tournaments.jackpots.closing import close_due
    from tournaments.leagues.date_proposals import sweep_proposals
    from tournaments.leagues.tables import settle_stale_seasons
    from tournaments.notifications.evening import missing_scores, open_check_ins
    from tournaments.notifications.honour_news import tell_achievements
    from tournaments.notifications.reminders import ask_due, remind
    from tournaments.notifications.telling import tell_due, tell_of_scores
    from tournaments.recurring.commands import set_up_due
    from tournaments.recurring.regulars import expect_due
    from tournaments.registration.waiting_list import sweep_waiting_lists
    from tournaments.results.standings_update import settle_unsettled
    from tournaments.results.table_results import take_waiting
    from tournaments.rewards.counting import count_games
    from tournaments.rewards.queue import run_due
    from tournaments.subs.sweep import sweep_requests
    from tournaments.webhooks.payloads import emit_registrations
    from tournaments.webhooks.sender import deliver_due

    parts: tuple[Callable[[], int | None], ...] = (
        settle_unsettled,
        take_waiting,
        settle_stale_seasons,
        count_games,
        run_due,
        close_due,
        sweep_waiting_lists,
        sweep_proposals,
        emit_registrations,
        deliver_due,
        number_new,
        set_up_due,
        expect_due,
        sweep_requests,
        ask_due,
        remind,
        open_check_ins,
        missing_scores,
        tell_due,
        tell_of_scores,
        tell_achievements,
    )
    results, errors = dict[Callable[[], int | None], int | None](), list[Exception]()
    for part in parts:
        try:
            results[part] = part()
        except Exception as error:
            # What this one left is left until somebody looks: the others have no other wake-up either.
            log.exception("a part of the sweep failed: %s.%s", part.__module__, part.__name__)
            errors.append(error)
    if errors:
        raise ExceptionGroup("parts of the sweep failed", errors)
    return results[settle_unsettled] or 0


@shared_task
def forget_old() -> int:
    """Deletes what has served its purpose and is private. Returns how many rows."""
    from tournaments.privacy import forgetting

    return forgetting.forget_old()
