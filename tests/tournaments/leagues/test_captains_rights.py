"""What a captain may do, when, and for which team: the table of `docs/first-season.md`, every row tried."""

import datetime
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from tests.cast import a_device, on_phone
from tests.tournaments.leagues.test_cards import CARD, OTHER, RULES, Match
from tests.tournaments.scenes.league import FIRST_DAY
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.leagues import cards, date_proposals, fixtures, line_ups, penalties, schedule, setup, squads, transfers
from tournaments.leagues.models import DateProposal, Fixture, Season, SquadPlayer, TransferRequest
from tournaments.leagues.schedule import Plan
from tournaments.results import commands as results

DOCS = Path(__file__).parents[3] / "docs" / "first-season.md"
WHO = ("own", "other", "third", "elsewhere")
TODAY = timezone.now().date()


class World:
    """A match of today; the captains of its teams, of a third one, and of the home team in another season."""

    def __init__(self) -> None:
        self.match = Match(both_captains=True, moving="approved", moving_notice=0)
        stage = self.match.stage
        for squad in self.match.fixture.squads:
            stage.fill(squad, 1)
        SquadPlayer.objects.update(since=TODAY - datetime.timedelta(days=30))
        self.third = next(one for one in stage.season.squads.all() if one not in self.match.fixture.squads)
        spring = setup.create_season(stage.league, "Spring", RULES, context=stage.context_of())
        section = spring.sections.get()
        for name in (str(self.match.fixture.home), "Newts"):
            names = [f"{name} of spring {number}" for number in range(1, 5)]
            squads.enter_squad(section.pk, name, names, TODAY, context=stage.context_of())
        schedule.draft_fixtures(spring.pk, Plan(FIRST_DAY, datetime.time(19)), context=stage.context_of())
        schedule.open_season(spring.pk, context=stage.context_of())
        elsewhere = spring.squads.get(team=self.match.fixture.home.team).players.get(is_captain=True)
        third = self.third.players.get(is_captain=True)
        self.captains = {"third": third.player, "elsewhere": elsewhere.player}
        self.captains |= {who: self.match.captain(side) for side, who in enumerate(WHO[:2])}

    def phone(self, player: Player) -> Context:
        return on_phone(player, device=a_device(f"phone-{player.pk}"))

    @property
    def fixture(self) -> Fixture:
        return self.match.fixture

    def spare(self, side: int) -> Player:
        """A player of that side who is no captain."""
        return self.match.stage.players(str(self.fixture.squads[side]))[-1]


def before_its_day(world: World) -> None:
    Fixture.objects.filter(pk=world.match.pk).update(starts_at=timezone.now() + datetime.timedelta(days=2))


def started(world: World) -> None:
    fixtures.begin(world.match.pk, context=world.match.phone(0))


def sent(world: World) -> None:
    world.match.send(0)


def confirmed(world: World) -> None:
    world.match.send(0)
    world.match.confirm(1)


def approved(world: World) -> None:
    confirmed(world)
    world.match.approve()


def closed(world: World) -> None:
    Season.objects.filter(pk=world.match.stage.season.pk).update(state=Season.State.CLOSED)


def asked(world: World) -> None:
    """The visitors ask for a player of the home team."""
    transfers.ask_transfer(world.fixture.away_id, world.spare(0), TODAY, context=world.match.phone(1))


def offered(world: World) -> None:
    """The visitors offer one of theirs to the home team."""
    about = world.fixture.away_id, world.spare(1), world.fixture.home, TODAY
    transfers.offer_transfer(*about, context=world.match.phone(1))


def proposed(world: World) -> None:
    """The visitors propose a date. The match is in two days."""
    before_its_day(world)
    propose(world.fixture, world.fixture.away_id, world.match.phone(1))


def picked(world: World) -> None:
    proposed(world)
    date_proposals.pick_date(DateProposal.objects.get().pk, 1, context=world.match.phone(0))


def nothing(world: World) -> None:
    """As the world begins."""


WHEN: dict[str, Callable[[World], None]] = {
    "before the match": nothing,
    "on its day": nothing,
    "season running": nothing,
    "before its day": before_its_day,
    "after the start": started,
    "season closed": closed,
    "sent by own": sent,
    "confirmed": confirmed,
    "approved": approved,
    "asked by other": asked,
    "offered by other": offered,
    "proposed by other": proposed,
    "picked by own": picked,
}


def set_line_up(world: World, by: Context) -> object:
    players = world.match.stage.players(str(world.fixture.home))
    pairs = [players[:2], players[2:4]]
    return line_ups.set_line_up(world.match.pk, world.fixture.home_id, pairs, context=by)


def next_round(world: World, by: Context) -> object:
    if not world.fixture.is_begun:
        started(world)
        event = world.fixture.event
        assert event
        for match in event.stages.get().rounds.get().matches.all():
            slip = fixtures.slip_of(match, (10, 4))
            results.record_result(match.pk, slip, context=world.match.stage.context_of())
    return fixtures.next_round(world.match.pk, context=by)


def propose(fixture: Fixture, squad: int, by: Context) -> object:
    dates = [fixture.starts_at + datetime.timedelta(days=1)]
    return date_proposals.propose_dates(fixture.pk, squad, dates, "A wedding", context=by)


def propose_dates(world: World, by: Context) -> object:
    """For the home team, of a match in two days, unless it has started."""
    if not world.fixture.is_begun and not DateProposal.objects.exists():
        before_its_day(world)
    return propose(world.fixture, world.fixture.home_id, by)


def on_dates(act: Callable[..., object], *about: Any) -> Callable[[World, Context], object]:
    return lambda world, by: act(DateProposal.objects.get().pk, *about, context=by)


def counter(world: World, by: Context) -> object:
    dates = [world.fixture.starts_at + datetime.timedelta(days=2)]
    return date_proposals.counter_dates(DateProposal.objects.get().pk, dates, "Exams", context=by)


def answer(act: Callable[..., object]) -> Callable[[World, Context], object]:
    return lambda world, by: act(TransferRequest.objects.get(answer="").pk, context=by)


def on_card(act: Callable[..., object], *about: Any) -> Callable[[World, Context], object]:
    return lambda world, by: act(world.match.pk, *about, context=by, expected_version=world.match.card.version)


def on_match(act: Callable[..., object], *about: Any, **more: Any) -> Callable[[World, Context], object]:
    return lambda world, by: act(world.match.pk, *about, context=by, **more)


WHAT: dict[str, Callable[[World, Context], object]] = {
    "set the lineup": set_line_up,
    "start the match": on_match(fixtures.begin),
    "start the next round": next_round,
    "send the card": on_card(cards.report_card, CARD),
    "confirm the card": on_card(cards.confirm_card),
    "dispute the card": on_card(cards.dispute_card, "It was 9–10"),
    "propose other dates": propose_dates,
    "pick a date": on_dates(date_proposals.pick_date, 1),
    "decline the dates": on_dates(date_proposals.decline_dates, ""),
    "propose others instead": counter,
    "withdraw its dates": on_dates(date_proposals.withdraw_dates),
    "approve a date": on_dates(date_proposals.approve_date),
    "ask for a player": lambda w, by: transfers.ask_transfer(w.fixture.home_id, w.spare(1), TODAY, context=by),
    "offer a player": lambda w, by: transfers.offer_transfer(w.fixture.home_id, w.spare(0), w.third, TODAY, context=by),
    "agree to a transfer of its player": answer(transfers.agree_transfer),
    "decline a transfer of its player": answer(transfers.decline_transfer),
    "cancel a transfer of its player": answer(transfers.cancel_transfer),
    "agree to an offer to it": answer(transfers.agree_transfer),
    "cancel an offer to it": answer(transfers.cancel_transfer),
    "approve the card": on_card(cards.approve_card),
    "correct the card": on_card(cards.correct_card, OTHER, "Read out at the bar"),
    "enter a card": on_match(fixtures.enter_card, CARD),
    "move the match": on_match(fixtures.postpone, None, "Snow"),
    "change its venue": on_match(fixtures.set_venue, None),
    "record a ruling": on_match(fixtures.rule, "void", "Snow"),
    "allow an exception": lambda w, by: line_ups.exempt_player(
        w.match.pk, w.fixture.home_id, w.spare(1), "Flu", context=by
    ),
    "take points for a late card": lambda w, by: penalties.late_card(w.match.pk, w.fixture.home_id, context=by),
}


def rows() -> list[list[str]]:
    """Of the table in the docs: what, when, and the answer for each of WHO."""
    _, _, after = DOCS.read_text().partition("| what | when |")
    found = [[cell.strip() for cell in line.strip("|").split("|")] for line in after.partition("\n\n")[0].split("\n")]
    assert tuple(found[0]) == WHO
    return found[2:]


def said(world: World, what: str, player: Player) -> str:
    try:
        WHAT[what](world, world.phone(player))
    except NotAllowed:
        return "no"
    except (RuleError, Conflict):
        return "not then"
    return "yes"


def tried(world: World, what: str, when: str, player: Player) -> str:
    """The answer, of which nothing is left."""
    with transaction.atomic():
        WHEN[when](world)
        found = said(world, what, player)
        transaction.set_rollback(True)
    return found


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.heavy
def test_every_row_says_what_happens() -> None:
    world, table = World(), rows()
    found = [[what, when, *(tried(world, what, when, world.captains[who]) for who in WHO)] for what, when, *_ in table]
    assert found == table
    assert {what for what, *_ in table} == set(WHAT)
    assert {when for _, when, *_ in table} == set(WHEN)


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.heavy
def test_who_is_no_captain_now_may_do_none_of_it() -> None:
    """One who plays for the home team, and its former captain, who belongs to the third team by now."""
    world = World()
    former, mate = world.captains["own"], world.match.stage.players(str(world.fixture.home))[1]
    SquadPlayer.objects.filter(squad=world.fixture.home_id, player=mate).update(is_captain=False)
    for what, when, *cells in rows():
        if cells == ["not then"] * len(WHO):
            continue  # whoever asks, the season is over
        assert tried(world, what, when, mate) == "no", (what, when)
    squads.join_squad(world.fixture.home_id, "Nell", TODAY, context=world.match.stage.context_of(), captain=True)
    new = SquadPlayer.objects.get(player__name="Nell").player
    SquadPlayer.objects.filter(player=former, until=None).update(is_captain=False)
    for what in ("set the lineup", "start the match", "send the card", "ask for a player", "offer a player"):
        assert tried(world, what, "on its day", former) == "no", what
        assert tried(world, what, "on its day", new) == "yes", what
