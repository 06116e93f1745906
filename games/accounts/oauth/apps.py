"""Apps that people register, where they may lead people back to, and what people allowed them."""

import datetime
import hashlib
import secrets
import uuid
from collections.abc import Collection, Iterable
from urllib.parse import urlsplit

from django.db import transaction
from django.db.models import Max, QuerySet
from django.utils import timezone

from games.accounts.models import ApiToken, Scope, User
from games.accounts.oauth.models import App, AuthorizationCode, Connection, DeviceRequest
from games.engine.errors import RuleError
from games.errors import Conflict
from games.live import end_streams
from games.locks import locked

MAX_APPS = 20
MAX_CONNECTIONS = 50
MAX_ADDRESSES, MAX_LETTERS = 10, 400
CODE_AGE = datetime.timedelta(minutes=1)
DEVICE_AGE = datetime.timedelta(minutes=10)
USER_CODE_LETTERS = "BCDFGHJKLMNPQRSTVWXZ"
"""Without vowels, so that no code is a word, and without what looks alike (RFC 8628, 6.1)."""
LOOPBACK = ("127.0.0.1", "::1", "localhost")


def register_app(user: User, name: str, addresses: Iterable[str], *, key: uuid.UUID) -> App:
    """The same key again answers the same app."""
    kept = [address for line in addresses if (address := line.strip())]
    name = " ".join("".join(char if char.isprintable() else " " for char in name).split())
    if not name:
        raise RuleError("Enter the app’s name.")
    if not kept or len(kept) > MAX_ADDRESSES:
        raise RuleError("Enter 1 to {most} addresses.", most=MAX_ADDRESSES)
    for address in kept:
        check_address(address)
    with transaction.atomic():
        locked(User.objects).get(pk=user.pk)
        if app := App.objects.filter(key=key).first():
            if app.owner_id != user.pk:
                raise Conflict("This form was already used. Reload the page and try again.")
            return app
        if App.objects.filter(owner=user, ended_at=None).count() >= MAX_APPS:
            raise RuleError("You already have {most} apps, which is the limit. Remove one.", most=MAX_APPS)
        client_id = secrets.token_urlsafe(18)
        return App.objects.create(
            owner=user, name=name[:60], client_id=client_id, redirect_uris=list(dict.fromkeys(kept)), key=key
        )


def check_address(address: str) -> None:
    """RuleError for an address to which no one should be sent with a code. https, this machine, or a scheme of the
    app's own, which has a dot (RFC 8252)."""
    try:
        parts = urlsplit(address)
        is_whole = not parts.fragment and "#" not in address and not parts.username and not parts.password
        is_whole = is_whole and address.isascii() and address.isprintable() and not set(address) & set(' "<>\\*;,')
        _ = parts.port
    except ValueError:
        is_whole = False
        parts = urlsplit("")
    is_own = "." in parts.scheme and bool(parts.path.strip("/") or parts.netloc)
    is_web = parts.scheme == "https" and bool(parts.hostname)
    is_here = parts.scheme == "http" and parts.hostname in LOOPBACK
    if len(address) > MAX_LETTERS or not is_whole or not (is_own or is_web or is_here):
        raise RuleError(
            "We can’t lead people back to {address}. Use https://, http://127.0.0.1, or your app’s own scheme with a "
            "dot, such as com.example.app:/callback.",
            address=address[:80],
        )


def leads_to(app: App, address: str) -> bool:
    """Letter by letter; a program on this machine may listen at any port (RFC 8252, 7.3)."""
    return any(address == known or _but_for_port(address) == known for known in app.redirect_uris)


def _but_for_port(address: str) -> str:
    """An address of this machine without its port; empty for any other."""
    try:
        parts = urlsplit(address)
        if parts.scheme != "http" or parts.hostname not in ("127.0.0.1", "::1") or parts.port is None:
            return ""
    except ValueError:
        return ""
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    return parts._replace(netloc=host).geturl() if parts.netloc == f"{host}:{parts.port}" else ""


def end_app(user: User, app_id: int) -> None:
    """No one can use it anymore, and what people allowed it ends. Others' apps count as missing."""
    with transaction.atomic():
        if App.objects.filter(owner=user, pk=app_id, ended_at=None).update(ended_at=timezone.now()):
            for connection in Connection.objects.filter(app=app_id, ended_at=None):
                _end(connection)


def app_with(client_id: str) -> App | None:
    """The app, as long as neither it nor its owner's account has ended."""
    good = App.objects.filter(ended_at=None, owner__is_active=True)
    return good.filter(client_id=client_id).first() if client_id.isprintable() else None


def apps_of(user: User) -> QuerySet[App]:
    return App.objects.filter(owner=user, ended_at=None)


def connections_of(user: User) -> QuerySet[Connection]:
    """Those by which an app has got a token. last_used: when it got the latest, within an hour of its last request."""
    connections = Connection.objects.filter(user=user, ended_at=None, refresh_tokens__isnull=False)
    return connections.annotate(last_used=Max("refresh_tokens__created_at")).select_related("app")


def end_connection(user: User, connection_id: int) -> None:
    """The app gets nothing more, and its tokens open nothing. Others' count as missing."""
    with transaction.atomic():
        if connection := locked(Connection.objects).filter(user=user, pk=connection_id).first():
            _end(connection)


def end_by_its_own(connection: Connection) -> None:
    """Because the app gave it back, or because someone used what was used. Needs an open transaction."""
    _end(connection)


def _end(connection: Connection) -> None:
    now = timezone.now()
    if Connection.objects.filter(pk=connection.pk, ended_at=None).update(ended_at=now):
        ApiToken.objects.filter(connection=connection, ended_at=None).update(ended_at=now)
        end_streams(connection.user_id)


def _connect(user: User, app: App, scopes: Collection[str], second_step: bool) -> Connection:
    locked(User.objects).get(pk=user.pk)
    if connections_of(user).count() >= MAX_CONNECTIONS:
        raise RuleError(
            "You already have {most} connected apps, which is the limit. Disconnect one.", most=MAX_CONNECTIONS
        )
    return Connection.objects.create(user=user, app=app, scopes=in_order(scopes), second_step=second_step)


def in_order(scopes: Collection[str]) -> list[str]:
    return [scope for scope in Scope.values if scope in scopes]


@transaction.atomic
def allow(
    user: User, app: App, scopes: Collection[str], *, redirect_uri: str, challenge: str, code: str, second_step: bool
) -> None:
    """The person lets the app in by this code."""
    now = timezone.now()
    AuthorizationCode.objects.create(
        connection=_connect(user, app, scopes, second_step),
        code_hash=hashed(code),
        redirect_uri=redirect_uri,
        challenge=challenge,
        created_at=now,
        expires_at=now + CODE_AGE,
    )


def ask_for_device(app: App, scopes: Collection[str], device_code: str) -> str:
    """The code that a person types."""
    now = timezone.now()
    user_code = "".join(secrets.choice(USER_CODE_LETTERS) for _ in range(8))
    DeviceRequest.objects.create(
        app=app,
        device_hash=hashed(device_code),
        user_code_hash=hashed(user_code),
        scopes=in_order(scopes),
        created_at=now,
        expires_at=now + DEVICE_AGE,
    )
    return as_shown(user_code)


def as_shown(user_code: str) -> str:
    letters = letters_of(user_code)
    return f"{letters[:4]}-{letters[4:]}"


def letters_of(user_code: str) -> str:
    """However someone wrote it."""
    return "".join(letter for letter in user_code.upper() if letter.isalnum())


def waiting_device(typed: str) -> DeviceRequest | None:
    """By the code that someone typed."""
    waiting = DeviceRequest.objects.filter(state=DeviceRequest.State.WAITING, expires_at__gt=timezone.now())
    return waiting.filter(user_code_hash=hashed(letters_of(typed)), app__ended_at=None).select_related("app").first()


@transaction.atomic
def answer_device(user: User, request_id: int, *, is_allowed: bool, second_step: bool) -> bool:
    """Whether it still waited."""
    waiting = locked(DeviceRequest.objects).filter(pk=request_id, state=DeviceRequest.State.WAITING)
    device = waiting.filter(expires_at__gt=timezone.now(), app__ended_at=None).select_related("app").first()
    if device is None:
        return False
    if is_allowed:
        device.connection = _connect(user, device.app, device.scopes, second_step)
    device.state = DeviceRequest.State.ALLOWED if is_allowed else DeviceRequest.State.DENIED
    device.save(update_fields=["state", "connection"])
    return True


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
