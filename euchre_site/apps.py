"""Makes the wiring an installed app, so that its commands, checks and static files are found; and the site's admin."""

from django.apps import AppConfig
from django.contrib.admin.apps import AdminConfig


class EuchreSiteConfig(AppConfig):
    name = "euchre_site"
    verbose_name = "Site"

    def ready(self) -> None:
        from django.db.backends.sqlite3.base import DatabaseWrapper

        from euchre_site import error_reports, heartbeats

        # Otherwise Django (5.2) asks SQLite for prefetched rows with `id = 1 OR id = 2 …`, of which SQLite takes a
        # thousand at most: a hall of that size got no round. A list of keys is good where keys have one column.
        DatabaseWrapper.features_class.supports_tuple_lookups = True
        heartbeats.connect()
        error_reports.connect()


class SiteAdminConfig(AdminConfig):
    default_site = "tournaments.admin_owners.OwnersSite"
