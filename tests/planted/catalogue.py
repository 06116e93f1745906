"""Every bug that can be planted."""

from tests.planted import api, engine, formats, honours, pages, results, rounds, site, tables

BUGS = {
    bug.name: bug for room in (engine, tables, formats, honours, rounds, results, api, pages, site) for bug in room.BUGS
}
