"""The seat that a request is for: whether it's still the player's, and how a substitute gets it.

At an event the substitute takes over the chair of the entry. Before a league match they're named in the line-up, under
the season's rules.
"""

import dataclasses
from collections.abc import Collection, Iterable, Iterator

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.checkin import entries
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.context import Context
from tournaments.leagues.eligibility import Facts, facts_of, terms_of
from tournaments.leagues.line_ups import set_line_up
from tournaments.leagues.models import Fixture, LineUpPlayer, Squad
from tournaments.permissions import SYSTEM
from tournaments.registration.waiting_list import follow_substitutes
from tournaments.subs.models import SubRequest


def is_still_theirs(request: SubRequest) -> bool:
    """Whether the seat is still the player's to give away: no one else took it, and it will be played from when people
    were asked for."""
    if request.start != request.starts_at:
        return False
    if request.event:
        is_off = request.event.finished_at or request.event.cancelled_at
        chairs = EntryPlayer.objects.filter(entry=request.entry_id, player=request.player_id, is_active=True)
        return not is_off and chairs.exclude(entry__status=Entry.Status.DROPPED).exists()
    fixture = request.fixture
    assert fixture, "a request is for one of them"
    is_open = fixture.state == Fixture.State.PLANNED and not fixture.is_begun
    named = LineUpPlayer.objects.filter(fixture=fixture, squad=request.squad_id, player=request.player_id)
    return is_open and named.exists()


def seat_substitute(request: SubRequest, coming: Player, context: Context) -> None:
    """Give the seat to a member who said yes. The site acts: being asked is the permission.

    RuleError where the rules of the event or the season are against it.
    """
    site = Context(SYSTEM, context.channel)
    if request.entry:
        entries.substitute(request.entry.pk, request.player, coming, context=site)
        follow_substitutes(request.entry.event, site)
    elif request.fixture and request.squad:
        pairs = _pairs_with(request.fixture, request.squad, request.player, coming)
        set_line_up(request.fixture.pk, request.squad.pk, pairs, context=site)


def side_player_ids(request: SubRequest) -> list[int]:
    """Ids of the player and everyone on their side."""
    if request.entry_id:
        side = EntryPlayer.objects.filter(entry=request.entry_id, is_active=True)
        return sorted({request.player_id, *side.values_list("player", flat=True)})
    line_up = LineUpPlayer.objects.filter(fixture=request.fixture_id, squad=request.squad_id)
    return sorted({request.player_id, *line_up.values_list("player", flat=True)})


def eligible(request: SubRequest, players: Collection[Player]) -> Iterator[Player]:
    """The players who may take the seat under the season's rules, in the order given."""
    if request.fixture is None or request.squad is None:
        yield from players
        return
    line_up = LineUpPlayer.objects.filter(fixture=request.fixture, squad=request.squad).select_related("player")
    stay = [named.player for named in line_up if named.player_id != request.player_id]
    facts = facts_of(request.fixture, request.squad, [*stay, *players])
    for player in players:
        # Each is judged with the others of the line-up, and counts what is borrowed from the beginning.
        tried = dataclasses.replace(facts, borrowed=0)
        if _is_allowed(tried, [*stay, player]):
            yield player


def _is_allowed(facts: Facts, players: Iterable[Player]) -> bool:
    try:
        for player in players:
            terms_of(facts, player)
    except RuleError:
        return False
    return True


def _pairs_with(fixture: Fixture, squad: Squad, leaving: Player, coming: Player) -> list[list[Player]]:
    """The line-up as it is, with one in the place of another."""
    pairs: list[list[Player]] = [[] for _ in range(fixture.season.settings.pairs)]
    line_up = LineUpPlayer.objects.filter(fixture=fixture, squad=squad).select_related("player")
    for named in line_up.order_by("pair", "chair"):
        pairs[named.pair - 1].append(coming if named.player_id == leaving.pk else named.player)
    return pairs
