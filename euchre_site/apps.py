"""Makes the wiring an installed app, so that its commands, checks and static files are found."""

from django.apps import AppConfig


class EuchreSiteConfig(AppConfig):
    name = "euchre_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from euchre_site import heartbeats

        heartbeats.connect()
