"""Which address of a computer with several of them phones are told."""

import socket
from ipaddress import ip_address
from pathlib import Path

import pytest

from euchre_site.hall import addresses
from euchre_site.hall.addresses import EVERYWHERE, Kind, best_first, look
from tests.euchre_site.hall.conftest import WIFI, own

UP = addresses.UP_AND_RUNNING
DOCKER, VPN = own("172.17.0.1", "docker0"), own("10.8.0.2", "tun0", leads_out=True)
ROUTES = """Iface	Destination	Gateway 	Flags	RefCnt	Use	Metric	Mask		MTU	Window	IRTT
tun0	00000000	0108080A	0003	0	0	50	00000000	0	0	0
wlan0	00000000	0101A8C0	0003	0	0	600	00000000	0	0	0
eth0	0000A8C0	00000000	0001	0	0	100	00FFFFFF	0	0	0
"""


@pytest.mark.parametrize(
    ("interface", "kind"),
    [
        ("wlan0", Kind.NETWORK),
        ("en0", Kind.NETWORK),
        ("enp3s0", Kind.NETWORK),
        ("br0", Kind.NETWORK),
        ("docker0", Kind.VIRTUAL),
        ("br-1a2b3c", Kind.VIRTUAL),
        ("virbr0", Kind.VIRTUAL),
        ("bridge100", Kind.VIRTUAL),
        ("wg0", Kind.VPN),
        ("utun4", Kind.VPN),
        ("tailscale0", Kind.VPN),
    ],
)
def test_an_interface_is_known_by_its_name(interface: str, kind: Kind) -> None:
    assert own("192.168.1.20", interface).kind is kind


def test_a_link_between_two_is_a_vpn_whatever_its_name() -> None:
    assert own("10.9.9.9", "acme0", is_point_to_point=True).kind is Kind.VPN


def test_the_hall_comes_before_bridges_and_a_vpn_even_where_all_goes_through_it() -> None:
    assert best_first([VPN, DOCKER, WIFI], EVERYWHERE) == (WIFI, DOCKER, VPN)


def test_private_ones_come_first_and_of_these_the_one_with_the_way_out() -> None:
    public, alone = own("8.8.4.4", "eth1", leads_out=True), own("169.254.7.7", "eth2")
    hotspot, odd = own("10.42.0.1", "wlan1"), own("100.64.1.2", "eth3")
    assert best_first([alone, public, odd, hotspot, WIFI], EVERYWHERE) == (WIFI, hotspot, odd, public, alone)
    assert [one.is_public for one in (public, odd, hotspot)] == [True, False, False]


def test_as_good_ones_stay_as_the_system_says_them() -> None:
    one, other = own("192.168.5.5", "eth0"), own("192.168.4.4", "eth1")
    assert best_first([one, other], EVERYWHERE) == (one, other)


def test_it_answers_only_where_it_listens() -> None:
    six = own("fd00::20")
    assert best_first([WIFI, six, DOCKER], "192.168.1.20") == (WIFI,)
    assert best_first([WIFI, six], "::") == (six,)
    assert best_first([WIFI], "192.168.1.99") == best_first([], EVERYWHERE) == ()


def test_ipv6_stands_in_brackets_in_an_address() -> None:
    assert (own("fd00::20").host, WIFI.host) == ("[fd00::20]", "192.168.1.20")


def test_what_only_this_computer_reaches_is_left_out(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    rows = [
        ("lo", UP | addresses.LOOPBACK, "127.0.0.1"),
        ("wlan0", UP, "192.168.1.20"),
        ("wlan0", UP, "fe80::1"),
        ("docker0", 0x1, "172.17.0.1"),
        ("eth0", 0x40, "192.168.0.5"),
        ("tun0", UP | addresses.POINT_TO_POINT, "10.8.0.2"),
    ]
    monkeypatch.setattr(addresses, "_interfaces", lambda: [(name, flags, ip_address(ip)) for name, flags, ip in rows])
    monkeypatch.setattr(addresses, "_source", lambda family: ip_address("10.8.0.2"))
    (tmp_path / "route").write_text(ROUTES)
    monkeypatch.setattr(addresses, "ROUTES", tmp_path / "route")
    assert look() == [WIFI, own("10.8.0.2", "tun0", is_point_to_point=True, leads_out=True)]
    monkeypatch.setattr(addresses, "ROUTES", tmp_path / "none")
    assert [one.leads_out for one in look()] == [False, True], "elsewhere the way of a datagram says it"


def test_this_very_computer_is_read() -> None:
    """Each can be listened at, and no loopback is among them."""
    for one in look():
        assert not one.ip.is_loopback
        family = socket.AF_INET if one.ip.version == 4 else socket.AF_INET6
        with socket.socket(family) as listener:
            listener.bind((str(one.ip), 0))
