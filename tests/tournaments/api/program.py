"""A program that talks to the API: with a token, keys and versions, as docs/api.md tells it to."""

import json
from typing import Any
from uuid import uuid4

from django.test import Client

from games.accounts import tokens
from games.accounts.models import Scope, User

ROOT = "/api/v1"
NOT_GIVEN: Any = object()


class Program:
    """Every write gets a new key, and the version that the last GET of the thing had."""

    def __init__(self, user: User | None = None, *scopes: str) -> None:
        self.client = Client()
        self.token = tokens.make_token(user, "test", scopes or Scope.values, key=uuid4())[0] if user else ""
        self.headers = {"Authorization": f"Bearer {self.token}"} if user else {}

    def get(self, path: str, **headers: str) -> Any:
        return self.client.get(ROOT + path, headers=self.headers | headers)

    def read(self, path: str) -> Any:
        """What is there; it has to be."""
        response = self.get(path)
        assert response.status_code == 200, response.content
        return response.json()

    def version(self, path: str) -> str:
        response = self.get(path)
        assert response.status_code == 200, response.content
        return str(response["ETag"])

    def post(
        self, path: str, body: Any = None, *, key: str | None = None, seen: str | None = None, **headers: str
    ) -> Any:
        """seen: the ETag; of a thing that is written to without one, its own GET is asked first."""
        sent = {"Idempotency-Key": key or str(uuid4())} | ({"If-Match": seen} if seen else {})
        data = body if isinstance(body, bytes) else json.dumps({} if body is None else body)
        return self.client.post(
            ROOT + path, data, content_type="application/json", headers=self.headers | sent | headers
        )

    def add(self, path: str, body: Any = None) -> Any:
        """To a list."""
        response = self.post(path, body)
        assert response.status_code == 201, response.content
        return response.json()

    def do(self, path: str, action: str, body: Any = None) -> Any:
        """To a thing, as it stands now."""
        response = self.post(f"{path}{action}/", body, seen=self.version(path))
        assert response.status_code == 200, response.content
        return response.json()
