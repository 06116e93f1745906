"""`manage.py health`: what the health page shows, for a container's check or a person at a terminal."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError
from django.utils import translation

from euchre_site.health import SIGNS


class Command(BaseCommand):
    help = "Say how the site is. Ends with 1 if something is not well."

    def add_arguments(self, parser: CommandParser) -> None:
        names = [look.__name__ for look in SIGNS]
        parser.add_argument("--only", action="append", choices=names, help="nothing else is looked at; may be repeated")

    def handle(self, *args: Any, only: list[str] | None, **options: Any) -> None:
        try:
            with translation.override("en"):
                signs = [look() for look in SIGNS if not only or look.__name__ in only]
        except (DatabaseError, OSError) as error:
            raise CommandError(f"The database does not answer ({type(error).__name__}).") from None
        for sign in signs:
            self.stdout.write(f"{'well' if sign.is_well else 'ILL '} {sign.name}: {sign.words}")
        if ill := [sign.name for sign in signs if not sign.is_well]:
            raise CommandError(f"Not well: {', '.join(ill)}.")
