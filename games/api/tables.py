"""Tables online: finding one, seeing it as the player's seat sees it, and doing everything that a player does there."""

import json
from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from games import limits
from games.accounts.models import Player, Scope
from games.api.authentication import has_scope, player_of
from games.api.frame import DetailEndpoint, ListEndpoint, WriteEndpoint
from games.api.options import RulesField, SettingsField, rules_sent
from games.api.serializers import Line, StrictSerializer
from games.engine.rules import rules_data
from games.engine.view import view_data
from games.errors import NotAllowed
from games.tables import opening, play, records, seating
from games.tables.commands import TableCommand, lock_table
from games.tables.models import Game, Table, Visibility
from games.tables.options import options_data, options_from
from games.tables.presenter import TableView
from games.tables.rule_changes import change_rules
from games.tables.visibility import may_see


class ChairSerializer(StrictSerializer):
    seat = serializers.IntegerField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    is_bot = serializers.BooleanField()
    is_away = serializers.BooleanField(help_text="A bot plays for the player.")


class TableRowSerializer(StrictSerializer):
    code = serializers.CharField()
    name = serializers.CharField()
    variant = serializers.CharField(source="house_rules.variant.value")
    players = serializers.IntegerField(source="house_rules.players")
    page = serializers.CharField(source="get_absolute_url")


class TableSerializer(TableRowSerializer):
    """A table as the asker sees it. hand: as `view_for` shows it to the asker's seat, cards in the engine's notation;
    legal: what the asker may do now, as `act` takes it."""

    version = serializers.IntegerField()
    visibility = serializers.ChoiceField(Visibility.choices)
    closed_at = serializers.DateTimeField(allow_null=True)
    seats = ChairSerializer(many=True)
    game = serializers.IntegerField(allow_null=True, help_text="The number of the game that is being played.")
    points = serializers.ListField(child=serializers.IntegerField())
    seat = serializers.IntegerField(allow_null=True, help_text="The asker's own.")
    hand = serializers.DictField(allow_null=True)
    rules = serializers.DictField()
    settings = serializers.DictField()


class GameSerializer(StrictSerializer):
    number = serializers.IntegerField()
    points = serializers.ListField(child=serializers.IntegerField())
    winners = serializers.ListField(child=serializers.IntegerField(), help_text="Sides.")
    started_at = serializers.DateTimeField()
    ended_at = serializers.DateTimeField(allow_null=True)


class DoneSerializer(StrictSerializer):
    """What was done is on the table now; GET shows it."""

    code = serializers.CharField()
    version = serializers.IntegerField()


class RecordSerializer(StrictSerializer):
    """A game as EGN."""

    game = serializers.DictField()


class NewTableSerializer(StrictSerializer):
    name = Line(max_length=60, allow_blank=True, default="")
    rules = RulesField(default="plain", help_text="A preset's name, or options; those left out have their default.")
    settings = SettingsField(default=dict, help_text="How people play; what is left out has its default.")
    visibility = serializers.ChoiceField(Visibility.choices, default=Visibility.PRIVATE)


class RulesSerializer(StrictSerializer):
    """What is left out stays as it is."""

    rules = RulesField(required=False, help_text="A preset's name, or the options that change.")
    settings = SettingsField(required=False, help_text="The settings that change.")


class ActionSerializer(StrictSerializer):
    action = Line(max_length=60, help_text="In the engine's notation: one of the hand's `legal`.")


class Tables(ListEndpoint, WriteEndpoint):
    """Public tables, the newest first; POST opens one with the account's player in seat 0."""

    summary = "List public tables"
    summary_of_adding = "Open a table"
    answer, made = TableRowSerializer, TableSerializer
    body = NewTableSerializer
    scope = Scope.PLAY
    success, is_versioned = 201, False

    def rows(self) -> QuerySet[Table]:
        return Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None)

    def locked(self) -> Player:
        limits.check(limits.NEW_TABLES, f"user-{self.request.user.pk}")
        return own_player(self.request)

    def do(self, thing: Player, data: Mapping[str, Any], key: Any) -> dict[str, Any]:
        rules, conduct = rules_sent(data["rules"], {}, thing), options_from(data["settings"])
        table = opening.open_table(thing, rules, conduct, name=data["name"], visibility=data["visibility"])
        return shown(table, thing)

    def version_of(self, shown: Any) -> str:
        """Of a page of the list, or of the table that was opened."""
        return str(shown["version"]) if "version" in shown else super().version_of(shown)


class TableDetail(DetailEndpoint):
    """A table as the asker sees it; their own cards only with the scope play."""

    summary = "Show a table"
    answer = TableSerializer

    def find(self, code: str) -> dict[str, Any]:
        return shown(table_or_404(self.request, code), viewer(self.request))

    def version_of(self, shown: Any) -> str:
        return str(shown["version"])


class TableWrite(WriteEndpoint):
    """What is done at a table."""

    answer = DoneSerializer
    scope = Scope.PLAY
    command: ClassVar[Any]
    """Takes the table's number and what is asked."""

    def locked(self, code: str, **address: Any) -> Table:
        return lock_table(table_or_404(self.request, code).pk)

    def seen(self, thing: Table) -> Any:
        return TableSerializer(shown(thing, viewer(self.request))).data

    def version_of(self, shown: Any) -> str:
        return str(shown["version"])

    def do(self, thing: Table, data: Mapping[str, Any], key: Any) -> Table:
        self.act(thing, data, TableCommand(own_player(self.request), thing.version, key))
        return Table.objects.get(pk=thing.pk)

    def act(self, table: Table, data: Mapping[str, Any], command: TableCommand) -> None:
        type(self).command(table.pk, command)


class Act(TableWrite):
    """Bid, call or play a card."""

    summary = "Bid, call, or play a card"
    body = ActionSerializer

    def act(self, table: Table, data: Mapping[str, Any], command: TableCommand) -> None:
        play.act(table.pk, data["action"], command)


class Sit(TableWrite):
    """Take a free seat."""

    summary = "Take a seat"

    def post(self, request: Request, **address: Any) -> Any:
        self.number = address["number"]
        return super().post(request, **address)

    def act(self, table: Table, data: Mapping[str, Any], command: TableCommand) -> None:
        seating.sit(table.pk, self.number, command)


class StandUp(TableWrite):
    """Leave the seat; in a running game a bot takes it."""

    summary = "Leave a seat"
    command = staticmethod(seating.stand_up)


class SeatBots(TableWrite):
    """Bots take all empty seats."""

    summary = "Fill empty seats with bots"
    command = staticmethod(seating.seat_bots)


class Start(TableWrite):
    """Begin a game once all seats are taken."""

    summary = "Start a game"
    command = staticmethod(play.start_game)


class ChangeRules(TableWrite):
    """Other house rules or settings for the next game."""

    summary = "Change a table's rules"
    body = RulesSerializer

    def act(self, table: Table, data: Mapping[str, Any], command: TableCommand) -> None:
        rules = rules_sent(data.get("rules", {}), rules_data(table.house_rules), command.player)
        conduct = options_from(options_data(table.conduct) | data.get("settings", {}))
        change_rules(table.pk, rules, conduct, command)


class DealNext(TableWrite):
    """Deal the next hand at once."""

    summary = "Deal the next hand"
    command = staticmethod(play.deal_next)


class Away(TableWrite):
    """Let a bot play for the account's player."""

    summary = "Let a bot play for you"
    command = partial(seating.mind_seat, is_away=True)


class Back(TableWrite):
    """Play again."""

    summary = "Take over from a bot"
    command = partial(seating.mind_seat, is_away=False)


class Close(TableWrite):
    """Close the table."""

    summary = "Close a table"
    command = staticmethod(opening.close_table)


class Games(ListEndpoint):
    """The games of a table, the newest first."""

    summary = "List a table's games"
    answer = GameSerializer

    def rows(self, code: str) -> QuerySet[Game]:
        return table_or_404(self.request, code).games.all()


class GameRecord(DetailEndpoint):
    """The finished hands of a game as EGN."""

    summary = "Export a game"
    answer = RecordSerializer

    def find(self, code: str, number: int) -> dict[str, Any]:
        game = Game.objects.filter(table=table_or_404(self.request, code), number=number).first()
        if game is None:
            raise Http404
        return {"game": json.loads(records.game_egn(game))}


def viewer(request: Request) -> Player | None:
    """The player whose cards the request may show."""
    return player_of(request) if has_scope(request, Scope.PLAY) else None


def own_player(request: Request) -> Player:
    player = player_of(request)
    if player is None:
        raise NotAllowed(
            "This account doesn’t have a player yet. To create one, log in on the site and sit down at any table."
        )
    return player


def table_or_404(request: Request, code: str) -> Table:
    table = Table.objects.select_related("owner").filter(code=code).first()
    if table is None or not may_see(table, viewer(request)):
        raise Http404
    return table


def shown(table: Table, player: Player | None) -> dict[str, Any]:
    """The table as its page shows it to that player."""
    look = TableView(table, player)
    hand = {name: value for name, value in view_data(look.view).items() if name != "viewer"} if look.view else None
    return {
        **{name: getattr(table, name) for name in ("code", "name", "version", "visibility", "closed_at", "rules")},
        "settings": options_data(look.conduct),
        "house_rules": look.rules,
        "get_absolute_url": table.get_absolute_url(),
        "seats": [_chair(look, number) for number in range(look.rules.players)],
        "game": look.game.number if look.game else None,
        "points": [side.points for side in look.scores],
        "seat": look.mine.number if look.mine else None,
        "hand": hand,
    }


def _chair(look: TableView, number: int) -> dict[str, Any]:
    seat = look.taken.get(number)
    return {
        "seat": number,
        "player": seat.player_id if seat else None,
        "name": seat.player.name if seat else "",
        "is_bot": bool(seat and seat.player.is_bot),
        "is_away": bool(seat and seat.is_bot_controlled),
    }
