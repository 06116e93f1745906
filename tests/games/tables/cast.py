"""People round a table, and what they ask."""

import uuid
from dataclasses import replace

from django.db import transaction

from games.accounts.models import Player
from games.engine.hand import Hand as EngineHand
from games.engine.notation import hand_text
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.tables import opening, play, prepared, seating
from games.tables.commands import TableCommand
from games.tables.models import Game, Hand, Table
from games.tables.options import options_from
from tests.games.engine.setting import dealt

SHORT = replace(preset("plain"), stick_the_dealer=True, number_of_hands=1)
"""A game of one hand that nobody can pass out."""
NAMES = ("Olga", "Pam", "Quinn", "Rosa", "Tom", "Uma", "Vic", "Wim")


def player(name: str) -> Player:
    return Player.objects.get_or_create(name=name)[0]


def command_by(who: Player, table: Table, key: uuid.UUID | None = None) -> TableCommand:
    """A request of somebody who sees the table as it is."""
    table.refresh_from_db()
    return TableCommand(who, table.version, key or uuid.uuid4())


def table_for(count: int = 4, rules: HouseRules | None = None, **conduct: object) -> tuple[Table, list[Player]]:
    """A table with people in the first `count` seats; Olga has opened it."""
    people = [player(name) for name in NAMES[:count]]
    table = opening.open_table(people[0], rules or preset("plain"), options_from(conduct))
    for number, who in enumerate(people[1:], start=1):
        seating.sit(table.pk, number, command_by(who, table))
    table.refresh_from_db()
    return table, people


def dealt_table(
    rules: HouseRules, hands: dict[int, str] | None = None, rest: str = "", dealer: int = 3, **conduct: object
) -> tuple[Table, list[Player]]:
    """A full table with a game whose first hand deals the named cards; the seat after the dealer speaks first."""
    table, people = table_for(rules.players, rules, deck_upload=True, **conduct)
    deal = hand_text(dealt(rules, hands, rest, dealer)).partition("\n")[0]
    prepared.load_deals(table.pk, deal, command_by(people[0], table))
    play.start_game(table.pk, command_by(people[0], table))
    table.refresh_from_db()
    return table, people


def state_at(table: Table) -> EngineHand:
    """The hand that is being played there."""
    row = play.running_hand(play.running_game(table))
    assert row
    return play.state_of(row)


def act(table: Table, people: list[Player], *actions: str) -> None:
    """Whoever's turn it is does so."""
    for action in actions:
        play.act(table.pk, action, command_by(people[state_at(table).turn or 0], table))


@transaction.atomic
def finish_hand(table: Table) -> Hand:
    """The hand being played, to its end: everybody does the first thing that is possible."""
    table.refresh_from_db()
    row = play.running_hand(play.running_game(table))
    assert row
    state = play.state_of(row)
    while not state.is_over:
        state = play.perform(table, row, state, next(iter(state.legal_actions)))
    return row


def finished_game(count: int = 4, rules: HouseRules = SHORT, **conduct: object) -> Game:
    """A whole game of a table's people."""
    table, people = table_for(count, rules, **conduct)
    game = play.start_game(table.pk, command_by(people[0], table))
    while True:
        finish_hand(table)
        game.refresh_from_db()
        if game.ended_at:
            return game
        play.deal_hand(table, game)
