"""A valid request for every address at which an organizer types, confirms, corrects or voids a score."""

from typing import Any

from django.urls import reverse

from tests.tournaments.pages.addressing import Request, night, page, table, version
from tests.tournaments.pages.browsing import form
from tests.tournaments.pages.scene import match_of


def proposal_of(action: str, **fields: Any) -> Request:
    return page("decide", "shown", lambda s: match_of(s.shown).pk, action, body=lambda s: form(seen=1, **fields))


SCORE = {"points_0": 7, "points_1": 9}

MATCH = night("match", table(2))


OF_SCORES: dict[str, Request] = {
    "find_slip": lambda s: (f"{reverse('find_slip', args=['night'])}?code=2", {}),
    "grid": night("grid", body=version(2, **SCORE)),
    "match": MATCH,
    "preview": lambda s: (f"{MATCH(s)[0]}preview/correct/?points_0=7&points_1=9&reason=Misread", {}),
    "preview_void": lambda s: (f"{MATCH(s)[0]}preview/void/", {}),
    "decide/record": night("decide", table(2), "record", body=version(2, **SCORE)),
    "decide/confirm": night("decide", table(1), "confirm", body=version(1)),
    "decide/correct": night("decide", table(3), "correct", body=version(3, **SCORE, reason="Misread")),
    "decide/void": night("decide", table(2), "void", body=version(2, reason="Wrong players")),
    "decide/propose-correct": proposal_of("propose-correct", **SCORE, reason="Misread"),
    "decide/propose-void": proposal_of("propose-void", reason="Wrong players"),
    "decide/choose": night("decide", table(1), "choose", body=version(1, claim=1)),
    "decide/reopen": night("decide", table(3), "reopen", body=version(3)),
    "decide/praise": night("decide", table(2), "praise", body=version(2)),
}
