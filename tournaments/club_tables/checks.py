"""What `manage.py verify` asks of the tables of clubs."""

from collections.abc import Iterator

from django.db.models import Q

from tournaments.club_tables.models import ClubTable
from tournaments.results.models import MatchTable


def tables_of_clubs_are_friendly() -> Iterator[str]:
    """A table that was opened for a club has an owner, and is no match's and no file's."""
    of_matches = MatchTable.objects.values("table")
    strange = Q(table__owner=None) | Q(table__is_imported=True) | Q(table__in=of_matches)
    for club_table in ClubTable.objects.filter(strange).select_related("table", "club"):
        yield f"{club_table}: it is no table that a member opened."
