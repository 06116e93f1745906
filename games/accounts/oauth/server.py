"""The protocol, by oauthlib: what it asks of us, answered from our rows. Everything that is refused stays refused: only
authorization codes with PKCE (S256), refresh tokens and devices; apps have no secrets.

Callers hold a transaction open, so that a code or a refresh token is used by one of two who come at once.
"""

import datetime
import re
import secrets
import uuid
from typing import Any

from django.utils import timezone
from oauthlib.common import Request
from oauthlib.oauth2 import BearerToken, InvalidRequestError, RequestValidator, RevocationEndpoint, TokenEndpoint
from oauthlib.oauth2.rfc6749.endpoints import AuthorizationEndpoint
from oauthlib.oauth2.rfc6749.grant_types import AuthorizationCodeGrant, RefreshTokenGrant
from oauthlib.oauth2.rfc8628.endpoints import DeviceAuthorizationEndpoint
from oauthlib.oauth2.rfc8628.grant_types import DeviceCodeGrant

from games.accounts import tokens
from games.accounts.models import ApiToken, Scope
from games.accounts.oauth import apps
from games.accounts.oauth.apps import hashed
from games.accounts.oauth.models import AuthorizationCode, Connection, DeviceRequest, RefreshToken
from games.locks import locked

TOKEN_SECONDS = 3600
REFRESH_AGE = datetime.timedelta(days=90)
REFRESH_PREFIX = "rr_"
DEVICE = "urn:ietf:params:oauth:grant-type:device_code"
GRANTS = ("authorization_code", "refresh_token", DEVICE)
SLOWER, MAX_INTERVAL = 5, 60
"""Seconds more between two questions, for a device that asks too often (RFC 8628, 3.5)."""
CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}", re.ASCII)
"""The base64 of 32 bytes, without its end."""


class Validator(RequestValidator):
    """request.client is the app, request.connection what a person allowed it."""

    def validate_client_id(self, client_id: Any, request: Request, *args: Any, **more: Any) -> bool:
        request.client = apps.app_with(str(client_id))
        return request.client is not None

    def client_authentication_required(self, request: Request, *args: Any, **more: Any) -> bool:
        return False

    def authenticate_client_id(self, client_id: Any, request: Request, *args: Any, **more: Any) -> bool:
        return bool(client_id) and self.validate_client_id(client_id, request)

    def validate_redirect_uri(
        self, client_id: Any, redirect_uri: Any, request: Request, *args: Any, **more: Any
    ) -> bool:
        return apps.leads_to(request.client, redirect_uri)

    def get_default_redirect_uri(self, client_id: Any, request: Request, *args: Any, **more: Any) -> str | None:
        """None: every request names its own."""
        return None

    def validate_response_type(
        self, client_id: Any, response_type: Any, client: Any, request: Request, *args: Any, **more: Any
    ) -> bool:
        return bool(response_type == "code")

    def is_pkce_required(self, client_id: Any, request: Request) -> bool:
        return True

    def get_default_scopes(self, client_id: Any, request: Request, *args: Any, **more: Any) -> list[str]:
        return []

    def validate_scopes(
        self, client_id: Any, scopes: Any, client: Any, request: Request, *args: Any, **more: Any
    ) -> bool:
        return set(scopes) <= {*Scope.values, ""}

    def save_authorization_code(self, client_id: Any, code: Any, request: Request, *args: Any, **more: Any) -> None:
        apps.allow(
            request.user,
            request.client,
            request.scopes,
            redirect_uri=request.redirect_uri,
            challenge=request.code_challenge,
            code=code["code"],
            second_step=request.second_step,
        )

    def validate_grant_type(
        self, client_id: Any, grant_type: Any, client: Any, request: Request, *args: Any, **more: Any
    ) -> bool:
        return grant_type in GRANTS

    # Code for token.

    def validate_code(self, client_id: Any, code: Any, client: Any, request: Request, *args: Any, **more: Any) -> bool:
        """One that was used ends what it opened: someone else has it."""
        kept = AuthorizationCode.objects.filter(code_hash=hashed(code), connection__app=client).first()
        if kept is None:
            return False
        connection = self._lock(kept.connection_id)
        kept.refresh_from_db()
        if kept.used_at:
            apps.end_by_its_own(connection)
            return False
        if kept.expires_at <= timezone.now() or not _is_good(connection):
            return False
        self._use(request, connection)
        request.authorization_code = kept
        return True

    def get_code_challenge(self, code: Any, request: Request) -> str:
        return str(request.authorization_code.challenge)

    def get_code_challenge_method(self, code: Any, request: Request) -> str:
        return "S256"

    def confirm_redirect_uri(
        self, client_id: Any, code: Any, redirect_uri: Any, client: Any, request: Request, *args: Any, **more: Any
    ) -> bool:
        return bool(redirect_uri == request.authorization_code.redirect_uri)

    def invalidate_authorization_code(
        self, client_id: Any, code: Any, request: Request, *args: Any, **more: Any
    ) -> None:
        AuthorizationCode.objects.filter(pk=request.authorization_code.pk).update(used_at=timezone.now())

    # Refresh token for the next ones.

    def validate_refresh_token(
        self, refresh_token: Any, client: Any, request: Request, *args: Any, **more: Any
    ) -> bool:
        """One that was used ends the connection, with all that came of it."""
        kept = RefreshToken.objects.filter(token_hash=hashed(refresh_token), connection__app=client).first()
        if kept is None:
            return False
        connection = self._lock(kept.connection_id)
        kept.refresh_from_db()
        if kept.used_at:
            apps.end_by_its_own(connection)
            return False
        if kept.expires_at <= timezone.now() or not _is_good(connection):
            return False
        self._use(request, connection)
        return True

    def get_original_scopes(self, refresh_token: Any, request: Request, *args: Any, **more: Any) -> list[str]:
        return list(request.connection.scopes)

    def rotate_refresh_token(self, request: Request) -> bool:
        return True

    # Devices.

    def validate_device_code(self, client_id: Any, code: Any, request: Request, *args: Any, **more: Any) -> str | None:
        """How it stands with what is asked on another device; what was allowed there is had once."""
        device = locked(DeviceRequest.objects).filter(device_hash=hashed(code), app=request.client).first()
        if device is None:
            return None
        now, State = timezone.now(), DeviceRequest.State
        if device.state == State.USED:
            apps.end_by_its_own(self._lock(device.connection_id))
            return None
        if device.expires_at <= now:
            return str(DeviceCodeGrant.DEVICE_CODE_EXPIRED)
        is_early = device.polled_at and now < device.polled_at + datetime.timedelta(seconds=device.interval)
        device.polled_at, device.interval = now, min(device.interval + (SLOWER if is_early else 0), MAX_INTERVAL)
        device.save(update_fields=["polled_at", "interval"])
        if is_early:
            return str(DeviceCodeGrant.DEVICE_CODE_SLOW_DOWN)
        if device.state == State.WAITING:
            return str(DeviceCodeGrant.DEVICE_CODE_PENDING)
        if device.state == State.DENIED or not _is_good(connection := self._lock(device.connection_id)):
            return str(DeviceCodeGrant.DEVICE_CODE_DENIED)
        device.state = State.USED
        device.save(update_fields=["state"])
        self._use(request, connection)
        return str(DeviceCodeGrant.DEVICE_CODE_AUTHORIZED)

    # Tokens.

    def save_bearer_token(self, token: Any, request: Request, *args: Any, **more: Any) -> None:
        connection, now = request.connection, timezone.now()
        # oauthlib reads an empty list as "not said", and then what the request asks for.
        scopes = apps.in_order(set(request.scopes) & set(connection.scopes))
        token["scope"] = " ".join(scopes)
        connection.refresh_tokens.filter(used_at=None).update(used_at=now)
        RefreshToken.objects.create(
            connection=connection,
            token_hash=hashed(token["refresh_token"]),
            created_at=now,
            expires_at=now + REFRESH_AGE,
        )
        ApiToken.objects.create(
            user=connection.user,
            connection=connection,
            name=connection.app.name,
            prefix=token["access_token"][:8],
            token_hash=tokens.hashed(token["access_token"]),
            scopes=scopes,
            created_at=now,
            expires_at=now + datetime.timedelta(seconds=TOKEN_SECONDS),
            key=uuid.uuid4(),
            second_step=connection.second_step,
        )

    def revoke_token(self, token: Any, token_type_hint: Any, request: Request, *args: Any, **more: Any) -> None:
        """Either kind ends the whole connection: the app is done with it."""
        of_app = Connection.objects.filter(app=request.client)
        digest = hashed(token)
        connection = (
            of_app.filter(refresh_tokens__token_hash=digest).first() or of_app.filter(tokens__token_hash=digest).first()
        )
        if connection:
            apps.end_by_its_own(self._lock(connection.pk))

    def _lock(self, connection_id: Any) -> Connection:
        connection = locked(Connection.objects).get(pk=connection_id)
        return Connection.objects.select_related("user", "app__owner").get(pk=connection.pk)

    def _use(self, request: Request, connection: Connection) -> None:
        request.connection, request.user, request.scopes = connection, connection.user, list(connection.scopes)


def _is_good(connection: Connection) -> bool:
    app = connection.app
    return connection.ended_at is None and app.ended_at is None and app.owner.is_active and connection.user.is_active


class OnlyHashed(AuthorizationCodeGrant):
    """PKCE by hash: a verifier that travels in the open proves nothing."""

    _code_challenge_methods = {  # noqa: RUF012  # oauthlib's own attribute
        "S256": AuthorizationCodeGrant._code_challenge_methods["S256"]
    }

    def validate_authorization_request(self, request: Request) -> Any:
        asked = super().validate_authorization_request(request)
        if not CHALLENGE.fullmatch(request.code_challenge):
            raise InvalidRequestError(description="code_challenge is no SHA-256", request=request)
        return asked


class Server(AuthorizationEndpoint, TokenEndpoint, RevocationEndpoint, DeviceAuthorizationEndpoint):
    """All of it, at one place."""

    def __init__(self, device_page: str) -> None:
        validator = Validator()
        bearer = BearerToken(
            validator,
            token_generator=lambda request: tokens.PREFIX + secrets.token_urlsafe(32),
            refresh_token_generator=lambda request: REFRESH_PREFIX + secrets.token_urlsafe(32),
            expires_in=TOKEN_SECONDS,
        )
        code = OnlyHashed(validator)
        grants = {
            "authorization_code": code,
            "refresh_token": RefreshTokenGrant(validator),
            DEVICE: DeviceCodeGrant(validator),
        }
        AuthorizationEndpoint.__init__(
            self, default_response_type="code", response_types={"code": code}, default_token_type=bearer
        )
        TokenEndpoint.__init__(self, "authorization_code", bearer, grants)
        RevocationEndpoint.__init__(self, validator)
        DeviceAuthorizationEndpoint.__init__(
            self, validator, device_page, expires_in=int(apps.DEVICE_AGE.total_seconds()), interval=5
        )
