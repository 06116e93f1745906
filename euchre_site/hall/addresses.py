"""The addresses of this computer on the networks around it, and which one phones are most likely to reach.

It asks the system and sends nothing anywhere: a hall may have no internet, and need not learn that we are here.
"""

import contextlib
import ctypes
import re
import socket
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from pathlib import Path

Ip = IPv4Address | IPv6Address

UP_AND_RUNNING, LOOPBACK, POINT_TO_POINT = 0x1 | 0x40, 0x8, 0x10
"""Flags of an interface, the same on Linux and on BSD's heirs."""
VPN = re.compile(r"tun|tap|utun|wg|ppp|ipsec|tailscale|zt|nordlynx|proton|gpd|cscotun")
VIRTUAL = re.compile(
    r"docker|br-|veth|virbr|vmnet|vboxnet|bridge|lxc|lxd|podman|cni|cali|flannel|vethernet|awdl|llw|anpi"
)
PRIVATE = [ip_network(text) for text in ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7")]
EVERYWHERE = "0.0.0.0"  # noqa: S104 - hall mode is for that
"""To listen at all addresses but those of IPv6, which are often reached from the whole internet."""
OUTSIDE = {socket.AF_INET: "198.51.100.1", socket.AF_INET6: "2001:db8::1"}
"""Unused addresses. A datagram socket that is connected to one has chosen its way and sent nothing."""
ROUTES = Path("/proc/net/route")


class Kind(IntEnum):
    """What an interface leads to. The lower, the more likely phones are there."""

    NETWORK = 0
    VIRTUAL = 1
    VPN = 2


@dataclass(frozen=True)
class Own:
    """One address of this computer. leads_out: over its interface goes what is for elsewhere."""

    ip: Ip
    interface: str
    is_point_to_point: bool = False
    leads_out: bool = False

    @property
    def kind(self) -> Kind:
        if self.is_point_to_point or VPN.match(self.interface):
            return Kind.VPN
        return Kind.VIRTUAL if VIRTUAL.match(self.interface) else Kind.NETWORK

    @property
    def host(self) -> str:
        """The host as it is written in an address."""
        return f"[{self.ip}]" if self.ip.version == 6 else str(self.ip)

    @property
    def is_public(self) -> bool:
        """Whether people outside of the hall may reach it."""
        return self.ip.is_global

    def _rank(self) -> tuple[int, int, bool]:
        if self.ip.is_link_local:
            scope = 3
        elif self.is_public:
            scope = 2
        else:
            scope = 0 if any(self.ip.version == network.version and self.ip in network for network in PRIVATE) else 1
        return self.kind, scope, not self.leads_out


def best_first(addresses: list[Own], listening: str) -> tuple[Own, ...]:
    """Those that answer on a socket that listens there. Several that are as good stay in the system's order."""
    there = ip_address(listening)
    answering = [
        own for own in addresses if own.ip == there or (there.is_unspecified and own.ip.version == there.version)
    ]
    return tuple(sorted(answering, key=Own._rank))


def look() -> list[Own]:
    """All of this computer, in the system's order, but for those that only it can reach and those that need the name
    of an interface beside them (fe80::)."""
    gateways, sources = _interfaces_with_gateway(), [_source(family) for family in OUTSIDE]
    return [
        Own(ip, name, bool(flags & POINT_TO_POINT), name in gateways or ip in sources)
        for name, flags, ip in _interfaces()
        if flags & UP_AND_RUNNING == UP_AND_RUNNING
        and not flags & LOOPBACK
        and not (ip.version == 6 and ip.is_link_local)
    ]


def _source(family: socket.AddressFamily) -> Ip | None:
    """The address from which something to the outside would go; None where there is no way."""
    with contextlib.suppress(OSError), socket.socket(family, socket.SOCK_DGRAM) as way:
        way.connect((OUTSIDE[family], 9))
        return ip_address(way.getsockname()[0])
    return None


def _interfaces_with_gateway() -> set[str]:
    """On Linux all of them: while a VPN is on, the Wi-Fi below it still has one. Elsewhere `_source` has to do."""
    try:
        routes = [line.split() for line in ROUTES.read_text().splitlines()[1:]]
    except OSError:
        return set()
    has_gateway = 0x2
    return {
        route[0] for route in routes if len(route) > 3 and route[1] == "00000000" and int(route[3], 16) & has_gateway
    }


class _Interface(ctypes.Structure):
    """The beginning of `struct ifaddrs`, which is the same everywhere."""


_Interface._fields_ = [
    ("next", ctypes.POINTER(_Interface)),
    ("name", ctypes.c_char_p),
    ("flags", ctypes.c_uint),
    ("address", ctypes.c_void_p),
]


def _interfaces() -> Iterator[tuple[str, int, Ip]]:
    """Name, flags and address of each interface, as often as it has addresses: what `getifaddrs` says."""
    if sys.platform == "win32":
        yield from _named_addresses()
        return
    libc = ctypes.CDLL(None, use_errno=True)
    first = ctypes.POINTER(_Interface)()
    if libc.getifaddrs(ctypes.byref(first)) != 0:
        return
    try:
        interface = first
        while interface:
            contents = interface.contents
            if contents.address and (ip := _read(contents.address)):
                yield contents.name.decode(errors="replace"), contents.flags, ip
            interface = contents.next
    finally:
        libc.freeifaddrs(first)


def _named_addresses() -> Iterator[tuple[str, int, Ip]]:
    """The addresses of this computer's own name, which on Windows are those of its interfaces, without their names."""
    with contextlib.suppress(OSError):
        for *_, address in socket.getaddrinfo(socket.gethostname(), None, type=socket.SOCK_DGRAM):
            ip = ip_address(str(address[0]).partition("%")[0])
            yield "", UP_AND_RUNNING | (LOOPBACK if ip.is_loopback else 0), ip


def _read(where: int) -> Ip | None:
    """A `struct sockaddr`. BSD's heirs put its length before the family, in one byte each."""
    head = ctypes.string_at(where, 2)
    family = int.from_bytes(head, sys.byteorder) if sys.platform == "linux" else head[1]
    if family == socket.AF_INET:
        return IPv4Address(ctypes.string_at(where, 8)[4:])
    if family == socket.AF_INET6:
        return IPv6Address(ctypes.string_at(where, 24)[8:])
    return None
