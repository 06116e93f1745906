"""How those who sit at a table could play: asked at the start, where seats are empty or the sides could be others."""

from dataclasses import dataclass

from django.db import transaction

from games.engine.choices import Sides
from games.engine.errors import RuleError
from games.engine.language import mark, say
from games.engine.rules import HouseRules, rules_data, rules_from
from games.engine.ways import ways_to_play
from games.errors import KeyReused
from games.tables.commands import TableCommand, check_open, lock_table, note, require_owner, take_device
from games.tables.models import Game, Table
from games.tables.play import begin_game, running_game
from games.tables.rule_changes import CHANGES_RULES, lines_of, write_rules

LABELS = {
    Sides.SOLO: mark("Everyone plays for themselves"),
    Sides.TWO_V_TWO: mark("2 teams of 2"),
    Sides.THREE_PAIRS: mark("3 teams of 2"),
    Sides.FOUR_PAIRS: mark("4 teams of 2"),
    Sides.THREE_V_THREE: mark("2 teams of 3"),
}
SAID_BY_LABEL = ("players", "sides")


@dataclass(frozen=True)
class Way:
    """One way to play. is_present: the one that the table has now. changes: what it takes besides, in words."""

    rules: HouseRules
    is_present: bool
    changes: tuple[str, ...]

    @property
    def label(self) -> str:
        return say(LABELS[self.rules.sides])

    @property
    def sides(self) -> str:
        """As a form sends it."""
        return self.rules.sides.value


def ways_at(table: Table, seated: int, own: HouseRules | None = None) -> list[Way]:
    """How this many could play here. own: the rules that the table was given, where they are known."""
    present = rules_data(table.house_rules)
    ways = []
    for rules in ways_to_play(own or own_rules(table), seated):
        values = rules_data(rules)
        changes = {name: (present[name], value) for name, value in values.items() if name not in SAID_BY_LABEL}
        ways.append(Way(rules, values == present, tuple(map(str, lines_of(changes)))))
    return ways


def own_rules(table: Table) -> HouseRules:
    """The rules that the table was given, without what it took for those who happened to sit there."""
    values = rules_data(table.house_rules)
    for entry in table.journal.filter(action=CHANGES_RULES).order_by("-version"):
        if not entry.detail["for_seated"]:
            break
        values |= {name: old for name, (old, _) in entry.detail["changes"].items()}
    return rules_from(values)


@transaction.atomic
def start_as(table_id: int, rules: HouseRules, command: TableCommand) -> Game:
    """Those who sit here play now, under these rules: the seats close up in their order, and the game begins."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    if done := table.journal.filter(action="start as", detail__key=str(command.key)).first():
        if done.detail["sides"] != rules.sides.value:
            raise KeyReused("This form was already sent. Reload the page to start over.")
        return table.games.get(number=done.detail["game"])
    check_open(table, command.expected_version)
    if own := table.seats.filter(player=command.player).first():
        take_device(own, command)
    if running_game(table):
        raise RuleError("A game is already being played. Wait until it ends.")
    if rules not in [way.rules for way in ways_at(table, table.seats.count())]:
        raise RuleError(
            "That option doesn’t fit the number of players at the table. Choose one of the options on the page."
        )
    _close_up(table)
    write_rules(table, rules, table.conduct, command, for_seated=True)
    game = begin_game(table)
    note(table, "start as", command.player, sides=rules.sides.value, game=game.number, key=str(command.key))
    return game


@transaction.atomic
def restore_rules(table_id: int, command: TableCommand) -> Table:
    """Restores the table's own rules and seats after games adapted to those present. Done twice it is done once."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    rules = own_rules(table)
    if rules == table.house_rules:
        return table
    check_open(table, command.expected_version)
    if running_game(table):
        raise RuleError("A game is being played. Change the rules when it’s over.")
    write_rules(table, rules, table.conduct, command)
    return table


def _close_up(table: Table) -> None:
    """No empty seat between two that are taken; everyone keeps their neighbours."""
    for number, seat in enumerate(table.seats.order_by("number")):
        if seat.number != number:
            seat.number = number
            seat.save(update_fields=["number"])
