"""Django's `makemigrations`, for what changes tables. New words for a field make no migration."""

from django.core.management.commands import makemigrations

from euchre_site.migration_changes import TableChanges


class Command(makemigrations.Command):
    autodetector = TableChanges
