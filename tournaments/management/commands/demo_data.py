"""Fill an empty site with a believable club, once, and print a one-time login for its organizer."""

from typing import Any

from django.core.management.base import BaseCommand

from games.accounts.models import Player
from tournaments.access.one_time_login import one_time_path
from tournaments.demo import NAMES, populate
from tournaments.demo.table import open_kitchen_table


class Command(BaseCommand):
    help = "Make a demo club if there is none, and print the organizer's one-time login."

    def add_arguments(self, parser: Any) -> None:
        parser.add_argument("--address", default="http://127.0.0.1:8000", help="where the site will answer")

    def handle(self, *args: Any, address: str, **options: Any) -> None:
        owner = populate()
        open_kitchen_table(Player.objects.get(memberships__club__memberships__player__user=owner, name=NAMES[0]))
        self.stdout.write(f"Organizer {owner.email} logs in once at {address}{one_time_path(owner)}")
