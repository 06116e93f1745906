"""Friendly games played elsewhere: an organizer enters one from a file and says who sat where; then it counts.

It takes the way of every friendly game (`counting.friendly_games`), and is withdrawn by what is appended, not deleted.
"""

import datetime
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.formats import date_format

from games.accounts.models import Player
from games.engine.egn_file import FileGame, GamesFile
from games.engine.errors import RuleError
from games.engine.messages import message
from games.jobs.enqueuing import enqueue_on_commit
from games.tables.imports import RESULT, actions_of, write_table
from games.tables.models import Game
from games.tables.records import engine_game
from tournaments.activity_log.models import Action
from tournaments.clubs.identity import persons, player_of
from tournaments.clubs.models import Club
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.imported_games.models import ImportedGame
from tournaments.permissions import Permission
from tournaments.rewards.counting import recount_game

_TITLE = message("{name}: a game played elsewhere")
FIRST_DAY = datetime.datetime(2000, 1, 1, tzinfo=datetime.UTC)


@dataclass(frozen=True)
class Vouched:
    """What the organizer confirms about a game. seated: the record of the player in each seat of the file."""

    seated: tuple[int, ...]
    played_at: datetime.datetime
    place: str
    is_online: bool


@command(
    Action.IMPORT_GAME,
    lock=lock_club,
    permission=Permission.EXCHANGE,
    replay=lambda done: ImportedGame.objects.get(entered=done),
)
def import_game(club: Club, file: GamesFile, said: Vouched, *, context: Context) -> ImportedGame:
    """Enter the game of the file. RuleError, and nothing is entered, for one that counts already, that is not whole, or
    that four players of the club cannot have played."""
    file_game = only_game(file)
    check_new(file_game)
    seated = _seated(club, said.seated)
    if not said.place.strip():
        raise RuleError("Enter where the game was played.")
    if not FIRST_DAY <= said.played_at <= timezone.now():
        raise RuleError("Enter the date and time the game was played, after 1999 and not in the future.")
    title = file.title or _TITLE.template.format(name=club.name)
    table = write_table(
        _owner(context), GamesFile(title, (file_game,)), RESULT, seated=seated, played_at=said.played_at, club=club.pk
    )
    written = context.log(detail={"digest": file_game.digest})
    imported_game = ImportedGame(
        club=club,
        game=table.games.get(),
        digest=file_game.digest,
        place=said.place.strip(),
        is_online=said.is_online,
        entered=written,
    )
    try:
        with transaction.atomic():
            imported_game.save()
    except IntegrityError as error:
        raise Conflict("Someone entered this game at the same time you did. It counts only once.") from error
    enqueue_on_commit("tournaments.tasks.count_game_task", imported_game.game_id)
    return imported_game


def _lock(imported_id: int) -> ImportedGame:
    club = lock_club(ImportedGame.objects.values_list("club", flat=True).get(pk=imported_id))
    imported_game = ImportedGame.objects.select_related("game").get(pk=imported_id)
    imported_game.club = club
    return imported_game


@command(Action.WITHDRAW_GAME, lock=_lock, permission=Permission.EXCHANGE)
def withdraw_game(imported_game: ImportedGame, reason: str, *, context: Context) -> ImportedGame:
    """Withdraws a game, as if it had never been entered. Row, hands and both entries of the audit log stay."""
    if imported_game.withdrawn_id:
        raise Conflict("This game was already removed.")
    if not reason.strip():
        raise RuleError("Enter a short reason for removing the game.")
    imported_game.withdrawn = context.log(detail={"digest": imported_game.digest}, reason=reason.strip())
    imported_game.save(update_fields=["withdrawn"])
    recount_game(imported_game.game_id)
    return imported_game


def only_game(file: GamesFile) -> FileGame:
    """RuleError for a file of several games, and for one that is not whole."""
    if len(file.games) != 1:
        raise RuleError(
            "The file has {number} games. Import one at a time, so you can choose who sat where.",
            number=len(file.games),
        )
    (file_game,) = file.games
    if any(file_game.game.start):
        raise RuleError("The game in this file starts in the middle. Only complete games count.")
    if file_game.game.outcome is None:
        raise RuleError("The game in this file isn’t finished. Only complete games count.")
    return file_game


def check_new(file_game: FileGame) -> None:
    """RuleError for a game that counts here already, entered from a file or played at a table of this site."""
    there = (
        ImportedGame.objects.filter(digest=file_game.digest, withdrawn=None).select_related("club", "entered").first()
    )
    if there:
        raise RuleError(
            "{club} already entered this game, on {day}. The game counts only once.",
            club=there.club,
            day=date_format(there.entered.at, "DATE_FORMAT"),
        )
    actions = [actions_of(hand) for hand in file_game.game.hands]
    same = Game.objects.filter(table__is_imported=False, hands__number=1, hands__actions=actions[0])
    for game in same.prefetch_related("hands"):
        if [hand.actions for hand in game.hands.all()] == actions:
            raise RuleError("This game was played on this site. If it’s eligible, it already counts.")


def candidates(club: Club) -> QuerySet[Player]:
    """Whom an organizer can seat: people whom the club knows, each by the record that is in use."""
    return Player.objects.filter(memberships__club=club, is_bot=False, erased_at=None, alias=None).order_by(
        "name", "pk"
    )


def suggested(names: Sequence[str], known: Sequence[Player]) -> list[Player | None]:
    """Per seat the one player of exactly that name; None where there is none or several. To be shown, not believed."""
    by_name: dict[str, list[Player]] = {}
    for player in known:
        by_name.setdefault(" ".join(player.name.split()).casefold(), []).append(player)
    matching = [by_name.get(" ".join(name.split()).casefold(), []) for name in names]
    return [players[0] if len(players) == 1 else None for players in matching]


def games_of(club: Club) -> QuerySet[ImportedGame]:
    """Entered by the club, newest first, with all that its list shows."""
    imported_games = ImportedGame.objects.filter(club=club).select_related(
        "game__table", "entered__user__player", "entered__player", "withdrawn__user__player", "withdrawn__player"
    )
    return imported_games.prefetch_related("game__players__player").order_by("-pk")


def imported_games_are_as_entered() -> Iterator[str]:
    """The stored hands are the game that was entered, and a game that counts has four players."""
    for imported_game in ImportedGame.objects.select_related("game__table").prefetch_related("game__players"):
        if FileGame("", (), "", engine_game(imported_game.game)).digest != imported_game.digest:
            yield f"{imported_game}: its hands are not those that were entered."
        if (
            len({player.player_id for player in imported_game.game.players.all()}) != 4
            or not imported_game.game.table.is_imported
        ):
            yield f"{imported_game}: it is no imported game of four players."


def _seated(club: Club, numbers: Sequence[int]) -> list[Player]:
    known = {player.pk: player for player in candidates(club).filter(pk__in=numbers)}
    if len(numbers) != 4 or known.keys() != set(numbers):
        raise RuleError("Choose one of the club’s players for each of the 4 seats.")
    if len(set(persons(numbers).values())) != 4 or len(set(numbers)) != 4:
        raise RuleError("The same player can’t sit in 2 seats. Choose 4 different players.")
    return [known[number] for number in numbers]


def _owner(context: Context) -> Player:
    if context.actor.user:
        return player_of(context.actor.user)
    if context.actor.player is None:
        raise NotAllowed("Log in to enter a game.")
    return context.actor.player
