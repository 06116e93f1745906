"""A provider of accounts on this machine: OpenID Connect as far as a site needs it, and what a bad one could do."""

import base64
import hashlib
import json
import secrets
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit

import jwt
from cryptography.hazmat.primitives.asymmetric import rsa

CLIENT, SECRET = "right-bower", "a secret: with @ and /"
ADA = {"sub": "ada-1", "email": "ada@example.org", "email_verified": True, "name": "Ada Lovelace"}
KEY, OTHER_KEY = (rsa.generate_private_key(65537, 2048) for _ in range(2))


class TestProvider:
    """person: who is logged in there. The rest is what a test changes about it."""

    __test__ = False

    def __init__(self) -> None:
        self.person: dict[str, Any] = dict(ADA)
        self.in_userinfo: dict[str, Any] = {}
        self.asked: list[str] = []
        self.stalling: set[str] = set()
        self.drips = False
        self.redirects_to = ""
        self.about: dict[str, Any] = {}
        self.asks_by_page = False
        self.key = KEY
        self.algorithm = "RS256"
        self.change_claims: Callable[[dict[str, Any]], dict[str, Any]] = lambda claims: claims
        self.codes: dict[str, dict[str, str]] = {}
        self.released = threading.Event()

    def description(self) -> dict[str, Any]:
        return {
            "issuer": self.issuer,
            "authorization_endpoint": f"{self.issuer}/authorize",
            "token_endpoint": f"{self.issuer}/token",
            "userinfo_endpoint": f"{self.issuer}/userinfo",
            "jwks_uri": f"{self.issuer}/keys",
        } | self.about

    def jwks(self) -> dict[str, Any]:
        public = jwt.algorithms.RSAAlgorithm.to_jwk(KEY.public_key(), as_dict=True)
        return {"keys": [public | {"kid": "first", "alg": "RS256", "use": "sig"}]}

    def code_for(self, query: dict[str, str]) -> str:
        code = secrets.token_urlsafe(8)
        self.codes[code] = query
        return code

    def token(self, fields: dict[str, str], authorization: str) -> dict[str, Any] | None:
        """None unless the site proves who it is, and that it began this log-in."""
        asked = self.codes.pop(fields.get("code", ""), None)
        basic = base64.b64encode(f"{CLIENT}:a%20secret%3A%20with%20%40%20and%20%2F".encode()).decode()
        if asked is None or authorization != f"Basic {basic}":
            return None
        challenge = base64.urlsafe_b64encode(hashlib.sha256(fields["code_verifier"].encode()).digest())
        if (
            challenge.rstrip(b"=").decode() != asked["code_challenge"]
            or fields["redirect_uri"] != asked["redirect_uri"]
        ):
            return None
        now = int(time.time())
        claims = {"iss": self.issuer, "aud": CLIENT, "iat": now, "exp": now + 300, "nonce": asked["nonce"]}
        claims = self.change_claims(claims | self.person)
        key = "the shared secret, as long as it has to be" if self.algorithm == "HS256" else self.key
        signed = jwt.encode(claims, key, self.algorithm, headers={"kid": "first"})  # type: ignore[arg-type]
        return {"access_token": "an-access-token", "token_type": "Bearer", "expires_in": 300, "id_token": signed}


class _Handler(BaseHTTPRequestHandler):
    provider: TestProvider

    def do_GET(self) -> None:
        path, query = urlsplit(self.path).path, dict(parse_qsl(urlsplit(self.path).query))
        self._note(path)
        if path == "/authorize":
            self._authorize(query)
        elif path == "/.well-known/openid-configuration":
            self._json(self.provider.description())
        elif path == "/keys":
            self._json(self.provider.jwks())
        elif path == "/userinfo" and self.headers["Authorization"] == "Bearer an-access-token":
            self._json(self.provider.in_userinfo)
        else:
            self.send_error(404)

    def do_POST(self) -> None:
        self._note(self.path)
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        answer = self.provider.token(dict(parse_qsl(body)), self.headers.get("Authorization", ""))
        self._json(answer or {"error": "invalid_grant"}, 200 if answer else 400)

    def _note(self, path: str) -> None:
        self.provider.asked.append(path)
        if path in self.provider.stalling:
            if self.provider.drips:
                self.wfile.write(b"HTTP/1.1 200 OK\r\n")
                while not self.provider.released.wait(0.1):
                    self.wfile.write(b"X-More: and more\r\n")
            self.provider.released.wait(60)

    def _authorize(self, query: dict[str, str]) -> None:
        back = f"{query['redirect_uri']}?{urlencode({'code': self.provider.code_for(query), 'state': query['state']})}"
        if self.provider.asks_by_page:
            page = (
                f"<!doctype html><title>Lodge</title><h1>Lodge</h1><a href='{back.replace('&', '&amp;')}'>Let me in</a>"
            )
            self._send(200, "text/html", page.encode())
        else:
            self.send_response(302)
            self.send_header("Location", back)
            self.end_headers()

    def _json(self, answer: dict[str, Any], status: int = 200) -> None:
        if self.provider.redirects_to:
            self.send_response(302)
            self.send_header("Location", self.provider.redirects_to)
            self.end_headers()
        else:
            self._send(status, "application/json", json.dumps(answer).encode())

    def _send(self, status: int, kind: str, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *about: Any) -> None:
        """Nothing: tests look at `asked`."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True

    def handle_error(self, *about: Any) -> None:
        """Nothing: whoever gave up waiting has closed the connection."""


@contextmanager
def running_provider() -> Iterator[TestProvider]:
    """A provider that answers at `issuer` until the end."""
    provider = TestProvider()
    server = _Server(("127.0.0.1", 0), type("Handler", (_Handler,), {"provider": provider}))
    provider.issuer = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, name="provider")
    thread.start()
    try:
        yield provider
    finally:
        provider.released.set()
        server.shutdown()
        server.server_close()
        thread.join(5)


def asked_for(address: str) -> dict[str, str]:
    """What the site asks the provider for."""
    return {name: values[0] for name, values in parse_qs(urlsplit(address).query).items()}
