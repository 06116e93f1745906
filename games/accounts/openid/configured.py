"""The providers that the settings name. Read once, at start; what can't work is refused then, in words."""

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.utils.text import slugify

ONE = "Google=https://CLIENT_ID:SECRET@accounts.google.com"
THIS_MACHINE = ("localhost", "127.0.0.1", "::1")
MAX_NAME = 40


@dataclass(frozen=True)
class ConfiguredProvider:
    """id: its part of our addresses. issuer: the address by which it calls itself."""

    id: str
    name: str
    issuer: str
    client_id: str
    secret: str

    def __repr__(self) -> str:
        """Without the secret, for tracebacks and logs."""
        return f"<{self.name}: {self.issuer}>"


def read_providers(text: str) -> tuple[ConfiguredProvider, ...]:
    """The providers of a list such as `Google=https://ID:SECRET@accounts.google.com`, with commas between them."""
    providers = tuple(_read(part.strip()) for part in text.split(",") if part.strip())
    if len({provider.id for provider in providers}) < len(providers):
        raise ImproperlyConfigured("OIDC_PROVIDERS has two providers of the same name. Give each its own.")
    return providers


def _read(text: str) -> ConfiguredProvider:
    name, _, address = (part.strip() for part in text.partition("="))
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise ImproperlyConfigured(f"OIDC_PROVIDERS has an address that is none. Write it as {ONE}.") from None
    if not slugify(name) or len(name) > MAX_NAME or not host or not parts.username:
        raise ImproperlyConfigured(f"OIDC_PROVIDERS needs a name, an address and a client ID. Write it as {ONE}.")
    if parts.scheme != "https" and not (parts.scheme == "http" and host in THIS_MACHINE):
        raise ImproperlyConfigured(f"The address of {name} in OIDC_PROVIDERS must begin with https://.")
    if parts.query or parts.fragment:
        raise ImproperlyConfigured(f"The address of {name} in OIDC_PROVIDERS can’t have a ? or a #.")
    shown = f"[{host}]" if ":" in host else host
    issuer = f"{parts.scheme}://{shown}{f':{port}' if port else ''}{parts.path}"
    return ConfiguredProvider(slugify(name), name, issuer, unquote(parts.username), unquote(parts.password or ""))


def configured_provider(provider_id: str) -> ConfiguredProvider | None:
    """The provider with this id; None where the settings don't name it, or no longer."""
    return next((provider for provider in all_providers() if provider.id == provider_id), None)


def all_providers() -> Iterator[ConfiguredProvider]:
    """In the order of the settings, which is the one of the buttons."""
    return iter(settings.OIDC_PROVIDERS)
