"""Every timer of the site, on one page.

No timer decides anything: each wakes a function that reads from the database what is still to do.
"""

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Timer:
    task: str
    every_seconds: float
    why: str


TIMERS = (
    Timer("tournaments.tasks.sweep", 15, "finishes whatever a lost message or a dead worker left undone"),
    Timer("euchre_site.tasks.back_up", 600, "keeps a backup that is at most ten minutes old; on SQLite only"),
    Timer("euchre_site.tasks.drill", 1800, "once a day, in a quiet hour, restores a backup elsewhere and compares"),
    Timer("games.tasks.forget_guests", 3600, "forgets guests who finished no game and stayed away for a day"),
    Timer("games.tasks.move_due_tables", 2, "plays on at tables online when the message for that moment was lost"),
    Timer("games.tasks.forget_old_searches", 3600, "forgets who looked for a game online the day before"),
    Timer("games.tasks.forget_old_lines", 3600, "forgets what was said at tables online a month ago"),
    Timer("tournaments.tasks.forget_old", 3600, "forgets old links, and words and addresses that have served"),
    Timer("games.tasks.send_mail", 60, "sends the mails that a lost message or an absent mail server left"),
    Timer("games.tasks.send_notifications", 15, "sends the notifications that a lost message or quiet hours left"),
    Timer("games.tasks.forget_old_notifications", 3600, "forgets what people were told three months ago"),
    Timer("games.tasks.send_push_tests", 60, "sends the test notifications that a lost message left"),
    Timer("games.tasks.review_hands", 60, "works out the reviews of hands that a lost message left"),
    Timer("games.tasks.score_daily_deals", 900, "settles the scores of the daily deal when its day is over"),
    Timer("euchre_site.tasks.show_life", 30, "shows the health page that timers and workers are at work"),
)


def beat_schedule() -> dict[str, dict[str, Any]]:
    return {
        timer.task: {
            "task": timer.task,
            "schedule": timer.every_seconds,
            # With no worker running the calls must not pile up: the next one does the same work.
            "options": {"expires": timer.every_seconds},
        }
        for timer in TIMERS
    }
