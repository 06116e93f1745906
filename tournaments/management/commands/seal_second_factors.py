"""After SECRET_KEY was changed: seals the second factors by the new one."""

from typing import Any

from cryptography.fernet import InvalidToken
from django.core.management.base import BaseCommand, CommandError

from games.accounts.second_factor import seal_anew


class Command(BaseCommand):
    help = "Encrypt all second factors by the present SECRET_KEY; then the former one may leave SECRET_KEY_FALLBACKS."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            number = seal_anew()
        except InvalidToken as error:
            raise CommandError("One of them was sealed by a key that isn't in SECRET_KEY_FALLBACKS.") from error
        self.stdout.write(f"Sealed anew: {number}.")
