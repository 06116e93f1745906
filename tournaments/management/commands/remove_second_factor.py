"""For a user who lost the phone and the recovery codes."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.accounts.models import User
from games.engine.errors import RuleError
from tournaments.access.second_factor import remove_second_factor
from tournaments.context import SITE


class Command(BaseCommand):
    help = "Take an account's second factor away: it logs in with the password alone, and is logged out everywhere."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("email")
        parser.add_argument("--reason", required=True, help="Why, and how you know who asked: for the audit log.")

    def handle(self, *args: Any, email: str, reason: str, **options: Any) -> None:
        user = User.objects.filter(email=email.lower()).first()
        if user is None:
            raise CommandError(f"There's no account with the address {email}.")
        try:
            remove_second_factor(user.pk, reason=reason, context=SITE)
        except RuleError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"{user} logs in with the password alone, and was logged out everywhere.")
