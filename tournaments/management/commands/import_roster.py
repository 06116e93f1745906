"""Enter the players of a file in an event: all of them or none."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import RuleError
from games.engine.messages import message_from
from tournaments.checkin.entries import entry_size
from tournaments.checkin.roster import RosterRefused, import_roster
from tournaments.checkin.roster_lines import guess_layout, lines_of, read_file
from tournaments.context import SITE
from tournaments.events.models import Event
from tournaments.spreadsheets.problems import FileRefused


class Command(BaseCommand):
    help = "Enter the players of a file (CSV, XLSX or ODS with name, email, number, paid) in an event, all or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--event", required=True, metavar="SLUG")

    def handle(self, *args: Any, file: Path, event: str, **options: Any) -> None:
        entered = Event.objects.filter(slug=event).first()
        if entered is None:
            raise CommandError(f"There's no event with the address {event}.")
        try:
            pairs = entry_size(entered) > 1
            grid_rows = read_file(file.read_bytes())
            lines = lines_of(grid_rows, guess_layout(grid_rows, pairs=pairs), pairs=pairs)
            report = import_roster(entered.pk, lines, whole=True, context=SITE).detail["report"]
        except OSError as error:
            raise CommandError(f"{file} can't be read: {error.strerror}.") from error
        except (FileRefused, RosterRefused) as error:
            raise CommandError("\n".join(["Nothing was imported.", *map(str, error.problems)])) from error
        except RuleError as error:
            raise CommandError(f"Nothing was imported. {error}") from error
        said = [str(message_from(line)) for line in report]
        self.stdout.write("\n".join([*said, f"{len(report)} {'pairs' if pairs else 'players'} entered in {entered}."]))
