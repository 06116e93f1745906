"""Does everything stored of games online agree with its facts? One sentence per violation; mends nothing."""

import datetime
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from django.db.models import F, Q, Sum
from django.utils import timezone

from games.engine.errors import RuleError
from games.engine.game_end import outcome_of
from games.engine.result import HandResult
from games.engine.scoring import Result
from games.engine.shuffle import SealedDeal, reveals
from games.tables.by_the_day import winners_against
from games.tables.models import ChipAccount, ChipEntry, Game, Hand, Table
from games.tables.play import label, moment_at
from games.tables.states import state_of

OLD_WORK = datetime.timedelta(minutes=2)
_moment: ContextVar[datetime.datetime | None] = ContextVar("moment", default=None)


@contextmanager
def as_of(moment: datetime.datetime | None) -> Iterator[None]:
    """Judges as at that moment: at a site that has been idle, such as a restored one, no one was late since then."""
    token = _moment.set(moment)
    try:
        yield
    finally:
        _moment.reset(token)


def long_ago() -> datetime.datetime:
    """The moment before which work that was due and is not done was forgotten."""
    return (_moment.get() or timezone.now()) - OLD_WORK


def games_online_add_up() -> Iterator[str]:
    """Hands that do not replay to their points, broken seals, scores that do not add up, gaps, forgotten tables."""
    for game in Game.objects.select_related("table").prefetch_related("hands__prepared").iterator(chunk_size=200):
        yield from _of_game(game)
    for table in Table.objects.prefetch_related("games__hands", "journal").iterator(chunk_size=200):
        yield from _of_table(table)


def chips_add_up() -> Iterator[str]:
    """Balances that are not what the ledger comes to, chips from nowhere, games not paid out exactly once."""
    given = dict(ChipEntry.objects.values_list("debit").annotate(Sum("amount")).order_by())
    received = dict(ChipEntry.objects.values_list("credit").annotate(Sum("amount")).order_by())
    accounts = list(ChipAccount.objects.select_related("player", "game__table"))
    if total := sum(account.balance for account in accounts):
        yield f"All chips together come to {total}, not to nothing."
    for account in accounts:
        due = received.get(account.pk, 0) - given.get(account.pk, 0)
        if account.balance != due:
            yield f"{account}: the ledger comes to {due}, stored are {account.balance}."
    over = ~Q(game__ended_at=None) | ~Q(game__broken_off_at=None)
    for pot in ChipAccount.objects.filter(over).exclude(balance=0).select_related("game__table"):
        yield f"{pot.game}: is over, and {pot.balance} chips are still in its pot."
    early = ChipEntry.objects.filter(kind__in=["prize", "back"], game__ended_at=None, game__broken_off_at=None)
    for entry in early.select_related("game__table", "player"):
        yield f"{entry.game}: paid {entry.player} out before its end."
    strayed = ChipEntry.objects.filter(kind="stake").exclude(credit__game=F("game"))
    for entry in strayed.select_related("game__table", "player"):
        yield f"{entry.game}: the stake of {entry.player} went elsewhere."


def _of_game(game: Game) -> Iterator[str]:
    results: list[HandResult] = []
    for hand in game.hands.all():
        hand.game = game
        if hand.seal and not reveals(SealedDeal(hand.seal, label(game, hand.number)), bytes.fromhex(hand.seed)):
            yield f"{hand}: the seal does not fit the seed."
        try:
            result = state_of(hand).result
        except RuleError as error:
            yield f"{hand}: does not replay: {error}"
            return
        if (list(result.points) if result else []) != hand.points or (result is None) != (hand.ended_at is None):
            yield f"{hand}: replays to {result}, stored are {hand.points}."
        results += [result] if result else []
    totals = tuple(
        sum(column) for column in zip(game.score_before, *(hand_result.points for hand_result in results), strict=True)
    )
    played = sum(hand_result.result is not Result.MISDEAL for hand_result in results)
    outcome = outcome_of(game.house_rules, totals, played) if results else None
    won = list(outcome.winners if outcome else ())
    if game.forfeited_by is not None:
        won = winners_against(game, game.forfeited_by)
    if list(totals) != game.points or won != game.winners:
        yield f"{game}: the hands come to {list(totals)}, stored are {game.points} with winners {game.winners}."
    if (outcome is None) != (game.ended_at is None):
        yield f"{game}: is over without an end, or ended without being over."


def _of_table(table: Table) -> Iterator[str]:
    hands = [hand for game in table.games.all() for hand in game.hands.all()]
    steps = len(table.journal.all()) + len(hands) + sum(_acts(hand) for hand in hands)
    if steps != table.version:
        yield f"{table} {table.code}: version {table.version} after {steps} steps."
    if table.turn_seat is not None:
        state = moment_at(table).state
        if state is None or state.turn != table.turn_seat:
            yield f"{table} {table.code}: waits for seat {table.turn_seat}, whose turn it isn't."
    if table.due_at and table.due_at < long_ago():
        yield f"{table} {table.code}: something has been due since {table.due_at:%H:%M}."


def _acts(hand: Hand) -> int:
    return len(hand.actions.split("; ")) if hand.actions else 0
