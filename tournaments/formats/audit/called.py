"""Checks the matches that were called one by one, over all rounds that run at once. Lays out no bracket."""

from collections.abc import Iterator, Sequence

from games.engine.messages import Message, message
from tournaments.formats.base import Phase, PlayedRound
from tournaments.formats.numbers import EntryRef

_TWO_TABLES = message("{entry} is playing at table {table} and also at table {other} in round {round}.")
_NOT_OVER = message("{entry} has a seat in this round, but the match at table {table} in round {round} isn’t over.")
_TWO_MATCHES = message("2 matches are in progress at table {table}: one in this round and one in round {round}.")


def called_findings(history: Sequence[PlayedRound]) -> Iterator[Message]:
    """Returns what is wrong with the last of these rounds compared with those before it.

    An entry may not play at two tables or be called before its earlier match is over, and a table may not have two
    matches. history: up to the round, as its tables are now.
    """
    *earlier, own = history
    playing = [
        (played.number, table.draw) for played in earlier for table in played.tables if table.phase is not Phase.OVER
    ]
    for number, before in playing:
        for table in own.tables:
            is_on = table.phase is not Phase.OVER
            if is_on and table.draw.table == before.table:
                yield _TWO_MATCHES(table=before.table, round=number)
            for entry in sorted({*table.draw.entries}.intersection(before.entries)):
                about = {"entry": EntryRef(entry), "round": number}
                if is_on:
                    yield _TWO_TABLES(**about, table=table.draw.table, other=before.table)
                else:
                    yield _NOT_OVER(**about, table=before.table)
