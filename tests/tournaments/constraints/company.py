"""Rows that break each constraint about the company at a table online."""

import uuid
from collections.abc import Callable
from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from games.blocks.models import Block
from games.daily.commands import deal_of_today
from games.daily.models import DailyEntry, DailyHand
from games.finding.models import Search
from games.puzzles.models import PuzzleAttempt
from games.reports.models import Report
from games.review.models import DealPar, HandReview
from games.tables.models import CardPicture, CoOwner, Hand, PlayerSettings, Silence, Table, TableLine, Watcher
from games.tables.opening import play_bots


def begun() -> Table:
    """A table at which a game was just begun."""
    return play_bots(Player.objects.create(name="Wim"))


def some_player() -> Player:
    return Player.objects.create(name="Yan")


def line_twice(*, same_number: bool) -> object:
    about = {"table": begun(), "player": some_player(), "kind": "text", "text": "Hello"}
    one, key = TableLine.objects.create(number=1, key=uuid.uuid4(), **about), uuid.uuid4()
    return TableLine.objects.create(number=1 if same_number else 2, key=key if same_number else one.key, **about)


def watch_twice(*, same_place: bool) -> object:
    table, one = begun(), some_player()
    Watcher.objects.create(table=table, place=1, player=one)
    other = some_player() if same_place else one
    return Watcher.objects.create(table=table, place=1 if same_place else 2, player=other)


def mute_twice() -> object:
    table, one = begun(), some_player()
    Silence.objects.create(table=table, player=one)
    return Silence.objects.create(table=table, player=one)


def share_twice() -> object:
    table, one = begun(), some_player()
    CoOwner.objects.create(table=table, player=one)
    return CoOwner.objects.create(table=table, player=one)


def picture_of(player: Player, kind: str) -> object:
    return CardPicture.objects.create(player=player, kind=kind, digest="0" * 64, body=b"WebP")


def site_as(player: Player) -> object:
    return TableLine.objects.create(table=begun(), number=1, player=player, kind="site", text="Anna passes.")


def look_twice() -> object:
    about = {"player": some_player(), "rules": "plain", "strength": 1000}
    Search.objects.create(**about)
    return Search.objects.create(**about)


def block_twice() -> object:
    about = {"player": some_player(), "other": some_player()}
    Block.objects.create(**about)
    return Block.objects.create(**about)


def report_by(by: Player, about: Player, **more: Any) -> Report:
    return Report.objects.create(table=Table.objects.first(), by=by, about=about, reason="other", **more)


def report_twice() -> object:
    begun()
    one, other = some_player(), some_player()
    return [report_by(one, other, key=uuid.uuid4()) for _ in range(2)]


def report_oneself() -> object:
    begun()
    one = some_player()
    return report_by(one, one, key=uuid.uuid4())


def answer_an_open_report() -> object:
    begun()
    return report_by(some_player(), some_player(), key=uuid.uuid4(), answer="Talked to them.")


def block_oneself() -> object:
    one = some_player()
    return Block.objects.create(player=one, other=one)


def review_of_running_hand(**fields: object) -> object:
    return HandReview.objects.create(hand=Hand.objects.get(game__table=begun()), **fields)


def daily_entry(**fields: object) -> DailyEntry:
    return DailyEntry.objects.create(deal=deal_of_today(), player=some_player(), **fields)


def daily_entry_twice() -> object:
    one = daily_entry()
    return DailyEntry.objects.create(deal=one.deal, player=one.player)


def daily_hands(*fields: dict[str, object]) -> object:
    entry = daily_entry()
    return [DailyHand.objects.create(entry=entry, **each) for each in fields]


PLANTED: dict[str, Callable[[Any], object]] = {
    "hand_is_sealed_or_prepared": lambda t: Hand.objects.filter(game__table=begun()).update(seal=""),
    "review_is_done_with_its_data": lambda t: review_of_running_hand(done_at=timezone.now()),
    "par_is_done_with_its_data": lambda t: DealPar.objects.create(
        digest="1" * 64, rules={}, deal="deal", done_at=timezone.now()
    ),
    "par_is_parked_or_done": lambda t: DealPar.objects.create(
        digest="1" * 64, rules={}, deal="deal", done_at=timezone.now(), parked_at=timezone.now(), par={}
    ),
    "review_is_parked_or_done": lambda t: review_of_running_hand(
        done_at=timezone.now(), parked_at=timezone.now(), data={}, figures={}
    ),
    "one_attempt_per_player_and_puzzle": lambda t: [
        PuzzleAttempt.objects.create(player=t.pam, puzzle="p001", answer="pass", is_solved=True, rating=900)
        for _ in range(2)
    ],
    "one_daily_entry_per_day_and_player": lambda t: daily_entry_twice(),
    "daily_score_of_a_finished_entry": lambda t: daily_entry(score=5000),
    "one_daily_hand_per_number": lambda t: daily_hands(
        {"number": 1, "ended_at": timezone.now(), "points": 1}, {"number": 1}
    ),
    "one_running_daily_hand": lambda t: daily_hands({"number": 1}, {"number": 2}),
    "daily_hand_number_known": lambda t: daily_hands({"number": 9}),
    "daily_hand_ends_with_points": lambda t: daily_hands({"number": 1, "points": 1}),
    "one_line_per_number_and_table": lambda t: line_twice(same_number=True),
    "one_line_per_request": lambda t: line_twice(same_number=False),
    "the_site_speaks_for_nobody": lambda t: site_as(some_player()),
    "muted_once_per_table": lambda t: mute_twice(),
    "one_co_owner_per_player_and_table": lambda t: share_twice(),
    "one_search_per_player": lambda t: look_twice(),
    "search_ends_with_its_outcome": lambda t: Search.objects.create(
        player=some_player(), rules="plain", strength=1000, outcome="people"
    ),
    "no_one_reports_themselves": lambda t: report_oneself(),
    "one_open_report_about_each": lambda t: report_twice(),
    "open_report_has_no_answer": lambda t: answer_an_open_report(),
    "player_face_known": lambda t: Player.objects.create(name="Yan", face="dragon"),
    "blocked_once": lambda t: block_twice(),
    "no_one_blocks_themselves": lambda t: block_oneself(),
    "one_watcher_per_place": lambda t: watch_twice(same_place=True),
    "one_place_per_watcher": lambda t: watch_twice(same_place=False),
    "one_card_picture_per_player_and_kind": lambda t: [picture_of(t.pam, "back") for _ in range(2)],
    "a_back_or_faces_with_their_layout": lambda t: picture_of(t.pam, "faces"),
    "settings_sounds_known": lambda t: PlayerSettings.objects.create(player=some_player(), sounds="drum"),
    "settings_pause_known": lambda t: PlayerSettings.objects.create(player=some_player(), pause="ever"),
    "ten_watchers_at_most": lambda t: Watcher.objects.create(table=begun(), place=11, player=some_player()),
}
