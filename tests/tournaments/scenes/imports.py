"""Games of files entered for a club: a staging for tests, the requests of its pages, and rows that are refused."""

import datetime
from collections.abc import Callable
from typing import Any

from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.egn_file import games_from
from games.tables.imports import RESULT, write_table
from games.tables.models import Game
from tests.cast import Table, context_of, make_club
from tests.games.engine.game_files import FINALS
from tests.tournaments.constraints.league import again
from tests.tournaments.pages.browsing import form
from tournaments.activity_log.models import AuditLogEntry
from tournaments.clubs.models import Club, Membership, Role
from tournaments.imported_games import commands
from tournaments.imported_games.commands import Vouched
from tournaments.imported_games.models import ImportedGame
from tournaments.results.models import MatchTable
from tournaments.rewards import counting
from tournaments.rewards.queue import run_all

NAMES = ("Walt", "Llama", "Zed", "Lefty")
Request = Callable[[Any], tuple[str, dict[str, Any]]]


def four_of(club: Club) -> list[Player]:
    """Four people whom the club knows by name; one is called as in the file."""
    found = []
    for name in NAMES:
        player = Player.objects.filter(name=name, memberships__club=club).first()
        if player is None:
            player = Player.objects.create(name=name)
            Membership.objects.create(club=club, player=player, role=Role.GUEST)
        found.append(player)
    return found


def club_of_four(olga: User) -> Club:
    """Olga's club, which knows them."""
    found = make_club(olga)
    four_of(found)
    return found


def vouched(club: Club, **more: Any) -> Vouched:
    at = timezone.now() - datetime.timedelta(days=2)
    about = {"seated": tuple(one.pk for one in four_of(club)), "played_at": at, "place": "Walt's kitchen"}
    return Vouched(**{**about, "is_online": False, **more})


def entered(club: Club, who: Any, content: bytes = FINALS, **more: Any) -> ImportedGame:
    return commands.import_game(club.pk, games_from(content), vouched(club, **more), context=context_of(who))


def count_all() -> int:
    """What the sweep does, to its end."""
    found = counting.count_games()
    run_all()
    return found


def of_scene(scene: Any) -> ImportedGame:
    return ImportedGame.objects.first() or entered(scene.club, scene.olga)


def entering(scene: Any, **more: Any) -> tuple[str, dict[str, Any]]:
    people = {f"seat_{number}": player.pk for number, player in enumerate(four_of(scene.club), 1)}
    about = {"played_at": "2026-06-01T19:30", "place": "Walt's kitchen", "where": "hall", **more}
    path = reverse("imported_games", args=[scene.club.slug])
    return path, form(do="import", notation=FINALS.decode(), **people, **about)


def with_cards(scene: Any) -> tuple[str, dict[str, Any]]:
    """The match of table 3, as if it had been played online."""
    match = scene.match(3)
    if not match.online_tables.exists():
        table = write_table(scene.olga.player, games_from(FINALS), RESULT)
        MatchTable.objects.create(match=match, table=table, result=match.standing, ended_at=timezone.now())
    return reverse("match_emn", args=["night", match.pk]), form()


OF_IMPORTS: dict[str, Request] = {
    "match_emn": with_cards,
    "imported_games": entering,
    "imported_games/nowhere": lambda s: entering(s, place=""),
    "withdraw_game": lambda s: (
        reverse("withdraw_game", args=[s.club.slug, of_scene(s).pk]),
        form(reason="Another Walt"),
    ),
    "withdraw_game/why": lambda s: (reverse("withdraw_game", args=[s.club.slug, of_scene(s).pk]), form(reason=" ")),
}


def planted(table: Table) -> ImportedGame:
    return entered(table.event.club, table.olga)


PLANTED: dict[str, Callable[[Table], object]] = {
    "imported_table_is_closed": lambda t: type(planted(t).game.table).objects.update(is_imported=True, closed_at=None),
    "imported_game_counts_once": lambda t: _twice(planted(t)),
    "imported_game_has_a_place": lambda t: ImportedGame.objects.filter(pk=planted(t).pk).update(place=""),
}


def _twice(row: ImportedGame) -> object:
    again(row.game, number=2)
    again(row.entered, key=None)
    return again(row, game=Game.objects.get(number=2), entered=AuditLogEntry.objects.latest("pk"))


def tampered(club: Club, olga: Any) -> None:
    """A game that was entered, with another fingerprint than its hands have."""
    four_of(club)
    ImportedGame.objects.filter(pk=entered(club, olga).pk).update(digest="0" * 64)


def without_a_player(club: Club, olga: Any) -> None:
    """A game that was entered, of three."""
    four_of(club)
    entered(club, olga).game.players.filter(seat=3).delete()
