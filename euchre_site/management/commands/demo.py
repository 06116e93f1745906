"""`manage.py demo`: a club with a night half played, served from a data folder of its own (euchre_site/places.py)."""

from django.core.management import call_command

from euchre_site.management.commands import serve


class Command(serve.Command):
    help = "Make a demo club if there is none, print the organizer's one-time login, and serve it."

    def prepare(self, address: str) -> None:
        super().prepare(address)
        call_command("demo_data", address=address.rstrip("/"), stdout=self.stdout)
