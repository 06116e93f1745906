"""Enter the players of a CSV file in an event: all of them or none."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import RuleError
from tournaments.checkin.roster import RosterRefused, import_roster
from tournaments.context import SITE
from tournaments.events.models import Event


class Command(BaseCommand):
    help = "Enter the players of a CSV file (columns: name, email, number, paid) in an event, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--event", required=True, metavar="SLUG")

    def handle(self, *args: Any, file: Path, event: str, **options: Any) -> None:
        found = Event.objects.filter(slug=event).first()
        if found is None:
            raise CommandError(f"There is no event with the address {event}.")
        try:
            report = import_roster(found.pk, file.read_bytes(), context=SITE)
        except OSError as error:
            raise CommandError(f"{file} cannot be read: {error.strerror}.") from error
        except RosterRefused as error:
            raise CommandError("\n".join(["Nothing was imported.", *error.problems])) from error
        except RuleError as error:
            raise CommandError(f"Nothing was imported. {error}") from error
        self.stdout.write("\n".join([*map(str, report), f"{len(report)} players entered in {found}."]))
