"""`manage.py serve`: the whole site on one port, for one machine. It brings data of an older version up to date first.

With --hall phones on the same network reach it, over plain HTTP and at this computer's own addresses.
"""

import contextlib
import errno
import os
import signal
import socket
from argparse import ArgumentTypeError
from ipaddress import ip_address
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from euchre_site.datafolder import open_folder
from euchre_site.embedded import AlreadyRunning, hold_lock, run_background
from euchre_site.hall import addresses, state, terminal
from euchre_site.hall.state import Hall
from euchre_site.listening import listen
from euchre_site.upgrading import CannotUpgrade, bring_up_to_date
from euchre_site.web_server import Server

MAX_PORT = 65535


def port_number(text: str) -> int:
    if not (text.isdecimal() and int(text) <= MAX_PORT):
        raise ArgumentTypeError(f"a port is a number from 0 to {MAX_PORT}, not {text}")
    return int(text)


class Command(BaseCommand):
    help = "Serve the site: pages, background work and live updates in one process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", help="127.0.0.1 if you name none; with --hall all of this computer (IPv4)")
        parser.add_argument("--port", type=port_number, default=8000, help="0 takes a free one")
        parser.add_argument("--hall", action="store_true", help="phones on the same network reach it, without HTTPS")

    def handle(self, *args: Any, host: str | None, port: int, hall: bool, **options: Any) -> None:
        host = host or (addresses.EVERYWHERE if hall else "127.0.0.1")
        if hall:
            refuse_hall(host)
        listener = self._listen(host, port)
        own = Hall(host, listener.getsockname()[1]) if hall else None
        address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
        try:
            with contextlib.ExitStack() as held:
                held.enter_context(listener)
                if own:
                    held.enter_context(state.opened(own))
                    address = own.local_address
                held.enter_context(hold_lock(open_folder(settings.RIGHT_BOWER_HOME), address))
                self.prepare(address)
                self._serve(listener, address, own)
        except CannotUpgrade as error:
            raise CommandError(str(error)) from error
        except AlreadyRunning as error:
            raise CommandError(
                f"{settings.SITE_NAME} already runs on this data folder ({error}). "
                "Stop it first, or choose another folder with RIGHT_BOWER_HOME."
            ) from None

    def prepare(self, address: str) -> None:
        """Before the first page. address: where the site will answer, for this computer's own browser."""
        bring_up_to_date(self._say)

    def _listen(self, host: str, port: int) -> socket.socket:
        try:
            return listen(host, port)
        except OSError as error:
            if error.errno == errno.EADDRNOTAVAIL:
                ours = ", ".join(str(own.ip) for own in addresses.look()) or "none on a network"
                raise CommandError(f"{host} isn't an address of this computer. It has: {ours}.") from None
            if error.errno != errno.EADDRINUSE:
                raise CommandError(f"Can't listen on {host}, port {port}: {error.strerror}.") from error
            # The common case: our own first instance. Its lock says more than the port does.
            try:
                with hold_lock(open_folder(settings.RIGHT_BOWER_HOME), "nowhere"):
                    pass
            except AlreadyRunning as running:
                raise CommandError(f"{settings.SITE_NAME} already runs on this data folder ({running}).") from None
            raise CommandError(f"Port {port} is taken by another program. Choose one with --port.") from None

    def _serve(self, listener: socket.socket, address: str, hall: Hall | None) -> None:
        # The static files of this very version, before whitenoise makes its list of them. An image has them already.
        if can_write(settings.STATIC_ROOT):
            call_command("collectstatic", interactive=False, verbosity=0)
        server = Server()
        # Heard from here on, not only once uvicorn listens; uvicorn also raises the signal again after its clean stop.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, server.handle_exit)
        with contextlib.ExitStack() as running:
            running.enter_context(run_background())
            self._say(f"{settings.SITE_NAME} is at {address}  (Ctrl+C stops it)")
            if hall:
                draws = terminal.can_draw(self.stdout)
                self._say(terminal.welcome(hall, draws=draws))
                running.enter_context(state.watched(hall, lambda: self._say(terminal.moved(hall, draws=draws))))
            server.run(sockets=[listener])
        self._say("Stopped.")

    def _say(self, words: str) -> None:
        """A log that is full stops no game."""
        with contextlib.suppress(OSError):
            self.stdout.write(words)
            self.stdout.flush()


def can_write(folder: Path) -> bool:
    """Whether files can be made there; of a folder that isn't there yet, whether it can be."""
    there = next(place for place in (folder, *folder.parents) if place.exists())
    return os.access(there, os.W_OK)


def refuse_hall(host: str) -> None:
    """What doesn't go together with plain HTTP at a number, or isn't safe there."""
    try:
        ip = ip_address(host)
    except ValueError:
        raise CommandError(f"With --hall, --host is a number such as 192.168.1.20, not {host}.") from None
    if ip.is_loopback:
        raise CommandError(f"No phone reaches {host}. Leave --host out, or name an address of this computer.")
    if settings.HTTPS:
        raise CommandError("Hall mode speaks plain HTTP, and HTTPS=true asks for the opposite. Leave one of them out.")
    if settings.ALLAUTH_TRUSTED_PROXY_COUNT:
        raise CommandError("Hall mode has no proxy in front: any phone could pretend to be one. Unset TRUSTED_PROXIES.")
    if settings.DEBUG:
        raise CommandError("With DEBUG=true error pages show secrets to everyone in the hall. Unset it.")
