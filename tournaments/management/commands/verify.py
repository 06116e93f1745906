"""Compare everything stored with its facts; exit 1 when anything differs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from tournaments.integrity.verify import CHECKS, violations


class Command(BaseCommand):
    help = "Check that everything stored agrees with its facts. Changes nothing; exits 1 on any violation."

    def handle(self, *args: Any, **options: Any) -> None:
        broken = violations()
        if broken:
            raise CommandError("\n".join([*broken, f"{len(broken)} violations."]))
        self.stdout.write(f"{len(CHECKS)} checks, no violation.")
