"""Where the site may send a request: only to the public internet. A host is looked up once, and what is found is used.

Asked when someone gives an address, and again before each request, for a name may lead elsewhere by then.
"""

import ipaddress
import socket
from dataclasses import dataclass
from urllib.parse import urlsplit

from django.conf import settings

from games.engine.errors import RuleError
from games.engine.language import mark
from games.timed_sockets import within

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
PORTS = {"https": 443, "http": 80}
MAX_LETTERS = 500
INSIDE = mark("This address is on a private network, not on the public internet. Enter one that everyone can reach.")
PORT = mark("Leave the port out of the address. We never send to port {port}.")

_NOBODYS = tuple(
    ipaddress.ip_network(text)
    for text in (
        "0.0.0.0/8",
        "100.64.0.0/10",
        "192.0.0.0/24",
        "192.31.196.0/24",
        "192.52.193.0/24",
        "192.88.99.0/24",
        "192.175.48.0/24",
        "198.18.0.0/15",
        "240.0.0.0/4",
        "64:ff9b:1::/48",
        "2001::/23",
        "2001:db8::/32",
        "2002::/16",
        "2620:4f:8000::/48",
        "3fff::/20",
    )
)
"""Networks with a purpose of their own, of which `ipaddress` thinks better, in some of its versions or in all: Teredo
and 6to4 hide an IPv4 address; AS112 and the multicast tunnel relays are answered by whichever machine is nearest."""
_PUBLIC_IPV6 = ipaddress.ip_network("2000::/3")
_NAT64 = ipaddress.ip_network("64:ff9b::/96")


@dataclass(frozen=True)
class Target:
    """An address taken apart. path: with its query, as the request names it."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """For the Host header."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == PORTS[self.scheme] else f"{host}:{self.port}"


class Barred(RuleError):
    """Nothing is ever sent there, as it isn't on the public internet, or not at a port for the web."""


def target_of(address: str, most: int = MAX_LETTERS) -> Target:
    """RuleError, saying what to write instead, when nothing may be sent to an address of that shape.

    most: characters.
    """
    if not address.isascii() or any(letter <= " " or letter in '\\\x7f"<>^`{|}' for letter in address):
        raise RuleError(
            "Copy the address from your browser’s address bar. It can’t contain spaces or accented letters."
        )
    if len(address) > most:
        raise RuleError("An address can have at most {most} characters.", most=most)
    try:
        parts = urlsplit(address)
        host, port = parts.hostname or "", parts.port
    except ValueError as error:
        raise RuleError("This isn’t an address. Use one like https://example.org/euchre.") from error
    schemes = ("https", "http") if settings.WEBHOOKS_PLAIN else ("https",)
    if parts.scheme not in schemes or not address.lower().startswith(f"{parts.scheme}://"):
        raise RuleError("The address must start with https://, so no one can read deliveries on the way.")
    if not host or "%" in host or len(host) > 253:
        raise RuleError("The address has no valid domain name. Use an address like https://example.org/euchre.")
    if "@" in parts.netloc:
        raise RuleError("Leave the username and password out of the address. We sign every delivery instead.")
    if "#" in address:
        raise RuleError("Leave the # and everything after it out of the address. We never send that part.")
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, PORTS[parts.scheme] if port is None else port, path)


def resolve(target: Target, seconds: float) -> list[Address]:
    """Every address that the host leads to now. RuleError when there is none, or when anything is sent to none of
    them; TimeoutError when the name servers take too long."""
    try:
        texts = within(seconds, lambda: lookup(target.host, target.port))
    except (OSError, UnicodeError) as error:
        if isinstance(error, TimeoutError):
            raise
        raise RuleError("We can’t find this address. Check its spelling.") from error
    addresses = list(dict.fromkeys(ipaddress.ip_address(text) for text in texts))
    if not addresses:
        raise RuleError("We can’t find this address. Check its spelling.")
    admitted = [is_admitted(address) for address in addresses]
    if not all(here or is_public(address) for here, address in zip(admitted, addresses, strict=True)):
        raise Barred(INSIDE)
    if target.port != PORTS[target.scheme] and not all(admitted):
        raise Barred(PORT, port=target.port)
    return addresses


def lookup(host: str, port: int) -> list[str]:
    """What the name servers say. Numbers in any notation are understood as the system understands them."""
    answers = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP)
    return [str(answer[4][0]) for answer in answers]


def is_public(address: Address) -> bool:
    """Whether it belongs to the public internet, and so does an IPv4 address that is hidden in it."""
    if isinstance(address, ipaddress.IPv6Address):
        if address.scope_id:
            return False
        inner = address.ipv4_mapped
        if inner is None and address in _NAT64:
            inner = ipaddress.IPv4Address(address.packed[-4:])
        if inner is not None:
            return is_public(inner)
        if address not in _PUBLIC_IPV6:
            return False
    inside = address.is_private or address.is_loopback or address.is_link_local or address.is_unspecified
    if inside or address.is_multicast or address.is_reserved or not address.is_global:
        return False
    return not any(address in network for network in _NOBODYS if network.version == address.version)


def is_admitted(address: Address) -> bool:
    """Whether the address is in a network that the settings allow, on any port."""
    networks = map(ipaddress.ip_network, settings.WEBHOOKS_ALLOWED_NETWORKS)
    return any(address.version == network.version and address in network for network in networks)
