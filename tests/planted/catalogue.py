"""Every bug that can be planted."""

from tests.planted import acting, api, engine, formats, honours, pages, results, rounds, site, tables

BUGS = {
    bug.name: bug
    for room in (engine, tables, formats, honours, rounds, results, acting, api, pages, site)
    for bug in room.BUGS
}
