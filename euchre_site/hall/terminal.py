"""What `manage.py serve --hall` says in its terminal."""

import codecs
import io
import os
from typing import Any

import segno

from euchre_site.hall.addresses import Kind, Own
from euchre_site.hall.state import Hall

WHITE_ON_BLACK, AS_BEFORE = "\x1b[97;40m", "\x1b[0m"
WITHOUT_HTTPS = """\
On phones, without HTTPS:
  works          pages, logging in, live updates, boards; a score typed without Wi-Fi is sent when it's back,
                 as long as its page stays open
  doesn't work   opening a page without Wi-Fi, installing the site as an app, "Copy" buttons, and keeping the
                 screen of a board awake: set that in the device itself
On this computer, at the first address, all of it works.
Anyone on the same Wi-Fi can read what phones send. Type passwords on this computer only, and let people in by
links and codes. The administration opens on this computer only."""
NO_NETWORK = """\
This computer isn't on a network that phones could use. Join the hall's Wi-Fi, or turn on a phone's hotspot and join
that: the address then appears here and on the console."""
KINDS = {Kind.VPN: "a VPN", Kind.VIRTUAL: "a network inside this computer"}


def can_draw(stream: Any) -> bool:
    """Whether a QR code can be read there: by people at a terminal, not in a file or a log."""
    encoding = getattr(stream, "encoding", None) or "ascii"
    return bool(stream.isatty()) and codecs.lookup(encoding).name == "utf-8" and os.environ.get("TERM") != "dumb"


def welcome(hall: Hall, *, draws: bool) -> str:
    """draws: with the QR code."""
    return "\n\n".join((*_where(hall, draws), WITHOUT_HTTPS))


def moved(hall: Hall, *, draws: bool) -> str:
    """When phones have to use another address."""
    lines = _where(hall, draws)
    if hall.former:
        lines.insert(0, f"The address changed. Codes and links for {hall.former} don't work any longer.")
    return "\n\n".join(("", *lines))


def _where(hall: Hall, draws: bool) -> list[str]:
    if not hall.best:
        return [NO_NETWORK]
    parts = [f"Phones on the same network open {hall.address}"]
    if draws:
        parts.append(drawn(hall.address))
    others = [own for own in hall.candidates if own != hall.best]
    if hall.best.kind is not Kind.NETWORK:
        parts.append(f"That seems to be {KINDS[hall.best.kind]}. Is this computer in the hall's Wi-Fi?")
    if hall.best.ip.is_link_local:
        parts.append("The network gave this computer no address. Phones may not find it: is the router on?")
    if others:
        parts.append("\n".join(("It also answers at", *(f"  {_described(hall, own)}" for own in others))))
    if any(own.is_public for own in hall.candidates):
        parts.append(
            "One of these addresses is public: people outside the hall may reach the site too. To listen at one "
            "address alone, start with --host and that address."
        )
    return parts


def _described(hall: Hall, own: Own) -> str:
    about = f"{own.interface}, {KINDS[own.kind]}" if own.kind in KINDS else own.interface
    return f"{hall.address_of(own)}  ({about})"


def drawn(address: str) -> str:
    """As a QR code of half blocks, white on black whatever the terminal's own colors are."""
    code = io.StringIO()
    segno.make(address, micro=False).terminal(code, border=2, compact=True)
    return "\n".join(f"{WHITE_ON_BLACK}{line}{AS_BEFORE}" for line in code.getvalue().splitlines())
