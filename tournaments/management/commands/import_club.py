"""Make a club of a file that `export_club` wrote."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from games.accounts.models import User
from games.engine.errors import RuleError
from tournaments.clubs.identity import player_of
from tournaments.clubs.models import Role
from tournaments.context import SITE
from tournaments.events.commands import add_member
from tournaments.transfer.archive import read_archive
from tournaments.transfer.club_in import import_club


class Command(BaseCommand):
    help = "Bring a club from a file of export_club, as a new club of this site: all of it or nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("file", type=Path)
        parser.add_argument("--owner", metavar="EMAIL", help="an account of this site that owns the club from now on")

    def handle(self, *args: Any, file: Path, owner: str | None, **options: Any) -> None:
        user = User.objects.filter(email__iexact=owner).first() if owner else None
        if owner and user is None:
            raise CommandError(f"There's no account {owner} here. Sign up first, then import.")
        try:
            with file.open("rb") as content, transaction.atomic():
                archive = read_archive(content)
                club = import_club(archive, context=SITE)
                if user:
                    add_member(club, player_of(user), role=Role.OWNER, context=SITE)
        except OSError as error:
            raise CommandError(f"{file} can't be read: {error.strerror}.") from error
        except RuleError as error:
            raise CommandError(f"Nothing was imported. {error}") from error
        self.stdout.write(f"{club} is here, at {club.get_absolute_url()}. Digest {archive.digest}.")
        if not user:
            self.stdout.write("Accounts do not travel. Name an owner in the admin, under Memberships.")
