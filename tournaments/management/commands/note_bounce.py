"""For a mail service that doesn't report emails that came back."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.models import User
from games.notifications.choices import note_bounce


class Command(BaseCommand):
    help = "Note that an email to this address came back: no more go there, and the organizers are notified."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")

    def handle(self, *args: Any, email: str, **options: Any) -> None:
        if not User.objects.filter(email__iexact=email, player__isnull=False).exists():
            raise CommandError(f"There's no player with the address {email}.")
        is_new = note_bounce(email) is not None
        self.stdout.write(f"No more emails go to {email}." if is_new else f"Nothing to do: no emails go to {email}.")
