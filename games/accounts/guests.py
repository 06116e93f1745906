"""Who is at the browser: the account's player, a guest that the browser's session remembers, or a player known to the
room that opened the table."""

from collections.abc import Callable

from django.contrib.auth import SESSION_KEY
from django.http import HttpRequest

from games import counters, limits
from games.accounts.models import FORMER, Face, Player
from games.tables.models import Table

GUEST = "guest_player"
"""Session key: the id of the player whom this browser plays as."""
MAX_NAME = 20
Finder = Callable[[HttpRequest, Table], Player | None]
_finders: list[Finder] = []


def register_finder(finder: Finder) -> None:
    """Call from AppConfig.ready(). finder: who the browser is at the table of a match, and at no other; None: it does
    not know."""
    _finders.append(finder)


def visitor(request: HttpRequest) -> str:
    """Whom to count requests for: an account, a guest or an address. Asks the database for the session only."""
    for kind, key in (("user", SESSION_KEY), ("guest", GUEST)):
        if number := request.session.get(key):
            return f"{kind}-{number}"
    return f"address-{counters.address_of(request)}"


def player_at(request: HttpRequest, table: Table | None = None) -> Player | None:
    """The player at this browser; None for a visitor who has not sat down anywhere."""
    if table and table.is_official:
        for finder in _finders:
            if player := finder(request, table):
                return player
    if request.user.is_authenticated:
        return getattr(request.user, "player", None)
    number = request.session.get(GUEST)
    return Player.objects.filter(pk=number, user=None, is_bot=False).first() if number else None


def player_for(request: HttpRequest, table: Table | None = None, *, name: str = "", face: str = "") -> Player:
    """The same, and a new guest where there is none yet, of that name or with a number for one. TooOften when too many
    come from one address."""
    player = player_at(request, table)
    if player is None:
        if not request.user.is_authenticated:
            limits.check(limits.NEW_GUESTS, counters.address_of(request))
        player = Player.objects.create(
            name=request.user.get_username().partition("@")[0][:80] if request.user.is_authenticated else "Guest",
            user=request.user if request.user.is_authenticated else None,
            is_guest=not request.user.is_authenticated,
        )
        if player.user is None:
            player.name = guest_name(name) or f"Guest {player.pk}"
            player.face = face if face in Face.values else ""
            player.save(update_fields=["name", "face"])
            request.session[GUEST] = player.pk
    return player


def check_tables(request: HttpRequest) -> None:
    """TooOften for a player who opens table after table. Newcomers share an address with a whole hall: there
    `player_for` counts guests."""
    if any(request.session.get(key) for key in (SESSION_KEY, GUEST)):
        limits.check(limits.NEW_TABLES, visitor(request))


def guest_name(typed: str) -> str:
    """What a guest wants to be called, as it is kept; empty where nothing is left of it."""
    shown = " ".join("".join(char if char.isprintable() else " " for char in typed).split())[:MAX_NAME].strip()
    return "" if shown.startswith(FORMER) else shown


def introduce(player: Player, *, name: str, face: str) -> None:
    """Another face, and for a guest another name. Those with an account are called as their account says."""
    if player.user_id is None and player.is_guest:
        player.name = guest_name(name) or player.name
    player.face = face if face in Face.values else ""
    player.save(update_fields=["name", "face"])
