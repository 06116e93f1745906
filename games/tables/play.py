"""A game at a table: begun, dealt, played card by card, ended. The only place where an action is written."""

import datetime
import secrets
import uuid
from typing import NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.engine.actions import Action
from games.engine.bots.delay import thinking_time
from games.engine.errors import RuleError
from games.engine.game_end import outcome_of
from games.engine.hand import Hand as EngineHand
from games.engine.language import mark
from games.engine.notation import action_from
from games.engine.phases import Phase
from games.engine.result import HandResult
from games.engine.scoring import Result
from games.engine.seating import next_seat, side_count
from games.engine.shuffle import SEED_BYTES, seal_of
from games.engine.view import Watcher, view_for
from games.jobs.enqueuing import enqueue_on_commit
from games.signals import game_finished
from games.tables import chips, turn_news
from games.tables.commands import (
    TableCommand,
    bump,
    check_open,
    list_anew,
    lock_table,
    note,
    refuse_official,
    seat_of,
    take_device,
    was_done,
)
from games.tables.models import Game, GamePlayer, Hand, Seat, Table
from games.tables.options import Seating
from games.tables.preferences import settings_of
from games.tables.prepared import next_prepared
from games.tables.shown import deal_to_seats
from games.tables.states import state_of
from games.tables.talk import announce
from games.tables.watching import deal_to_watchers

BETWEEN_HANDS, FORCED = 5.0, 0.7
"""Seconds at the usual TABLE_PACE."""
LOOK_UP = datetime.timedelta(seconds=10)
"""So long after it has become a player's turn the site looks whether he is still there."""
MOVE_TASK = "games.tasks.move_table"
RUNG_FOR = 3600
"""Seconds. No message waits longer at the broker; the sweep finds what is due later."""


@transaction.atomic
def start_game(table_id: int, command: TableCommand) -> Game:
    """Deals the first hand once all seats are taken. Anyone who sits there may start; the second to press agrees."""
    table = lock_table(table_id)
    seat = seat_of(table, command.player)
    if was_done(seat, command, "start") and (game := running_game(table)):
        return game
    check_open(table, command.expected_version)
    refuse_official(table, mark("The game starts when everyone is here."))
    take_device(seat, command)
    seat.key, seat.last_action = command.key, "start"
    seat.save(update_fields=["key", "last_action"])
    return begin_game(table)


@transaction.atomic
def deal_next(table_id: int, command: TableCommand) -> Table:
    """The table with its next hand dealt, before the site deals it by itself. Conflict when asked a second time."""
    table = lock_table(table_id)
    take_device(seat_of(table, command.player), command)
    check_open(table, command.expected_version)
    game = running_game(table)
    if game is None or running_hand(game):
        raise RuleError("The next hand is dealt when this one is over.")
    deal_hand(table, game)
    return table


@transaction.atomic
def act(table_id: int, text: str, command: TableCommand) -> Table:
    """Do what the player says in the engine's notation ("order alone", "play JH"), if it is the player's turn. The
    table as it is then.

    Conflict when the table has moved on; the same key again answers as before and does nothing.
    """
    table = lock_table(table_id)
    seat, action = seat_of(table, command.player), action_from(text)
    if was_done(seat, command, str(action)):
        return table
    take_device(seat, command)
    check_open(table, command.expected_version)
    hand = hand_at(table)
    state = state_of(hand) if hand else None
    if hand is None or state is None or state.turn != seat.number:
        raise RuleError("It isn’t your turn.")
    take_up(seat, command.key, str(action))
    perform(table, hand, state, action)
    return table


def take_up(seat: Seat, key: uuid.UUID | None = None, last_action: str = "") -> None:
    """The player is at the table, whatever was thought before."""
    if seat.missed_since and seat.is_bot_controlled:
        turn_news.forget_waiting(seat)
    if key:
        seat.key, seat.last_action = key, last_action
    seat.is_bot_controlled, seat.seen_at, seat.missed_since = False, timezone.now(), None
    seat.save(update_fields=["key", "last_action", "is_bot_controlled", "seen_at", "missed_since"])


def running_game(table: Table) -> Game | None:
    return table.games.filter(ended_at=None, broken_off_at=None).first()


def running_hand(game: Game | None) -> Hand | None:
    return game.hands.filter(ended_at=None).select_related("game", "prepared").first() if game else None


def hand_at(table: Table) -> Hand | None:
    """The hand that is being played at the table."""
    running = Hand.objects.filter(game__table=table, game__ended_at=None, game__broken_off_at=None, ended_at=None)
    return running.select_related("game", "prepared").first()


def begin_game(table: Table) -> Game:
    """The next game at this table, first hand dealt. Needs the lock."""
    rules = table.house_rules
    if running_game(table):
        raise RuleError("A game is already being played. Wait until it ends.")
    if table.seats.count() != rules.players:
        raise RuleError("There are empty seats. Invite someone, or fill them with bots.")
    number = table.games.count() + 1
    if table.conduct.seating is Seating.RANDOM:
        _mix_seats(table)
    game = Game.objects.create(
        table=table,
        number=number,
        rules=table.rules,
        open_hands=table.conduct.open_hands,
        points=[0] * side_count(rules),
        first_dealer=secrets.randbelow(rules.players),
    )
    seated = table.seats.values_list("number", "player_id")
    GamePlayer.objects.bulk_create(GamePlayer(game=game, seat=seat, player_id=player) for seat, player in seated)
    chips.take_stakes(table, game)
    table.starts_at = table.notice = None
    note(table, "start", None, game=number)
    deal_hand(table, game)
    return game


def deal_hand(table: Table, game: Game) -> Hand:
    """Shuffles, seals and deals. Everyone sees the seal before the first card, and no one the seed before the last.

    A deal that the table's owner has prepared comes first, and has no seal.
    """
    last = game.hands.last()
    number = last.number + 1 if last else 1
    if deal := next_prepared(table):
        hand = Hand.objects.create(game=game, number=number, dealer=deal.dealer, prepared=deal)
    else:
        seed = secrets.token_bytes(SEED_BYTES)
        seal = seal_of(seed, label(game, number)).seal
        hand = Hand.objects.create(game=game, number=number, dealer=_dealer(game, last), seed=seed.hex(), seal=seal)
    deal_to_seats(table, hand)
    deal_to_watchers(table)
    begin_turn(table)
    bump(table)
    return hand


def label(game: Game, number: int) -> str:
    """What a deal is sealed together with, so that no seed can be used for another."""
    return f"table {game.table.code} game {game.number} hand {number}"


def perform(table: Table, hand: Hand, state: EngineHand, action: Action, *, is_stand_in: bool = False) -> EngineHand:
    """Do a legal action and everything that follows from it. Needs the lock; RuleError when it is not legal."""
    after = state.apply(action)
    turn_news.forget_turn(table, hand)
    hand.actions = f"{hand.actions}; {action}" if hand.actions else str(action)
    if is_stand_in:
        hand.stand_ins = [*hand.stand_ins, len(after.history)]
    if after.result:
        _end_hand(table, hand, after.result)
    hand.save(update_fields=["actions", "stand_ins", "points", "ended_at"])
    begin_turn(table, Moment(None if hand.game.ended_at else hand.game, None if after.result else after))
    bump(table)
    announce(table, after)
    return after


class Moment(NamedTuple):
    """What is being played at a table: no game, a game between two hands, or a hand."""

    game: Game | None
    state: EngineHand | None


def moment_at(table: Table) -> Moment:
    hand = running_hand(game := running_game(table))
    return Moment(game, state_of(hand) if hand else None)


def begin_turn(table: Table, moment: Moment | None = None) -> None:
    """Something else is to be done at this table, or someone else is to do it: the time for it begins."""
    table.turn_since, table.due_at = timezone.now(), None
    set_due(table, moment)


def set_due(table: Table, moment: Moment | None = None) -> None:
    """Sets when the site itself has to do something at this table, from its present state. Rings for that moment.

    Time that runs goes on running: the seat to act has what is left of it, and nothing is put off.
    """
    game, state = moment or moment_at(table)
    now, table.clock_ends_at, table.turn_seat = timezone.now(), None, None
    if game is None:
        set_due_at(table, table.starts_at)
        return
    wait = _own_wait(table, game, state)
    if wait is None and state:
        seconds = _clock(table, state)
        table.turn_since = table.turn_since or now
        table.clock_ends_at = table.turn_since + datetime.timedelta(seconds=seconds) if seconds else None
        table.turn_seat = state.turn if table.conduct.is_by_the_day else None
    at = now + (LOOK_UP if wait is None else wait)
    set_due_at(table, min(at, table.due_at or at))


def set_due_at(table: Table, at: datetime.datetime | None) -> None:
    """At that moment, or when the clock of the seat to act runs out before; rings for it."""
    table.due_at = min((time for time in (at, table.clock_ends_at) if time), default=None)
    if table.due_at:
        after = max(0.0, (table.due_at - timezone.now()).total_seconds())
        if after <= RUNG_FOR:
            enqueue_on_commit(MOVE_TASK, table.pk, after=after)


def _own_wait(table: Table, game: Game | None, state: EngineHand | None) -> datetime.timedelta | None:
    """The time until the site itself deals or acts; None while it is a player's turn, or no one's."""
    if state is None:
        return _paced(BETWEEN_HANDS) if game else None
    if seat_in_turn(table, state).is_played_by_bot:
        seen = view_for(state, Watcher.FACE_DOWN)
        return _paced(thinking_time(seen, secrets.SystemRandom().random()))
    return _paced(FORCED) if is_forced(table, state) else None


def _paced(seconds: float) -> datetime.timedelta:
    return datetime.timedelta(seconds=seconds * settings.TABLE_PACE)


def _clock(table: Table, state: EngineHand) -> int:
    """Seconds that the player to act has; 0: as long as it takes."""
    conduct = table.conduct
    if conduct.is_by_the_day:
        return conduct.by_the_day.seconds
    return (conduct.play_clock if state.phase == Phase.PLAY else conduct.bid_clock).seconds


def seat_in_turn(table: Table, state: EngineHand) -> Seat:
    """Whose turn it is in a hand that is being played."""
    assert state.turn is not None
    return table.seats.select_related("player").get(number=state.turn)


def is_forced(table: Table, state: EngineHand) -> bool:
    """A card that plays itself here, because the table or its player wants it so."""
    if state.phase != Phase.PLAY or len(state.legal_actions) > 1:
        return False
    return table.conduct.autoplay_forced or settings_of(seat_in_turn(table, state).player).autoplay


def _end_hand(table: Table, hand: Hand, result: HandResult) -> None:
    game = hand.game
    hand.ended_at, hand.points = timezone.now(), list(result.points)
    game.points = [had + won for had, won in zip(game.points, result.points, strict=True)]
    if outcome := outcome_of(game.house_rules, tuple(game.points), _hands_played(game, result)):
        game.winners, game.ended_at = list(outcome.winners), hand.ended_at
    game.save(update_fields=["points", "winners", "ended_at"])
    if game.ended_at:
        chips.pay_out(game)
        game_finished.send(Game, game=game)
    list_anew(table)


def _hands_played(game: Game, last: HandResult) -> int:
    """Finished hands; a misdeal is none."""
    before = sum(1 for hand in game.hands.exclude(ended_at=None) if not _is_misdeal(hand))
    return before + (last.result is not Result.MISDEAL)


def _is_misdeal(hand: Hand) -> bool:
    return hand.actions.endswith("misdeal")


def _dealer(game: Game, last: Hand | None) -> int:
    """The deal passes on after every hand but a misdeal."""
    if last is None:
        return game.first_dealer
    return last.dealer if _is_misdeal(last) else next_seat(game.house_rules, last.dealer)


def _mix_seats(table: Table) -> None:
    """Draws new seats for everyone at the table."""
    players = list(table.seats.values_list("player_id", "is_bot_controlled", "key", "last_action", "device"))
    secrets.SystemRandom().shuffle(players)
    table.seats.all().delete()
    Seat.objects.bulk_create(
        Seat(
            table=table,
            number=number,
            player_id=player,
            is_bot_controlled=away,
            key=key,
            last_action=last,
            device=device,
        )
        for number, (player, away, key, last, device) in enumerate(players)
    )
