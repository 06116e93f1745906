"""Everything derived of all seasons at once: compared with its facts, thrown away, computed again."""

from collections.abc import Iterator

from django.db.models import Count, F, Prefetch, Q

from games.tables.verify import long_ago
from tournaments.activity_log.models import AuditLogEntry
from tournaments.formats.seasons.handicap import handicap_of
from tournaments.leagues import series, tables
from tournaments.leagues.card_steps import State as CardState
from tournaments.leagues.card_steps import replay
from tournaments.leagues.commands import day_of
from tournaments.leagues.models import (
    OVER,
    CardStep,
    DateProposal,
    Exemption,
    Fixture,
    FixtureHandicap,
    FixtureScore,
    LineUpPlayer,
    PlaceDecision,
    Postponement,
    Season,
    SectionLine,
    SeriesLine,
    Squad,
    SquadPlayer,
    TransferRequest,
    Withdrawal,
)
from tournaments.rounds.models import Round, Seat

Stored = dict[int, dict[str, object]]


def rebuild_seasons() -> None:
    """Throw the tables of all seasons away and compute them again."""
    for model in tables.DERIVED:
        model._default_manager.all().delete()
    for season_id in Season.objects.order_by("pk").values_list("pk", flat=True):
        tables.settle_season(season_id)


def season_tables_equal_a_rebuild() -> Iterator[str]:
    """Those that wait to be settled are left out for two minutes."""
    waiting = tables.stale_seasons()
    for season in Season.objects.select_related("league__club"):
        if season.pk in waiting and _is_fresh(season):
            continue
        pairs = (
            (FixtureScore, "fixture_id", tables.score_fields(season), {"fixture__season": season}),
            (SectionLine, "squad_id", tables.line_fields(season), {"section__season": season}),
            (SeriesLine, "player_id", series.line_fields(season), {"season": season}),
        )
        for model, key, wanted, among in pairs:
            instances = model._default_manager.filter(**among)
            stored = {
                getattr(instance, key): {name: getattr(instance, name) for name in _names(wanted)}
                for instance in instances
            }
            if stored != wanted and (season.state != Season.State.SETUP or stored):
                yield f"{season}: {model._meta.verbose_name_plural} differ from those computed from the results."


def fixtures_follow_the_rules() -> Iterator[str]:
    """No one plays twice on a side of the meetings; both squads are of the section; a played one has all its rounds."""
    meetings = Fixture.objects.filter(cup=None)
    for fixture in meetings.select_related("home__team", "away__team", "season"):
        if {fixture.home.section_id, fixture.away.section_id} != {fixture.section_id}:
            yield f"{fixture}: a squad is not of the fixture's section."
    twice = meetings.values("home", "leg").annotate(met=Count("away"), different=Count("away", distinct=True))
    for meeting in twice:
        if meeting["met"] != meeting["different"]:
            yield f"Squad {meeting['home']} meets another twice in leg {meeting['leg']}."
    played = Fixture.objects.filter(state=Fixture.State.PLAYED).select_related("season", "home__team", "away__team")
    closed = Count("event__stages__rounds", filter=Q(event__stages__rounds__status="closed"))
    for fixture in played.annotate(closed=closed):
        if fixture.closed < fixture.season.settings.games:
            yield f"{fixture}: counts as played with {fixture.closed} closed rounds."


def cards_follow_their_steps() -> Iterator[str]:
    """Steps are dense, each side answers the other's card, and what an agreed or approved card says counts."""
    steps = CardStep.objects.select_related("answers")
    fixtures = Fixture.objects.filter(card_steps__isnull=False).distinct().select_related("season", *_SQUADS)
    for fixture in fixtures.prefetch_related(Prefetch("card_steps", steps)):
        card_steps = list(fixture.card_steps.all())
        if [step.number for step in card_steps] != list(range(1, len(card_steps) + 1)):
            yield f"{fixture}: the steps of its card are not numbered from 1."
        if any(step.answers and step.answers.side == step.side for step in card_steps):
            yield f"{fixture}: a side answered its own card."
        if replay(card_steps).state is CardState.APPROVED and fixture.state == Fixture.State.PLANNED:
            yield f"{fixture}: its card is approved, but does not count."


_SQUADS = "home__team", "away__team"


def handicaps_follow_the_rules() -> Iterator[str]:
    """Only where the season has one, and as much as its rules give for the averages that were fixed."""
    for fixture_handicap in FixtureHandicap.objects.select_related(
        "fixture__season", *(f"fixture__{name}" for name in _SQUADS)
    ):
        fixture, rules = fixture_handicap.fixture, fixture_handicap.fixture.season.settings
        if not rules.handicap:
            yield f"{fixture}: has a handicap, but its season has none."
        elif fixture_handicap.most != rules.handicap_most or fixture_handicap.halves > 2 * rules.handicap_most:
            yield f"{fixture}: its handicap has another limit than the season's."
        elif fixture_handicap.given != handicap_of(*fixture_handicap.averages, rules):
            yield f"{fixture}: its handicap is not what the season's rules make of the averages."
        if not fixture.is_begun:
            yield f"{fixture}: has a handicap, but has not begun."


def squads_do_not_overlap() -> Iterator[str]:
    """No one belongs to two squads on one day."""
    last: dict[tuple[int, int], SquadPlayer] = {}
    for squad_player in SquadPlayer.objects.select_related("player").order_by("season", "player", "since"):
        before = last.get((squad_player.season_id, squad_player.player_id))
        if before and (before.until is None or before.until > squad_player.since):
            yield f"{squad_player.player} belongs to two squads on {squad_player.since}."
        last[squad_player.season_id, squad_player.player_id] = squad_player


def line_ups_are_of_their_day() -> Iterator[str]:
    """A line-up is counted on its fixture's day; the club may have moved to another zone since. Exceptions are theirs
    who are named."""
    named = LineUpPlayer.objects.select_related("player", "exemption", "fixture__season__league__club")
    named = named.select_related("fixture__home__team", "fixture__away__team")
    for line_up_player in named.filter(Q(day__isnull=False) | Q(exemption__isnull=False)):
        allowed = line_up_player.exemption
        if line_up_player.day and abs((line_up_player.day - day_of(line_up_player.fixture)).days) > 1:
            yield (
                f"{line_up_player.fixture}: {line_up_player.player} is named for {line_up_player.day}, "
                "on which it isn't played."
            )
        if allowed and (allowed.fixture_id, allowed.squad_id, allowed.player_id) != (
            line_up_player.fixture_id,
            line_up_player.squad_id,
            line_up_player.player_id,
        ):
            yield f"{line_up_player.fixture}: {line_up_player.player} is named by an exception for somebody else."
    for exemption in Exemption.objects.filter(membership__isnull=False).select_related("player", "membership"):
        belongs = exemption.membership
        assert belongs
        if (belongs.season_id, belongs.move) != (exemption.season_id, None):
            yield f"{exemption.player}: is counted as transferred in spite of an exception."


def agreed_transfers_moved_their_player() -> Iterator[str]:
    transfer_requests = TransferRequest.objects.filter(answer=TransferRequest.Answer.AGREED).select_related(
        "player", "membership"
    )
    others = ~Q(membership__squad=F("squad")) | ~Q(squad__season=F("season")) | ~Q(leaving__season=F("season"))
    for transfer_request in transfer_requests.filter(others):
        yield f"{transfer_request.player}: a transfer that was agreed led to another squad."


def agreed_dates_moved_their_fixture() -> Iterator[str]:
    """And a proposal's dates are numbered from 1 in their order."""
    proposals = DateProposal.objects.select_related("fixture__home__team", "fixture__away__team")
    moves = set(Postponement.objects.values_list("fixture", "journal", "now_at"))
    for proposal in proposals.prefetch_related("dates"):
        dates = list(proposal.dates.all())
        moments = [proposed.at for proposed in dates]
        if not dates or [proposed.number for proposed in dates] != list(range(1, len(dates) + 1)):
            yield f"{proposal.fixture}: the dates of a proposal are not numbered from 1."
        if moments != sorted(moments):
            yield f"{proposal.fixture}: the dates of a proposal are not in order."
        if proposal.picked and proposal.pick is None:
            yield f"{proposal.fixture}: a date was picked that was not proposed."
        move = proposal.fixture_id, proposal.decided_id or proposal.answered_id, proposal.pick
        if proposal.state == DateProposal.State.ACCEPTED and move not in moves:
            yield f"{proposal.fixture}: was not moved to the date on which its captains agreed."


def squads_that_left_play_no_more() -> Iterator[str]:
    """Leaving and returning take turns, and the fixtures of a squad that left are what its leaving made them."""
    last: dict[int, Withdrawal] = {}
    for withdrawal in Withdrawal.objects.select_related("squad__team", "squad__section").order_by("squad", "number"):
        before = last.get(withdrawal.squad_id)
        if withdrawal.number != (before.number + 1 if before else 1) or withdrawal.is_gone == bool(
            before and before.is_gone
        ):
            yield (
                f"{withdrawal.squad}: step {withdrawal.number} of its leaving the season "
                "does not follow the one before."
            )
        if withdrawal.season_id != withdrawal.squad.season_id:
            yield f"{withdrawal.squad} left another season than its own."
        last[withdrawal.squad_id] = withdrawal
    for withdrawal in (withdrawal for withdrawal in last.values() if withdrawal.is_gone):
        yield from _wrong_after(withdrawal)


def _wrong_after(withdrawal: Withdrawal) -> Iterator[str]:
    own = Fixture.objects.filter(Q(home=withdrawal.squad) | Q(away=withdrawal.squad))
    wrong = ~Q(state__in=OVER)
    if withdrawal.results == Withdrawal.Results.EXPUNGE:
        wrong |= Q(cup=None) & ~Q(state=Fixture.State.VOID)
    for fixture in own.filter(wrong).select_related("home__team", "away__team"):
        yield f"{fixture}: is {fixture.state}, but {withdrawal.squad} left the season."
    for was in withdrawal.fixtures.select_related("fixture__home__team", "fixture__away__team"):
        if withdrawal.squad not in was.fixture.squads:
            yield f"{was.fixture}: was decided because {withdrawal.squad} left, who does not play in it."


def decisions_are_about_squads_of_their_section() -> Iterator[str]:
    """Turns are dense from 1, and an order names exactly the squads that it is about."""
    turns: dict[tuple[int, str], int] = {}
    for place_decision in PlaceDecision.objects.select_related("section__division").order_by(
        "section", "about", "turn"
    ):
        key = place_decision.section_id, place_decision.about
        if place_decision.turn != turns.get(key, 0) + 1:
            yield f"{place_decision.section}: decisions about {place_decision.about} are not numbered from 1."
        turns[key] = place_decision.turn
        numbers = [int(number) for number in place_decision.about.split(",")]
        is_undone = place_decision.method == PlaceDecision.Method.UNDONE
        if sorted(place_decision.order) != ([] if is_undone else numbers) or len(numbers) < 2:
            yield f"{place_decision.section}: decision {place_decision.turn} about {place_decision.about} names others."
        if Squad.objects.filter(section=place_decision.section_id, number__in=numbers).count() != len(numbers):
            yield f"{place_decision.section}: decision {place_decision.turn} is about squads of another section."


def empty_chairs_are_those_of_short_teams() -> Iterator[str]:
    """Only a pair that a squad came without has empty chairs, and its games are decided."""
    empty = Seat.objects.filter(entry__isnull=False, player=None).select_related("match", "entry")
    for seat in empty.annotate(players=Count("entry__lineup"), fixtures=Count("entry__event__fixture")):
        if seat.players or not seat.fixtures:
            yield f"{seat.match}: a chair of {seat.entry} is empty."
        elif not seat.match.is_terminal and seat.match.round.status != Round.Status.DRAFT:
            yield f"{seat.match}: is not decided, though a pair is missing."


CHECKS = (
    season_tables_equal_a_rebuild,
    fixtures_follow_the_rules,
    cards_follow_their_steps,
    handicaps_follow_the_rules,
    squads_do_not_overlap,
    line_ups_are_of_their_day,
    agreed_transfers_moved_their_player,
    agreed_dates_moved_their_fixture,
    squads_that_left_play_no_more,
    decisions_are_about_squads_of_their_section,
    empty_chairs_are_those_of_short_teams,
)


def _is_fresh(season: Season) -> bool:
    about = Q(event__fixture__season=season) | Q(event__series_night__season=season)
    return AuditLogEntry.objects.filter(about, at__gt=long_ago()).exists()


def _names(wanted: Stored) -> list[str]:
    return list(next(iter(wanted.values()), {}))
