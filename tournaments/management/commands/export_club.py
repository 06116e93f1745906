"""Write a whole club to one file."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engine.errors import RuleError
from tournaments.clubs.models import Club
from tournaments.context import SITE
from tournaments.transfer.club_out import export_club


class Command(BaseCommand):
    help = "Write a whole club to one file: facts and audit log, without accounts, passwords and links."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("club", metavar="SLUG")
        parser.add_argument("file", type=Path)

    def handle(self, *args: Any, club: str, file: Path, **options: Any) -> None:
        exported = Club.objects.filter(slug=club).first()
        if exported is None:
            raise CommandError(f"There's no club with the address {club}.")
        try:
            archive = export_club(exported.pk, context=SITE)
            with file.open("xb") as to:
                archive.write(to)
        except FileExistsError as error:
            raise CommandError(f"{file} exists already. Choose another name; nothing is overwritten.") from error
        except OSError as error:
            raise CommandError(f"{file} can't be written: {error.strerror}.") from error
        except RuleError as error:
            raise CommandError(str(error)) from error
        count = sum(len(part) for part in archive.rows.values())
        self.stdout.write(f"{exported} is in {file}: {count} rows. Digest {archive.digest}.")
