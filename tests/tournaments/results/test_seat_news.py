"""A phone is woken by what its own seat page shows: never too late, and not by the score of another table."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import Table, context_of, on_grid, on_phone, seat_table, slip
from tests.sizes import sample, size
from tests.tournaments.pages.browsing import with_link
from tournaments import seat_news
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.checkin import entries, notices, substitutes
from tournaments.checkin.models import Notice
from tournaments.errors import CommandError
from tournaments.events import announcements
from tournaments.prizes import pot
from tournaments.results import commands as results
from tournaments.rounds import clock, drafts, wishes
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round, Seat

Step = Callable[["Night"], object]


class Night:
    """A night of twelve players, their phones, and what is done there by chance."""

    def __init__(self, seed: int) -> None:
        self.chance = Random(seed)
        self.table = seat_table(12, fee=500)
        self.event, self.olga = self.table.event, self.table.olga
        self.context = on_grid(self.olga)
        players = Player.objects.filter(lineups__event=self.event).order_by("pk")
        self.phones = {player: with_link(self.event, self.olga, player) for player in players}
        self.path = reverse("my_seat", args=[self.event.slug])

    @property
    def row(self) -> Round:
        found = self.event.stages.get().rounds.order_by("-number").first()
        assert found
        return found

    def match(self, *states: str) -> Match:
        """One of this event, of any round, in one of these states."""
        return self.chance.choice(list(Match.objects.filter(round__stage__event=self.event, state__in=states)))

    def someone(self, match: Match, side: int) -> Any:
        seat = self.chance.choice(list(match.seats.filter(side=side).select_related("player__user")))
        assert seat.player
        return on_phone(seat.player)

    def entry(self) -> Any:
        return self.chance.choice(list(self.event.entries.all()))

    def seen(self) -> dict[int, str]:
        return {player.pk: shown_on(phone, self.path) for player, phone in self.phones.items()}

    def notified(self, before: int) -> dict[int, bool]:
        """Player → whether one of the two topics of their page has a version newer than before."""
        everyone = seat_news.version_for_all(self.event.pk)
        return {
            player.pk: max(everyone, seat_news.version_for(self.event.pk, player.pk)) > before for player in self.phones
        }

    def version(self) -> int:
        return AuditLogEntry.objects.filter(event=self.event).count()


def shown_on(phone: Client, path: str) -> str:
    """What stands in the part of the page that is fetched again, without what differs each time."""
    page = phone.get(path).content.decode()
    live = page[page.index('id="live"') : page.index("</main>")]
    live = re.sub(r'data-live-version="\d+"|data-clock="\d+"|>\d+:\d\d<', "", live)
    return re.sub(r'name="(csrfmiddlewaretoken|key|seen)"\s+value="[^"]*"', "", live)


def report(night: Night) -> object:
    match = night.match("open", "waiting", "disputed")
    points = night.chance.choice([(10, 4), (6, 10), (10, 9)])
    return results.record_result(
        match.pk, slip(*points), context=night.someone(match, night.chance.randrange(2)), expected_version=None
    )


def record(night: Night) -> object:
    return results.record_result(night.match("open", "waiting").pk, slip(10, 3), context=night.context)


def answer(night: Night) -> object:
    match = night.match("waiting")
    do = night.chance.choice([results.confirm_result, results.dispute_result])
    return do(match.pk, context=night.someone(match, night.chance.randrange(2)), expected_version=match.last_version)


def correct(night: Night) -> object:
    match = night.match("standing")
    return results.correct_result(
        match.pk, slip(3, 10), reason="Misread", context=night.context, expected_version=match.last_version
    )


def void(night: Night) -> object:
    match = night.match("standing", "open")
    return results.void_result(
        match.pk, reason="Cards were missing", context=night.context, expected_version=match.last_version
    )


def reopen(night: Night) -> object:
    match = night.match("standing", "void")
    return results.reopen_result(match.pk, context=night.context, expected_version=match.last_version, reason="Again")


def draw(night: Night) -> object:
    row, stage = night.row, night.event.stages.get()
    if row.status == Round.Status.DRAFT:
        return rounds.draw_round(stage.pk, row.number, context=night.context, expected_version=row.revision)
    return rounds.draw_round(stage.pk, row.number + 1, context=night.context)


def publish(night: Night) -> object:
    return rounds.publish_round(night.row.pk, context=night.context, expected_version=night.row.revision)


def unpublish(night: Night) -> object:
    return rounds.unpublish_round(night.row.pk, context=night.context, expected_version=night.row.revision)


def close(night: Night) -> object:
    return rounds.close_round(night.row.pk, context=night.context, expected_version=night.row.revision)


def swap(night: Night) -> object:
    one, other = night.chance.sample(range(1, 13), 2)
    return drafts.swap(night.row.pk, one, other, context=night.context, expected_version=night.row.revision)


def substitute(night: Night) -> object:
    seat = night.chance.choice(
        list(Seat.objects.filter(round=night.row, entry__isnull=False).select_related("player", "entry"))
    )
    assert seat.player
    assert seat.entry_id
    return substitutes.sit_in(
        night.row.pk, seat.entry_id, seat.player, "Newcomer", context=night.context, expected_version=night.row.revision
    )


def run_clock(night: Night) -> object:
    if night.chance.random() < 0.5:
        return clock.start_clock(night.row.pk, 20, context=night.context)
    return night.chance.choice([clock.pause_clock, clock.resume_clock, clock.call_last_hand])(
        night.row.pk, context=night.context
    )


def give_notice(night: Night) -> object:
    entry = night.entry()
    player = entry.players.first()
    kind = night.chance.choice(list(Notice.Kind))
    return notices.give_notice(night.event.pk, player, kind, context=on_phone(player))


def answer_notice(night: Night) -> object:
    notice = night.chance.choice(list(notices.open_notices(night.event)))
    return night.chance.choice([notices.agree, notices.decline])(notice.pk, context=night.context)


STEPS: dict[Step, int] = {
    report: 8,
    record: 4,
    answer: 6,
    correct: 2,
    void: 1,
    reopen: 1,
    draw: 2,
    publish: 3,
    unpublish: 1,
    close: 3,
    swap: 2,
    substitute: 1,
    run_clock: 2,
    give_notice: 2,
    answer_notice: 2,
    lambda night: announcements.announce(night.event.pk, "Pizza is here", context=night.context): 1,
    lambda night: entries.check_in(night.entry().pk, context=night.context): 1,
    lambda night: entries.not_here(night.entry().pk, context=night.context): 1,
    lambda night: entries.drop_out(night.entry().pk, context=night.context): 1,
    lambda night: entries.take_fee(night.entry().pk, context=night.context): 1,
    lambda night: entries.walk_in(night.event.pk, [f"Late {night.version()}"], context=night.context): 1,
    lambda night: wishes.set_stationary(night.entry().pk, True, context=night.context): 1,
    lambda night: wishes.close_table(night.event.pk, 3, context=night.context): 1,
    lambda night: pot.charge_fine(night.event.pk, "Euchred", 25, context=night.context, entry=night.entry()): 1,
}


@pytest.mark.django_db
@pytest.mark.parametrize("seed", sample(of=range(1, size(1, 10) + 1)))
@pytest.mark.heavy
def test_viewers_are_notified_of_something_new(seed: int) -> None:
    night, done = Night(seed), Counter[str]()
    before = night.seen()
    for _ in range(40):
        version = night.version()
        step = night.chance.choices(list(STEPS), list(STEPS.values()))[0]
        try:
            step(night)
        except (CommandError, RuleError, IndexError):
            continue  # out of turn, or there is nothing of the kind
        after, notified = night.seen(), night.notified(version)
        changed = {player for player in after if after[player] != before[player]}
        last = AuditLogEntry.objects.filter(event=night.event).latest("number")
        assert changed <= {player for player, is_informed in notified.items() if is_informed}, last.action
        done[last.action] += 1
        before = after
    assert len(done) >= 8, done


def test_a_score_wakes_the_four_at_its_table(table: Table) -> None:
    version = AuditLogEntry.objects.filter(event=table.event).count()
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    notified = {
        player.name
        for player in Player.objects.filter(lineups__event=table.event)
        if seat_news.version_for(table.event.pk, player.pk) > version
    }
    assert notified == {"Pam", "Ann", "Quinn", "Bob"}
    assert seat_news.version_for_all(table.event.pk) <= version


def test_what_is_published_is_what_the_versions_say(
    table: Table, monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: Any
) -> None:
    heard: list[tuple[str, int]] = []
    monkeypatch.setattr("tournaments.audit_log.publish", lambda topic, version: heard.append((topic, version)))
    results.record_result(table.match.pk, slip(10, 6), context=on_phone(table.pam))
    clock.start_clock(table.round.pk, 20, context=context_of(table.olga))
    wishes.close_table(table.event.pk, 9, context=context_of(table.olga))
    newest = AuditLogEntry.objects.filter(event=table.event).count()
    event = table.event.topic
    four = [
        f"seat:{table.event.pk}-{pk}" for pk in sorted(one.pk for one in (table.pam, table.ann, table.quinn, table.bob))
    ]
    assert heard == [
        (event, newest - 2),
        *((topic, newest - 2) for topic in four),
        (event, newest - 1),
        (seat_news.topic_of_all(table.event), newest - 1),
        (event, newest),
    ]


def test_no_action_is_in_two_sets() -> None:
    sets = (seat_news.ABOUT_A_MATCH, seat_news.ABOUT_AN_ENTRY, seat_news.NOT_ON_SEATS)
    assert sum(map(len, sets)) == len(frozenset[Action]().union(*sets))
