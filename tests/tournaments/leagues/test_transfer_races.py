"""At the same moment: a captain agrees while the other cancels, two captains ask, two organizers transfer, a captain
and an organizer set one line-up, two line-ups name one player."""

from collections import Counter
from functools import partial
from uuid import uuid4

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of, on_phone
from tests.flows.crowd import Crowd, done, errors, refusals
from tests.sizes import Counted, size
from tests.tournaments.leagues.test_eligibility import DAY, Asked, first_day
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.integrity import verify
from tournaments.leagues import line_ups, squads, transfers
from tournaments.leagues.models import Fixture, LineUpPlayer, Season, SquadPlayer, TransferRequest

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]

TRIALS = size(10, 200)


@pytest.fixture
def asked(transactional_db: None) -> Asked:
    return Asked()


def anew(asked: Asked) -> None:
    """As it was before anybody asked."""
    TransferRequest.objects.all().delete()
    SquadPlayer.objects.filter(player=asked.star, until=None).exclude(squad=asked.stage.squad("Wrens")).delete()
    SquadPlayer.objects.filter(player=asked.star).update(until=None)


def key_of(asked: Asked, side: int) -> Context:
    name = ("Wrens", "Larks")[side]
    return on_phone(asked.stage.players(name)[0], key=uuid4())


def organizer(asked: Asked) -> Context:
    return context_of(asked.stage.olga, key=uuid4())


@pytest.mark.heavy
def test_one_captain_agrees_while_the_other_cancels(asked: Asked, crowd: Crowd, record_property: Counted) -> None:
    ways = Counter[str]()
    for trial in range(TRIALS):
        row = TransferRequest.objects.get().pk
        outcomes = crowd.race(
            partial(transfers.agree_transfer, row, context=key_of(asked, 0)),
            partial(transfers.cancel_transfer, row, context=key_of(asked, 1)),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        answer = TransferRequest.objects.get().answer
        assert (answer, asked.squad) in {("agreed", "Larks"), ("cancelled", "Wrens")}
        ways[answer] += 1
        anew(asked)
        asked.row = asked.ask(asked.row.on)
    record_property("races of agreeing and cancelling", TRIALS)
    record_property("of them the captain who agreed was first", ways["agreed"])
    assert verify.violations() == []


@pytest.mark.heavy
def test_one_captain_takes_a_player_while_the_offer_is_canceled(
    asked: Asked, crowd: Crowd, record_property: Counted
) -> None:
    larks, ways = asked.stage.squad("Larks"), Counter[str]()
    for trial in range(TRIALS):
        anew(asked)
        offer = partial(transfers.offer_transfer, asked.stage.squad("Wrens").pk, asked.star, larks, asked.row.on)
        row = offer(context=key_of(asked, 0)).pk
        outcomes = crowd.race(
            partial(transfers.cancel_transfer, row, context=key_of(asked, 0)),
            partial(transfers.agree_transfer, row, context=key_of(asked, 1)),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        answer = TransferRequest.objects.get().answer
        assert (answer, asked.squad) in {("agreed", "Larks"), ("cancelled", "Wrens")}
        ways[answer] += 1
    record_property("races of taking a player and canceling the offer", TRIALS)
    record_property("of them the captain who agreed was first", ways["agreed"])
    assert verify.violations() == []


@pytest.mark.parametrize("apart", [0, 1])
@pytest.mark.heavy
def test_two_organizers_transfer_one_player(asked: Asked, crowd: Crowd, record_property: Counted, apart: int) -> None:
    """On one day, or on two days where a season has one transfer for each player."""
    Season.objects.filter(pk=asked.stage.season.pk).update(rules=asked.stage.season.rules | {"transfers": 1})
    days = asked.row.on, asked.row.on + apart * DAY
    for trial in range(TRIALS):
        anew(asked)
        outcomes = crowd.race(
            *(
                partial(squads.transfer, asked.stage.squad(name).pk, asked.star, day, context=organizer(asked))
                for name, day in zip(("Robins", "Finches"), days, strict=True)
            )
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
        assert asked.squad in ("Robins", "Finches")
        assert SquadPlayer.objects.filter(player=asked.star).count() == 2
    record_property("races of two transfers of one player", TRIALS)
    assert verify.violations() == []


def test_two_captains_ask_for_one_player(asked: Asked, crowd: Crowd, record_property: Counted) -> None:
    finches = on_phone(asked.stage.players("Finches")[0])
    for trial in range(TRIALS):
        anew(asked)
        outcomes = crowd.race(
            partial(asked.ask, asked.row.on),
            partial(transfers.ask_transfer, asked.stage.squad("Finches").pk, asked.star, asked.row.on, context=finches),
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        assert TransferRequest.objects.count() == 1
    record_property("races of two captains who ask for one player", TRIALS)


@pytest.mark.heavy
def test_a_captain_agrees_while_an_organizer_transfers(asked: Asked, crowd: Crowd, record_property: Counted) -> None:
    robins = asked.stage.squad("Robins").pk
    for trial in range(TRIALS):
        row = TransferRequest.objects.get().pk
        outcomes = crowd.race(
            partial(transfers.agree_transfer, row, context=key_of(asked, 0)),
            partial(squads.transfer, robins, asked.star, asked.row.on, context=organizer(asked)),
        )
        assert (len(done(outcomes)), errors(outcomes)) == (1, []), trial
        assert asked.squad in ("Larks", "Robins")
        anew(asked)
        asked.row = asked.ask(asked.row.on)
    record_property("races of a captain who agrees and an organizer who transfers", TRIALS)


def test_a_captain_and_an_organizer_set_one_line_up(asked: Asked, crowd: Crowd, record_property: Counted) -> None:
    fixture = first_day(asked.stage, "Wrens")
    squad, own, ways = asked.stage.squad("Wrens"), asked.stage.players("Wrens"), Counter[bool]()
    for trial in range(TRIALS):
        fixture.refresh_from_db()
        seen = fixture.named[fixture.squads.index(squad)]
        by_captain, by_organizer = own[:2], own[1:3]
        outcomes = crowd.race(
            *(
                partial(line_ups.set_line_up, fixture.pk, squad.pk, [pair], context=context, expected_version=seen)
                for pair, context in ((by_captain, key_of(asked, 0)), (by_organizer, organizer(asked)))
            )
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [Conflict], []), trial
        named = [row.player for row in fixture.line_up.order_by("chair").select_related("player")]
        assert named in (by_captain, by_organizer)
        ways[named == by_captain] += 1
    record_property("races of a captain’s and an organizer’s line-up", TRIALS)
    record_property("of them the captain was first", ways[True])
    assert verify.violations() == []


@pytest.mark.heavy
def test_two_line_ups_of_a_day_name_one_player(asked: Asked, crowd: Crowd, record_property: Counted) -> None:
    rows = list(Fixture.objects.filter(season=asked.stage.season, week=1, section__division__level=1))
    star = asked.stage.players("Elms")[2]
    for trial in range(TRIALS):
        LineUpPlayer.objects.all().delete()
        outcomes = crowd.race(
            *(
                partial(
                    line_ups.set_line_up,
                    one.pk,
                    one.home_id,
                    [[asked.stage.players(str(one.home))[0], star]],
                    context=context_of(asked.stage.olga, key=uuid4()),
                )
                for one in rows
            )
        )
        assert (len(done(outcomes)), refusals(outcomes), errors(outcomes)) == (1, [RuleError], []), trial
        assert LineUpPlayer.objects.filter(player=star).count() == 1
    record_property("races of two line-ups with one player", TRIALS)
