"""What a provider says of the person who comes back from it, and how much of that is believed.

Ours instead of allauth's: that one asks by `requests`, which has no time for a whole answer and follows redirects; it
checks no nonce, and takes an address for confirmed when the provider says "false" in letters.
"""

import base64
import hashlib
import secrets
import time
from typing import Any
from urllib.parse import quote, urlencode, urlsplit

import jwt
from allauth.account.models import EmailAddress
from allauth.socialaccount.internal import statekit
from allauth.socialaccount.models import SocialApp
from allauth.socialaccount.providers.base import Provider, ProviderAccount
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.crypto import constant_time_compare

from games.accounts.openid.wire import NoAnswer, Wire

SCOPES = "openid email profile"
ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
"""Of signatures by the provider's own key. One made with the shared secret anyone could make who has learned it."""
LEEWAY = 60
"""Seconds by which the provider's clock may be wrong."""
KEPT_SECONDS = 600
"""How long a provider's own description and keys are used again."""
FRESH_SECONDS = 300
"""How old a log-in at the provider may be that confirms who is there."""
REAUTHENTICATE = "reauthenticate"

_kept: dict[str, tuple[float, dict[str, Any]]] = {}


class NotBelieved(Exception):
    """What came from the provider isn't what it would sign for this log-in. The words are for the log."""


class OpenIDProvider(Provider):
    id = "openid_connect"
    account_class = ProviderAccount
    supports_redirect = True

    def __init__(self, request: HttpRequest | None, app: SocialApp) -> None:
        super().__init__(request, app=app)
        self.name = app.name

    @property
    def issuer(self) -> str:
        return str(self.app.settings["issuer"])

    def get_login_url(self, request: HttpRequest, **kwargs: Any) -> str:
        return reverse("openid_connect_login", args=[self.app.provider_id])

    def serialize(self) -> dict[str, Any]:
        """By its own id: two providers may know us by the same client ID."""
        return {"id": self.app.provider_id}

    # -- on the way there

    def redirect(
        self, request: HttpRequest, process: str, next_url: str | None = None, data: Any = None, **kwargs: Any
    ) -> HttpResponse:
        """A page that goes on to the provider at once. What is checked on the way back is kept in the session.

        A page, because browsers apply the content policy of a form to wherever its answer redirects to.
        """
        with Wire() as wire:
            there = _address(self._describe(wire), "authorization_endpoint")
        verifier, nonce = secrets.token_urlsafe(48), secrets.token_urlsafe(24)
        state = self.stash_redirect_state(request, process, next_url, data, nonce=nonce, pkce_code_verifier=verifier)
        challenge = base64.urlsafe_b64encode(hashlib.sha256(verifier.encode()).digest()).rstrip(b"=").decode()
        asked = {
            "client_id": self.app.client_id,
            "redirect_uri": self._callback(request),
            "response_type": "code",
            "scope": SCOPES,
            "state": state,
            "nonce": nonce,
            "code_challenge": challenge,
            "code_challenge_method": "S256",
        }
        if process == REAUTHENTICATE:
            asked["max_age"] = "0"
        address = f"{there}{'&' if '?' in there else '?'}{urlencode(asked)}"
        return render(request, "socialaccount/leaving.html", {"provider": self, "address": address})

    def take_state(self, request: HttpRequest) -> dict[str, Any] | None:
        """What this browser was sent away with; None when it wasn't, or too long ago. Good once."""
        state: dict[str, Any] | None = statekit.unstash_state(
            request, provider_id=self.sub_id, state_id=request.GET.get("state", "")
        )
        return state

    # -- on the way back

    def identify(self, request: HttpRequest, code: str, state: dict[str, Any]) -> dict[str, Any]:
        """What the provider says of the person. NoAnswer or NotBelieved otherwise."""
        with Wire() as wire:
            about = self._describe(wire)
            answer = self._exchange(wire, about, request, code, state["pkce_code_verifier"])
            claims = self._open(wire, about, answer.get("id_token"), state)
            if "email" not in claims and about.get("userinfo_endpoint") and answer.get("access_token"):
                bearer = {"Authorization": f"Bearer {answer['access_token']}"}
                more = wire.get(_address(about, "userinfo_endpoint"), bearer)
                if more.get("sub") != claims["sub"]:
                    raise NotBelieved("userinfo is about someone else")
                claims = more | claims
        return claims

    def _exchange(
        self, wire: Wire, about: dict[str, Any], request: HttpRequest, code: str, verifier: str
    ) -> dict[str, Any]:
        fields = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": self._callback(request),
            "code_verifier": verifier,
        }
        headers = {}
        if "client_secret_post" in about.get("token_endpoint_auth_methods_supported", []) or not self.app.secret:
            fields |= {"client_id": self.app.client_id}
            fields |= {"client_secret": self.app.secret} if self.app.secret else {}
        else:
            pair = f"{quote(self.app.client_id, safe='')}:{quote(self.app.secret, safe='')}"
            headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
        return wire.post(_address(about, "token_endpoint"), fields, headers)

    def _open(self, wire: Wire, about: dict[str, Any], token: Any, state: dict[str, Any]) -> dict[str, Any]:
        """What the ID token says, once it is certain that this provider signed it, now, for us, for this log-in."""
        try:
            key = self._key(wire, about, jwt.get_unverified_header(token).get("kid"))
            claims: dict[str, Any] = jwt.decode(
                token,
                key,
                algorithms=ALGORITHMS,
                audience=self.app.client_id,
                issuer=about["issuer"],
                leeway=LEEWAY,
                options={"require": ["iss", "sub", "aud", "exp", "iat"]},
            )
        except (jwt.PyJWTError, TypeError, ValueError) as error:
            raise NotBelieved(f"ID token: {type(error).__name__}") from error
        audience = claims["aud"]
        if isinstance(audience, list) and len(audience) > 1 and claims.get("azp") != self.app.client_id:
            raise NotBelieved("ID token is for another site")
        if not constant_time_compare(str(claims.get("nonce", "")), state["nonce"]):
            raise NotBelieved("ID token is of another log-in")
        if not claims["sub"]:
            raise NotBelieved("ID token names no one")
        if state["process"] == REAUTHENTICATE and "auth_time" in claims:
            then = claims["auth_time"]
            if not isinstance(then, int | float) or time.time() - then > FRESH_SECONDS:
                raise NotBelieved("log-in at the provider is old")
        return claims

    def _key(self, wire: Wire, about: dict[str, Any], name: str | None) -> Any:
        """The key of that name, asked for once more if it is new; the only key where tokens name none."""
        address = _address(about, "jwks_uri")
        for again in (False, True):
            keys = jwt.PyJWKSet.from_dict(_document(wire, address, again=again)).keys
            named = [key for key in keys if name is None or key.key_id == name]
            if len(named) == 1 or (named and name):
                return named[0].key
        raise NotBelieved("ID token is signed by an unknown key")

    def _describe(self, wire: Wire) -> dict[str, Any]:
        """How the provider describes itself, under the very name that the settings give it."""
        about = _document(wire, f"{self.issuer.rstrip('/')}/.well-known/openid-configuration")
        if str(about.get("issuer", "")).rstrip("/") != self.issuer.rstrip("/"):
            raise NoAnswer(f"{self.issuer} calls itself {str(about.get('issuer'))[:100]}")
        return about

    def _callback(self, request: HttpRequest) -> str:
        return request.build_absolute_uri(reverse("openid_connect_callback", args=[self.app.provider_id]))

    # -- what allauth asks of it

    def extract_uid(self, data: dict[str, Any]) -> str:
        """The person at this provider, as no other provider could call anyone. Its own name for them isn't kept."""
        return hashlib.sha256(f"{self.issuer.rstrip('/')} {data['sub']}".encode()).hexdigest()

    def extract_extra_data(self, data: dict[str, Any]) -> dict[str, Any]:
        """What is kept: the address, by which people tell two accounts apart."""
        return {"email": str(data["email"])[:254]} if data.get("email") else {}

    def extract_common_fields(self, data: dict[str, Any]) -> dict[str, Any]:
        return {"email": str(data.get("email") or ""), "name": str(data.get("name") or "")}

    def extract_email_addresses(self, data: dict[str, Any]) -> list[EmailAddress]:
        """Confirmed if the provider says so, in either of the ways that providers do."""
        if not data.get("email"):
            return []
        says = data.get("email_verified")
        is_confirmed = says is True or says == "true"
        return [EmailAddress(email=str(data["email"]), verified=is_confirmed, primary=True)]


def _address(about: dict[str, Any], name: str) -> str:
    """An address of the provider. As safe as the one that the settings have: https, unless all is on this machine."""
    address = str(about.get(name) or "")
    schemes = ("https",) if about["issuer"].startswith("https:") else ("https", "http")
    if urlsplit(address).scheme not in schemes:
        raise NoAnswer(f"{about['issuer']} has no {name}")
    return address


def _document(wire: Wire, address: str, *, again: bool = False) -> dict[str, Any]:
    until, document = _kept.get(address, (0.0, {}))
    if again or until < time.monotonic():
        document = wire.get(address)
        _kept[address] = time.monotonic() + KEPT_SECONDS, document
    return document
