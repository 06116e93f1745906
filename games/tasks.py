"""Background work of tables online, notifications, push and email. The rows are the queue; a lost message costs until
the next sweep."""

from celery import shared_task


@shared_task
def move_table(table_id: int) -> None:
    from games.tables import mover

    mover.move_table(table_id)


@shared_task
def move_due_tables() -> int:
    """Whatever is due and was not done: at how many tables."""
    from games.tables import mover

    return mover.move_due_tables()


@shared_task
def forget_old_lines() -> int:
    """What was said at tables a month ago: how many lines."""
    from games.tables import talk

    return talk.forget_old_lines()


@shared_task
def forget_guests() -> int:
    """Guests who never came back: how many were removed."""
    from games.daily.commands import forget_days_of_guests
    from games.puzzles.commands import forget_attempts_of_guests
    from games.tables import retention

    forget_days_of_guests()
    forget_attempts_of_guests()
    return retention.forget_guests()


@shared_task
def forget_old_searches() -> int:
    """Searches for a game that began more than a day ago: how many were removed."""
    from games.finding import commands

    return commands.forget_old_searches()


@shared_task
def send_push_tests() -> int:
    """Test notifications that wait: how many were sent."""
    from games.notifications.push import subscribing

    return subscribing.send_tests()


@shared_task
def send_mail() -> int:
    """Mails that wait: how many were sent."""
    from games.jobs import mail

    return mail.send_due()


@shared_task
def send_notifications() -> int:
    """Notifications that wait: in how many steps they were sent."""
    from games.notifications import delivery

    return delivery.deliver_due()


@shared_task
def forget_old_notifications() -> int:
    """What people were told months ago: how many were removed."""
    from games.notifications import choices

    return choices.delete_old_notifications()


@shared_task
def review_hands() -> int:
    """Hands whose review was asked for: how many were tried."""
    from games.review import worker

    return worker.review_due()


@shared_task
def score_daily_deals() -> int:
    """Days of the daily deal that are over: how many were scored."""
    from games.daily import commands

    return commands.score_due()
