"""What the lobby shows: the player's tables, unfinished games first, and public ones by filter and page."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, F, IntegerField, Max, Prefetch, Q, QuerySet
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.utils import timezone

from games.accounts.models import Player
from games.engine.card_names import listed
from games.engine.language import mark, say, say_number, score_text
from games.engine.rules import options
from games.tables.by_the_day import time_left
from games.tables.commands import lobby_moment
from games.tables.hosts import Host, hosts
from games.tables.models import Game, Seat, Table, Visibility
from games.tables.options import table_options
from games.tables.presence import may_be_here, with_people
from games.tables.visibility import tables_of

ON_A_PAGE, MAX_OWN, MAX_WORDS, MAX_AT_HOME = 20, 30, 3, 3
VARIANTS = {"": mark("All kinds of euchre"), "classic": mark("Euchre"), "bid": mark("Bid Euchre")}
_IN_TURN = Q(number=F("table__turn_seat"), table__closed_at=None)
TOLD_APART = {"variant", "players", "play_to", "number_of_hands", "lone_march", "euchred_loner", "cards_each"}


@dataclass(frozen=True)
class Row:
    """A table as the lobby shows it. people: without bots. score: of the game being played."""

    table: Table
    people: int
    seats: int
    score: tuple[int, ...] | None
    host: Host | None = None

    @property
    def has_room(self) -> bool:
        """An empty chair, or one that a bot would give up."""
        return self.people < self.seats

    @property
    def status(self) -> str:
        if self.score is None:
            return say("waiting to start")
        return say("in progress, {score}", score=score_text(self.score))

    @property
    def words(self) -> str:
        """The options that tell this table from others, in short."""
        return " · ".join([*_game_words(self.table.rules), *_unusual(self.table)[:MAX_WORDS]])


@dataclass(frozen=True)
class DayRow:
    """A game by the day in which it's a person's turn. is_mine: the viewer is that person. others: people who play
    there too, by name."""

    table: Table
    player: Player
    is_mine: bool
    others: tuple[str, ...] = ()

    @property
    def words(self) -> str:
        """Whom the viewer plays with there; empty where all others are bots."""
        return say("with {people}", people=listed(list(self.others))) if self.others else ""

    @property
    def time_left(self) -> str:
        assert self.table.clock_ends_at
        return time_left(self.table.clock_ends_at)


def public_page(*, free_seat: bool = False, variant: str = "", page: str = "1") -> Page[Any]:
    """One page of the public tables that are open, newest first."""
    tables = _counted(Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None))
    if free_seat:
        tables = _with_free_seat(tables)
    if variant in VARIANTS and variant:
        tables = tables.filter(rules__variant=variant)
    page_of_tables = Paginator(tables, ON_A_PAGE).get_page(page)
    page_of_tables.object_list = [_row(table) for table in page_of_tables.object_list]
    return page_of_tables


def live_rows() -> list[Row]:
    """A few public games that are being played now, newest first: what there is to watch."""
    being_played = Game.objects.filter(ended_at=None, broken_off_at=None).values("table")
    tables = Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None, pk__in=being_played)
    return [_row(table) for table in _counted(tables)[:MAX_AT_HOME]]


def open_rows() -> list[Row]:
    """A few public tables that wait for players, newest first: where a player can sit down at once."""
    being_played = Game.objects.filter(ended_at=None, broken_off_at=None).values("table")
    tables = Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None, owner__isnull=False)
    now = timezone.now()
    tables_free = _counted(tables.filter(pk__in=may_be_here(now).values("table")).exclude(pk__in=being_played))
    return [_row(table) for table in with_people(_with_free_seat(tables_free)[: 4 * MAX_AT_HOME], now)[:MAX_AT_HOME]]


def own_rows(player: Player) -> list[Row]:
    """The player's own tables; an unfinished game comes first."""
    own = [_row(table) for table in _counted(Table.objects.filter(pk__in=tables_of(player).values("pk")))[:MAX_OWN]]
    return sorted(own, key=lambda listed: listed.score is None)


def rows_by_the_day(player: Player) -> tuple[list[DayRow], list[DayRow]]:
    """The player's games by the day: those that wait for the player, then those that wait for others. In both the one
    that waits longest is first."""
    in_turn = Seat.objects.filter(_IN_TURN, table__in=Seat.objects.filter(player=player).values("table"))
    people = Seat.objects.filter(player__is_bot=False).exclude(player=player).select_related("player")
    seats = in_turn.select_related("table", "player").order_by("table__turn_since", "pk")
    turns = [_day_row(seat, player) for seat in seats.prefetch_related(Prefetch("table__seats", people, "others"))]
    return [turn for turn in turns if turn.is_mine], [turn for turn in turns if not turn.is_mine]


def count_turns(player: Player) -> int:
    """In how many games by the day the player is to act."""
    return Seat.objects.filter(_IN_TURN, player=player).count()


def lobby_version() -> int:
    """When the contents of the list changed last; a table that has left it counts too."""
    latest = Table.objects.aggregate(at=Max("listed_at"))["at"]
    return lobby_moment(latest) if latest else 0


def _with_free_seat(tables: QuerySet[Any]) -> QuerySet[Any]:
    return tables.annotate(chairs=Cast(KT("rules__players"), IntegerField())).filter(people__lt=F("chairs"))


def _counted(tables: QuerySet[Table]) -> QuerySet[Any]:
    running = Prefetch("games", Game.objects.filter(ended_at=None, broken_off_at=None), to_attr="running")
    people = Count("seats", filter=Q(seats__player__is_bot=False))
    return (
        tables.select_related("owner", *hosts().related)
        .annotate(people=people)
        .prefetch_related(running)
        .order_by("-pk")
    )


def _row(table: Any) -> Row:
    score = tuple(table.running[0].points) if table.running else None
    return Row(table, table.people, table.rules["players"], score, hosts().of(table))


def _day_row(in_turn: Any, viewer: Player) -> DayRow:
    others = tuple(seat.player.name for seat in in_turn.table.others)
    return DayRow(in_turn.table, in_turn.player, in_turn.player_id == viewer.pk, others)


def _game_words(rules: dict[str, Any]) -> list[str]:
    hands = rules["number_of_hands"]
    to = say("game to {points}", points=rules["play_to"])
    length = say_number("{number} hand", "{number} hands", hands) if hands else to
    return [say(VARIANTS[rules["variant"]]), say("{number} players", number=rules["players"]), length]


def _unusual(table: Table) -> list[str]:
    """Options with another value than usual: switches by their name, others with their value."""
    labels = []
    stored = [(shown, table.options.get(shown.name)) for shown in table_options()]
    played = (None, table.rules["variant"])
    stored += [(shown, table.rules.get(shown.name)) for shown in options() if shown.only in played]
    for shown, value in stored:
        usual = getattr(shown.default, "value", shown.default)
        if value is None or value == usual or shown.name in TOLD_APART:
            continue
        label = shown.label.lower()
        if isinstance(value, bool):
            labels.append(label if value else say("no {option}", option=label))
        else:
            labels.append(say("{option}: {value}", option=label, value=shown.shown(value)))
    return labels
