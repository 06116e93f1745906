"""Makes the wiring an installed app, so that its commands, checks and static files are found; and the site's admin."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class EuchreSiteConfig(AppConfig):
    name = "euchre_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from euchre_site import error_reports, heartbeats

        heartbeats.connect()
        error_reports.connect()


class SiteAdminConfig(AdminConfig):
    default_site = "tournaments.admin_owners.OwnersSite"
