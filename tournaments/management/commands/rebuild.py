"""Throw derived rows away and compute them again."""

from typing import Any

from django.core.management.base import BaseCommand

from tournaments.integrity import rebuild


class Command(BaseCommand):
    help = "Compute everything derived from results again, and say whether anything changed."

    def handle(self, *args: Any, **options: Any) -> None:
        before, after = rebuild.rebuild()
        same = "Nothing changed." if before == after else "Something had been different; it is right now."
        self.stdout.write(f"Rebuilt. {same} Digest {after[:16]}.")
