"""A browser without a screen: who asks, what a form carries, and everything that is stored."""

import html
import re
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Any

from allauth.account.internal.flows.login import record_authentication
from django.apps import apps
from django.contrib.auth import SESSION_KEY
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from tests.cast import context_of, on_grid, slip
from tournaments.access.passes import issue_pass
from tournaments.events.changes import settings_version
from tournaments.events.house_rules import bundles_for
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import proposal
from tournaments.events.stage_forms import StageForm
from tournaments.formats.catalogue import FORMATS
from tournaments.results import commands as results
from tournaments.results.scoring import table_rules
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match

Answer = Any
"""A response of the test client, which knows more than its type says."""
HOSTILE = (
    "<script>document.body.dataset.hacked=1</script>",
    '"><img src=x onerror=document.body.dataset.hacked=1>',
    "{{ settings.SECRET_KEY }}{% debug %}",
    '\u202eevil\u202c \u200b🃏 O\'Brien "Q" & sons',
    "N" * 80,
)
"""Names that people could give themselves."""


def visitor() -> Client:
    return Client()


def log_in(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def certain(client: Client, method: str = "password") -> Client:
    """The same browser, in which the password was typed once more just now, or a code of the second factor (mfa)."""
    request = HttpRequest()
    request.session = client.session
    user = User.objects.get(pk=request.session[SESSION_KEY])
    record_authentication(request, user, method, reauthenticated=True)
    request.session.save()
    return client


def with_link(event: Event, owner: User, player: Player) -> Client:
    """The phone of a player who opened a personal link and said yes."""
    client = Client()
    token = issue_pass(event.pk, player, context=context_of(owner))
    client.post(reverse("open_pass", args=[event.slug, token]))
    return client


def form(**fields: Any) -> dict[str, Any]:
    """What a page's form sends: its fields and a key of its own."""
    return {"key": str(uuid.uuid4()), **fields}


def slip_form(match: Match, *points: Any, **more: Any) -> dict[str, Any]:
    """What the slip of a match sends, from a page that shows the match as it is now."""
    scores = {f"points_{side}": value for side, value in enumerate(points)}
    return form(seen=match.last_version, seating=match.round.version, **scores) | more


def world() -> dict[str, list[Any]]:
    """Every row of every table, as the database keeps it: models would take ten times as long."""
    rows = {}
    with connection.cursor() as cursor:
        for model in apps.get_models(include_auto_created=True):
            cursor.execute(f'SELECT * FROM "{model._meta.db_table}" ORDER BY "{model._meta.pk.column}"')  # noqa: S608
            rows[model._meta.label] = cursor.fetchall()
    return rows


@contextmanager
def writes() -> Iterator[list[str]]:
    """What is sent to the database and may change rows. Far quicker than comparing two worlds, and never too little."""
    sent: list[str] = []

    def watch(execute: Any, sql: str, *args: Any) -> Any:
        if not sql.lstrip().upper().startswith(("SELECT", "SAVEPOINT", "RELEASE", "ROLLBACK")):
            sent.append(sql)
        return execute(sql, *args)

    with connection.execute_wrapper(watch):
        yield sent


def differences(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> set[str]:
    return {label for label in before if before[label] != after[label]}


def refused_untouched(client: Client, path: str, body: dict[str, Any]) -> Answer:
    """The answer to a form that must write nothing."""
    before = world()
    response = client.post(path, body)
    assert differences(before, world()) == set()
    return response


def text_of(response: Answer) -> str:
    """What a person reads on the page, in one line."""
    body = re.sub(r"<(script|style)\b.*?</\1>", " ", response.content.decode(), flags=re.DOTALL)
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", body)).split())


def without_tokens(response: Answer) -> str:
    """The page without what differs at each asking: CSRF tokens and keys."""
    body = re.sub(r'(csrfmiddlewaretoken|csrf-token)"[^>]*', r"\1", response.content.decode())
    return re.sub(r"[0-9a-f]{8}-[0-9a-f-]{27}", "KEY", body)


def finish_round(stage: Stage, owner: User, points: Iterable[int] = (10, 6)) -> None:
    """The organizer enters the same score for every table of the open round, and closes it."""
    row = stage.rounds.get(status="published")
    for match in row.matches.exclude(state="standing"):
        sides = match.seats.values("side").distinct().count()
        results.record_result(match.pk, slip(*points) if sides == 2 else slip(8, 0, 0), context=on_grid(owner))
    rounds.close_round(row.pk, context=context_of(owner), expected_version=row.revision)
    settle_unsettled()


def settings_form(event: Event, **changed: Any) -> dict[str, Any]:
    """What the page's form sends when it is opened now."""
    event.refresh_from_db()
    there = event.local_start
    shown = {
        "seen": settings_version(event),
        "name": event.name,
        "starts_at": f"{there:%Y-%m-%dT%H:%M}",
        "venue": event.venue_id or "",
        "new_venue": "",
        "fee": f"{event.fee / 100:.2f}",
        "confirmation": event.confirmation,
        "where": event.where,
        "time_online": event.time_online,
    }
    return form(**shown | changed)


def event_form(**changed: Any) -> dict[str, Any]:
    """The new-event form of the progressive with its defaults."""
    tomorrow = timezone.now() + timedelta(days=1)
    return (
        form(
            name="Friday",
            starts_at=tomorrow.strftime("%Y-%m-%dT19:00"),
            venue="",
            confirmation="opponents",
            fee="5",
            where="physical",
            time_online="30",
            rounds=8,
            length="hands",
            hands=8,
            minutes="",
            moves="losers",
            colours="none",
            wrap="on",
            head_table="like_others",
            tied="reached_first",
            short_table="ghost",
            ghost_points=7,
        )
        | changed
    )


def stage_form(event: Event, format_key: str, **changed: Any) -> dict[str, Any]:
    """The form of one more stage with its defaults."""
    play, earlier = FORMATS[format_key], list(event.stages.order_by("number"))
    shown = StageForm(play=play, earlier=earlier, offered=bundles_for(event.club, None, table_rules(earlier[-1])))
    usual = {name: field.initial for name, field in shown.fields.items() if field.initial not in (None, False)}
    return form(**usual) | changed


def seeds_form(stage: Stage, **changed: Any) -> dict[str, Any]:
    """The seeding of a stage as its page proposes it."""
    proposed = proposal(stage)
    seeds = {f"seed_{line.entry.pk}": seed for seed, line in enumerate(proposed.lines, start=1)}
    return form(seen=proposed.seen, **seeds) | changed
