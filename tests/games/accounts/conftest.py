"""A provider, an account with an address that it knows too, and tries that are counted for one test alone."""

import uuid
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from allauth.account.models import EmailAddress

from games.accounts.models import User
from games.accounts.openid.configured import read_providers
from tests.cast import make_user
from tests.games.accounts.openid_provider import CLIENT, SECRET, TestProvider, running_provider


@pytest.fixture
def counted_afresh(settings: Any) -> None:
    """No other test's tries count here, in whichever cache."""
    settings.CACHES = {
        "default": settings.CACHES["default"] | {"KEY_PREFIX": f"{settings.REDIS_NAMESPACE}:{uuid.uuid4()}"}
    }


@pytest.fixture
def lodge(settings: Any) -> Iterator[TestProvider]:
    with running_provider() as provider:
        address = provider.issuer.replace("://", f"://{CLIENT}:{quote(SECRET, safe='')}@")
        settings.OIDC_PROVIDERS = read_providers(f"Lodge={address}")
        yield provider


@pytest.fixture
def ada() -> User:
    """An account with a password and the address that she has at the provider too."""
    user = make_user("Ada")
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user
