"""What a table says of a game that is over: figures that add up, and the hand that decided it."""

from dataclasses import replace

import pytest
from django.urls import reverse

from games.engine.choices import Sides
from games.engine.presets import preset
from games.engine.rules import HouseRules
from games.engine.seating import side_of_seats
from games.tables import play
from games.tables.models import Game
from games.tables.states import state_of
from games.tables.summary import GameSummary
from tests.games.tables.cast import command_by, finished_game, player
from tests.games.tables.test_pages import browser_of
from tests.markup import squeezed

pytestmark = pytest.mark.django_db

TO_TEN = replace(preset("plain"), stick_the_dealer=True)
THREE = replace(preset("plain"), stick_the_dealer=True, players=3, sides=Sides.SOLO, go_alone=False)


@pytest.mark.slow
@pytest.mark.parametrize(("count", "rules"), [(4, TO_TEN), (3, THREE)], ids=["pairs", "cutthroat"])
def test_figures_add_up(count: int, rules: HouseRules) -> None:
    game = finished_game(count, rules)
    sides = GameSummary(game).sides
    hands = [state_of(row).result for row in game.hands.select_related("game")]
    played = [one for one in hands if one and one.maker >= 0]
    assert (
        [side.points for side in sides]
        == game.points
        == [sum(of) for of in zip(*(one.points for one in played), strict=True)]
    )
    assert sum(side.tricks for side in sides) == 5 * len(played)
    assert sum(side.euchres for side in sides) == sum(
        (len(sides) - 1) * (one.result.value == "euchre") for one in played
    )
    assert sum(side.marches + side.loners for side in sides) == sum(one.result.value == "march" for one in played)


@pytest.mark.slow
def test_the_hand_that_decided_it_is_the_last_after_which_the_winners_went_ahead() -> None:
    """Counted the other way round: from there on they were never level or behind, one hand earlier they were."""
    game = finished_game(4, TO_TEN)
    [winner] = game.winners
    rows = list(game.hands.select_related("game"))
    leads = []
    totals = [0, 0]
    for row in rows:
        totals = [had + won for had, won in zip(totals, state_of(row).result.points, strict=True)]  # type: ignore[union-attr]
        leads.append(totals[winner] > totals[1 - winner])
    begun = max([place + 1 for place, is_ahead in enumerate(leads) if not is_ahead], default=0)
    told = GameSummary(game).turn
    if begun:
        assert told.startswith(f"Hand {rows[begun].number} decided the game: ")
    else:
        assert told.startswith("The winners led from the first hand: ")


def test_the_page_says_who_won_until_the_next_game() -> None:
    game = finished_game()
    table = game.table
    side = side_of_seats(game.house_rules)
    for number, name in enumerate(("Olga", "Pam")):
        page = squeezed(browser_of(player(name)).get(table.get_absolute_url()).content.decode())
        assert ("You won!" in page, "You lost this one." in page) == (
            side[number] in game.winners,
            side[number] not in game.winners,
        )
        assert f'href="{reverse("replay", args=[table.code, 1])}"' in page
    play.start_game(table.pk, command_by(player("Olga"), table))
    assert "game-over" not in browser_of(player("Olga")).get(table.get_absolute_url()).content.decode()
    assert Game.objects.count() == 2
