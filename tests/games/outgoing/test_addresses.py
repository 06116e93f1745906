"""Requests go to the public internet and nowhere else: whatever is typed, and whatever a name leads to later."""

import ipaddress
import socket
import threading
import time
from typing import Any

import pytest

from games.engine.errors import RuleError
from games.outgoing import addresses, wire
from games.outgoing.addresses import INSIDE, is_public, resolve, target_of
from tests.games.outgoing.receivers import receiving, says

INSIDERS = (
    "127.0.0.1",
    "127.1",
    "127.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.1",
    "0177.0.0.1",
    "017700000001",
    "0",
    "0.0.0.0",  # noqa: S104
    "localhost",
    "10.0.0.7",
    "10.1",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "0xa9fea9fe",
    "100.64.0.1",
    "100.127.255.255",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.9",
    "224.0.0.1",
    "239.255.255.250",
    "240.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:10.0.0.7]",
    "[::ffff:7f00:1]",
    "[fe80::1]",
    "[fc00::1]",
    "[fd12:3456::1]",
    "[fec0::1]",
    "[ff02::1]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b::10.0.0.7]",
    "[64:ff9b:1::8.8.8.8]",
    "[2002:7f00:1::]",
    "[2002:a00:7::1]",
    "[2001:0:a00:7::1]",
    "[2001::1]",
    "[2001:db8::1]",
    "[3fff::1]",
    "[100::1]",
    "[5f00::1]",
    "[0:0:0:0:0:ffff:a9fe:a9fe]",
)
MISWRITTEN = {
    "http://example.org/": "https://",
    "HTTP://example.org/": "https://",
    "ftp://example.org/": "https://",
    "file:///etc/passwd": "https://",
    "//example.org/": "https://",
    "example.org/hook": "https://",
    "https:example.org": "https://",
    "https://": "no valid domain name",
    "https:///hook": "no valid domain name",
    "https://ann:secret@example.org/": "Leave the username and password",
    "https://ann@example.org/": "Leave the username and password",
    "https://@example.org/": "Leave the username and password",
    "https://example.org/#top": "everything after it",
    "https://example.org:notaport/": "isn’t an address",
    "https://example.org:99999/": "isn’t an address",
    "https://[fe80::1%25eth0]/": "no valid domain name",
    "https://[::1/": "isn’t an address",
    "https://exam ple.org/": "can’t contain spaces",
    "https://example.org/\r\nHost: evil": "can’t contain spaces",
    "https://exa\tmple.org/": "can’t contain spaces",
    "https://ⓛocalhost/": "or accented letters",
    "https://127。0。0。1/": "or accented letters",
    "https://example.org\\@10.0.0.1/": "can’t contain spaces",
    f"https://example.org/{'x' * 600}": "at most 500",
}


@pytest.mark.parametrize("host", INSIDERS)
def test_no_notation_leads_inside(host: str) -> None:
    with pytest.raises(RuleError) as refusal:
        resolve(target_of(f"https://{host}/hook"), 5)
    assert str(refusal.value) == INSIDE, "and the refusal does not say what the inside looks like"


def test_nor_does_a_number_with_a_point_behind_it() -> None:
    """Some systems do not know it at all."""
    with pytest.raises(RuleError, match=r"on a private network|can’t find this address"):
        resolve(target_of("https://127.0.0.1./"), 5)


@pytest.mark.parametrize("text", ["93.184.216.34", "8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808"])
def test_the_public_internet_is_open(text: str) -> None:
    """The positive control."""
    assert is_public(ipaddress.ip_address(text))


SPECIAL = (
    "0.0.0.0/8",
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.0.0.0/24",
    "192.0.2.0/24",
    "192.31.196.0/24",
    "192.52.193.0/24",
    "192.88.99.0/24",
    "192.168.0.0/16",
    "192.175.48.0/24",
    "198.18.0.0/15",
    "198.51.100.0/24",
    "203.0.113.0/24",
    "224.0.0.0/4",
    "240.0.0.0/4",
    "255.255.255.255/32",
    "::/128",
    "::1/128",
    "64:ff9b:1::/48",
    "100::/64",
    "100:0:0:1::/64",
    "2001::/23",
    "2001:db8::/32",
    "2002::/16",
    "2620:4f:8000::/48",
    "3fff::/20",
    "5f00::/16",
    "fc00::/7",
    "fe80::/10",
    "fec0::/10",
    "ff00::/8",
)
"""What IANA keeps for special purposes, except 64:ff9b::/96, where the address inside decides."""


@pytest.mark.parametrize("network", SPECIAL)
def test_no_network_with_a_purpose_of_its_own_is_public_from_end_to_end(network: str) -> None:
    found = ipaddress.ip_network(network)
    ends = {found[0], found[-1], found[found.num_addresses // 2]}
    assert [str(address) for address in ends if is_public(address)] == []
    if found.version == 4:
        hidden = [ipaddress.ip_address(f"{prefix}{address}") for prefix in ("::ffff:", "64:ff9b::") for address in ends]
        assert not any(is_public(address) for address in hidden)


@pytest.mark.parametrize("address", MISWRITTEN)
def test_what_is_written_wrong_is_refused_with_what_to_write(address: str) -> None:
    with pytest.raises(RuleError, match=MISWRITTEN[address]):
        target_of(address)


@pytest.mark.parametrize("port", [22, 80, 8443, 6379])
def test_no_port_but_the_usual(port: int) -> None:
    with pytest.raises(RuleError, match="Leave the port out"):
        resolve(target_of(f"https://93.184.216.34:{port}/"), 5)
    assert resolve(target_of("https://93.184.216.34:443/"), 5)


def test_plain_http_is_for_laptops(settings: Any) -> None:
    settings.WEBHOOKS_PLAIN = True
    assert target_of("http://example.org/").port == 80
    with pytest.raises(RuleError, match="on a private network"):
        resolve(target_of("http://127.0.0.1/"), 5)


def test_an_admitted_network_is_admitted_with_every_port_and_no_other_network(settings: Any) -> None:
    settings.WEBHOOKS_ALLOWED_NETWORKS = ["127.0.0.1/32", "10.9.0.0/16"]
    assert resolve(target_of("https://127.0.0.1:8443/"), 5)
    assert resolve(target_of("https://10.9.1.2/"), 5)
    for host in ("127.0.0.2", "10.8.0.1", "[::ffff:127.0.0.1]"):
        with pytest.raises(RuleError, match="on a private network"):
            resolve(target_of(f"https://{host}/"), 5)


def leads_to(monkeypatch: pytest.MonkeyPatch, *answers: list[str]) -> list[str]:
    """Each look-up gets the next answer. The hosts that were asked for."""
    asked: list[str] = []
    left = list(answers)

    def lookup(host: str, port: int) -> list[str]:
        asked.append(host)
        return left.pop(0)

    monkeypatch.setattr(addresses, "lookup", lookup)
    return asked


def test_one_address_inside_is_enough_to_refuse(monkeypatch: pytest.MonkeyPatch) -> None:
    leads_to(monkeypatch, ["93.184.216.34", "10.0.0.7"])
    with pytest.raises(RuleError, match="on a private network"):
        resolve(target_of("https://hooks.example.org/"), 5)


def test_an_unknown_host(monkeypatch: pytest.MonkeyPatch) -> None:
    def unknown(host: str, port: int) -> list[str]:
        raise socket.gaierror(-2, "Name or service not known")

    monkeypatch.setattr(addresses, "lookup", unknown)
    with pytest.raises(RuleError, match="can’t find this address"):
        resolve(target_of("https://hooks.example.org/"), 5)


def test_slow_name_servers_hold_no_one_up(monkeypatch: pytest.MonkeyPatch) -> None:
    is_over = threading.Event()
    monkeypatch.setattr(addresses, "lookup", lambda host, port: is_over.wait(30) and [])
    began = time.monotonic()
    answer = wire.post("https://hooks.example.org/", b"{}", {}, 0.3)
    is_over.set()
    assert time.monotonic() - began < 3
    assert (answer.status, str(answer.error)) == (None, "The receiver didn’t answer within 0.3 seconds.")


def test_a_name_that_leads_inside_later_is_not_followed(monkeypatch: pytest.MonkeyPatch, settings: Any) -> None:
    """First it is public; when something is sent, it leads to a receiver on this machine, which hears nothing."""
    settings.WEBHOOKS_PLAIN = True
    with receiving(says(200)) as receiver:
        asked = leads_to(monkeypatch, ["93.184.216.34"], ["127.0.0.1"])
        monkeypatch.setitem(addresses.PORTS, "http", receiver.port)
        assert resolve(target_of(f"http://hooks.example.org:{receiver.port}/hook"), 2)
        answer = wire.post("http://hooks.example.org/hook", b"{}", {}, 2)
        assert answer.status is None
        assert str(answer.error) == INSIDE
        assert receiver.requests == []
        assert asked == ["hooks.example.org"] * 2


def test_the_connection_goes_to_the_very_address_that_was_checked(
    monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """One look-up for each request; a second one would lead elsewhere. The positive control of the test above."""
    settings.WEBHOOKS_PLAIN, settings.WEBHOOKS_ALLOWED_NETWORKS = True, ["127.0.0.1/32"]
    with receiving(says(200)) as receiver:
        asked = leads_to(monkeypatch, ["127.0.0.1"])
        monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: pytest.fail("asked for the name again"))
        answer = wire.post(f"http://hooks.example.org:{receiver.port}/a?b=c", b"{}", {}, 5)
    assert answer.error is None
    assert asked == ["hooks.example.org"]
    [(headers, _)] = receiver.requests
    assert headers[""] == "POST /a?b=c HTTP/1.1"
    assert headers["Host"] == f"hooks.example.org:{receiver.port}"
