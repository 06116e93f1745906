"""Looking for a game with people: begin, still here, stop, and not wait any longer.

Each of these also seats those who can sit together now, so no timer is needed: a search lives as long as its page,
which says every three seconds that it is open. The searches for one kind of game are locked together,
in their order, and before any table.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Mapping

from django.db import IntegrityError, transaction
from django.db.models import Count, Q
from django.utils import timezone

from games.accounts.models import Player
from games.blocks.commands import avoided_among
from games.engine.errors import RuleError
from games.engine.rules import HouseRules
from games.errors import CommandError
from games.finding.fair import OpenTable, Seeker, group_of, table_for
from games.finding.kinds import rules_of, strengths_of
from games.finding.models import Search
from games.locks import locked
from games.tables.commands import TableCommand, lock_table
from games.tables.models import Game, Seat, Table, Visibility
from games.tables.opening import open_found
from games.tables.options import BuyIn
from games.tables.play import begin_game, running_game
from games.tables.presence import may_be_here, with_people
from games.tables.seating import sit

SILENT = datetime.timedelta(seconds=15)
"""Pages are heard of every three seconds."""
KEPT = datetime.timedelta(days=1)
MAX_TABLES = 30
"""Tables that are offered before a new one is opened."""
LOOKED_AT = 1000
"""Tables with free seats, of whatever rules, among which those are looked for: more than are ever open at once."""
Company = dict[int, list[int]]
"""The people at tables, by the table's number."""
Avoided = Mapping[int, frozenset[int]]
"""The people each is never to sit with."""


def look(player: Player, kind: str) -> Search:
    """Begin to look for such a game, or go on. Who looked for another kind looks for that one no longer.

    A search whose page has been silent for too long is over: the wait begins again."""
    strength = strengths_of([player.pk], rules_of(kind))[player.pk]
    stop(player, unless=kind)
    try:
        with transaction.atomic():
            Search.objects.get_or_create(player=player, ended_at=None, defaults={"rules": kind, "strength": strength})
    except IntegrityError:
        pass  # Another page of the same player was faster.
    return still_here(player) or Search.objects.filter(player=player).latest("pk")


def still_here(player: Player) -> Search | None:
    """Note that the player's page is open, and seat those who can sit together. Returns the player's last search."""
    Search.objects.filter(player=player, ended_at=None, seen_at__gt=timezone.now() - SILENT).update(
        seen_at=timezone.now()
    )
    search = Search.objects.filter(player=player).select_related("table").last()
    if search and search.ended_at is None:
        _seat_those_who_can_be(search.rules)
        search = Search.objects.select_related("table").filter(pk=search.pk).first()
    return search


@transaction.atomic
def stop(player: Player, unless: str = "") -> None:
    """Look no longer. unless: but go on looking for that kind of game if the page of that search is open."""
    goes_on = Q(rules=unless, seen_at__gt=timezone.now() - SILENT)
    for search in locked(Search.objects).filter(~goes_on, player=player, ended_at=None):
        _end(search, Search.Outcome.LEFT)


@transaction.atomic
def start_with_bots(player: Player) -> Search | None:
    """Wait no longer: a game begins with bots in the other seats, which people who look take as they come."""
    search = locked(Search.objects).filter(player=player, ended_at=None).first()
    if search:
        table = open_found([player], rules_of(search.rules))
        begin_game(table)
        _end(search, Search.Outcome.BOTS, table)
    return Search.objects.filter(player=player).select_related("table").last()


def forget_old_searches() -> int:
    """Delete searches that are a day old. Returns how many."""
    return Search.objects.filter(since__lt=timezone.now() - KEPT).delete()[0]


@transaction.atomic
def _seat_those_who_can_be(kind: str) -> None:
    now = timezone.now()
    searches = list(locked(Search.objects).filter(rules=kind, ended_at=None).order_by("pk").select_related("player"))
    for gone in [search for search in searches if search.seen_at <= now - SILENT]:
        searches.remove(gone)
        _end(gone, Search.Outcome.LEFT)
    rules = rules_of(kind)
    offered = _with_free_seats(rules, now) if searches else {}
    if offered or len(searches) >= rules.players:
        everyone = {number for seated in offered.values() for number in seated}
        avoided = avoided_among(everyone | {search.player_id for search in searches})
        _take_free_seats(searches, rules, offered, avoided, now)
        _open_tables(searches, rules, avoided, now)


def _take_free_seats(
    searches: list[Search], rules: HouseRules, offered: Company, avoided: Avoided, now: datetime.datetime
) -> None:
    """Who has waited longest chooses first. Those who are seated are no longer in the list."""
    if not offered:
        return
    strengths = strengths_of(list(avoided), rules)
    for search in list(searches):
        tables = [
            OpenTable(pk, tuple((person, strengths[person]) for person in seated)) for pk, seated in offered.items()
        ]
        for number in table_for(_seeker(search, avoided, now), tables):
            if table := _join(number, search.player, rules):
                offered[number].append(search.player_id)
                if len(offered[number]) == rules.players:
                    del offered[number]
                searches.remove(search)
                _end(search, Search.Outcome.PEOPLE, table)
                break


def _open_tables(searches: list[Search], rules: HouseRules, avoided: Avoided, now: datetime.datetime) -> None:
    """New tables for as many as can sit together. Those who are seated are no longer in the list."""
    while group := group_of([_seeker(search, avoided, now) for search in searches], rules.players):
        seated = {search.player_id: search for search in searches if search.player_id in group}
        table = open_found([seated[number].player for number in group], rules)
        begin_game(table)
        for search in seated.values():
            searches.remove(search)
            _end(search, Search.Outcome.PEOPLE, table)


def _seeker(search: Search, avoided: Avoided, now: datetime.datetime) -> Seeker:
    waited = (now - search.since).total_seconds()
    return Seeker(search.player_id, search.strength, waited, avoided[search.player_id])


def _end(search: Search, outcome: str, table: Table | None = None) -> None:
    search.outcome, search.table, search.ended_at = outcome, table, timezone.now()
    search.save(update_fields=["outcome", "table", "ended_at"])


def _with_free_seats(rules: HouseRules, now: datetime.datetime) -> Company:
    """Public tables with these rules where someone waits, or plays with bots after having looked for people, with the
    people there. The oldest first; only a player whose page is open waits."""
    here = may_be_here(now).values("table")
    being_played = Game.objects.filter(ended_at=None, broken_off_at=None)
    tables = Table.objects.filter(visibility=Visibility.PUBLIC, closed_at=None, owner__isnull=False, pk__in=here)
    offered = tables.filter(~Q(pk__in=being_played.values("table")) | Q(is_found=True))
    free = offered.annotate(people=Count("seats", filter=Q(seats__player__is_bot=False))).filter(
        people__lt=rules.players
    )
    usual_tables = [table for table in free.order_by("pk")[:LOOKED_AT] if _is_usual(table, rules)]
    usual = [table.pk for table in with_people(usual_tables, now)]
    games = {game.table_id: game for game in being_played.filter(table__in=usual)}
    joined = [number for number in usual if number not in games or _has_just_begun(games[number])][:MAX_TABLES]
    people: Company = defaultdict(list)
    seats = Seat.objects.filter(table__in=joined, player__is_bot=False)
    for number, player in seats.order_by("table", "number").values_list("table", "player"):
        people[number].append(player)
    return dict(people)


def _join(table_id: int, player: Player, rules: HouseRules) -> Table | None:
    """The table with the player in a seat; None if there is none for the player."""
    table = lock_table(table_id)
    if not _is_for(table, player, rules):
        return None
    taken = set(table.seats.filter(player__is_bot=False).values_list("number", flat=True))
    for number in (number for number in range(rules.players) if number not in taken):
        try:
            sit(table.pk, number, TableCommand(player, table.version, uuid.uuid4()))
        except (CommandError, RuleError):
            continue
        table = lock_table(table_id)
        if len(taken) + 1 == rules.players and not running_game(table):
            begin_game(table)
        return table
    return None


def _is_for(table: Table, player: Player, rules: HouseRules) -> bool:
    """Whether the locked table suits the player. Those sent away from a table aren't seated there again."""
    if table.visibility != Visibility.PUBLIC or table.closed_at or not _is_usual(table, rules):
        return False
    game = running_game(table)
    if game and not (table.is_found and _has_just_begun(game)):
        return False
    if table.seats.filter(player=player).exists():
        return False
    return not table.journal.filter(action="evict", detail__of=player.pk).exists()


def _is_usual(table: Table, rules: HouseRules) -> bool:
    """Whether people play there as those expect who looked for a game with these rules, and no start is planned."""
    conduct = table.conduct
    is_plain = conduct.buy_in is BuyIn.NONE and not conduct.open_hands and not conduct.deck_upload
    return is_plain and not conduct.is_by_the_day and not table.starts_at and table.house_rules == rules


def _has_just_begun(game: Game) -> bool:
    """Whether the game is less than half over: later no one is put into it."""
    return 2 * max(game.points) < game.house_rules.play_to
