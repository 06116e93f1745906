"""`manage.py serve`: the whole site on one port, for one machine. Migrates nothing and fills nothing."""

import contextlib
import errno
import signal
import socket
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser

from euchre_site.datafolder import open_folder
from euchre_site.embedded import AlreadyRunning, hold_lock, run_background
from euchre_site.listening import listen
from euchre_site.web_server import Server


class Command(BaseCommand):
    help = "Serve the site: pages, background work and live updates in one process."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1")
        parser.add_argument("--port", type=int, default=8000, help="0 takes a free one")

    def handle(self, *args: Any, host: str, port: int, **options: Any) -> None:
        listener = self._listen(host, port)
        address = f"http://{f'[{host}]' if ':' in host else host}:{listener.getsockname()[1]}/"
        try:
            with listener, hold_lock(open_folder(settings.RIGHT_BOWER_HOME), address):
                self._serve(listener, address)
        except AlreadyRunning as error:
            raise CommandError(
                f"{settings.SITE_NAME} already runs on this data folder ({error}). "
                "Stop it first, or choose another folder with RIGHT_BOWER_HOME."
            ) from None

    def _listen(self, host: str, port: int) -> socket.socket:
        try:
            return listen(host, port)
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise CommandError(f"Cannot listen on {host}, port {port}: {error.strerror}.") from error
            # The common case: our own first instance. Its lock says more than the port does.
            try:
                with hold_lock(open_folder(settings.RIGHT_BOWER_HOME), "nowhere"):
                    pass
            except AlreadyRunning as running:
                raise CommandError(f"{settings.SITE_NAME} already runs on this data folder ({running}).") from None
            raise CommandError(f"Port {port} is taken by another program. Choose one with --port.") from None

    def _serve(self, listener: socket.socket, address: str) -> None:
        # The static files of this very version, before whitenoise makes its list of them.
        call_command("collectstatic", interactive=False, verbosity=0)
        server = Server()
        # Heard from here on, not only once uvicorn listens; uvicorn also raises the signal again after its clean stop.
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, server.handle_exit)
        with run_background():
            self._say(f"{settings.SITE_NAME} is at {address}  (Ctrl+C stops it)")
            server.run(sockets=[listener])
        self._say("Stopped.")

    def _say(self, words: str) -> None:
        """A log that is full stops no game."""
        with contextlib.suppress(OSError):
            self.stdout.write(words)
            self.stdout.flush()
