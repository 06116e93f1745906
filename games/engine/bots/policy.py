"""The rules of thumb for every stage of a hand in one table, and a hand played out by them."""

from collections.abc import Callable

from games.engine.bots import calling, card_play, laying_away
from games.engine.hand import OVER, PLAY, do, next_stage
from games.engine.phases import Phase
from games.engine.play import act_play
from games.engine.position import Position

CHOOSE: dict[Phase, Callable[[Position], int]] = {
    Phase.BLIND: calling.choose_blind,
    Phase.ORDER: calling.choose_order,
    Phase.CALL: calling.choose_call,
    Phase.AUCTION: calling.choose_bid,
    Phase.NAME: calling.choose_name,
    Phase.BURY: laying_away.choose_bury,
    Phase.TAKE: laying_away.choose_discard,
    Phase.ALONE: calling.choose_alone,
    Phase.DEFEND: calling.choose_defend,
    Phase.GIVE: laying_away.choose_gift,
    Phase.BEST: laying_away.choose_best,
    Phase.PLAY: card_play.choose_play,
}
BY_NUMBER = tuple(CHOOSE[Phase(number)] for number in range(Phase.OVER))


def choose(at: Position) -> int:
    """The code an experienced player would choose for the seat to act. Reads no hand but that seat's."""
    return BY_NUMBER[at.phase](at)


def play_on(at: Position) -> Position:
    """Finish a hand on the workbench, every seat playing by the rules of thumb."""
    while at.phase < PLAY:
        do(at, choose(at))
    if at.phase == PLAY:
        play_tricks(at, 0)
        next_stage(at)
    assert at.phase == OVER
    return at


def play_tricks(at: Position, left: int) -> None:
    """Play cards by the rules of thumb until so many tricks are left; the hand's last stage is not begun."""
    choose_play = card_play.choose_play
    while at.tricks_left > left:
        act_play(at, choose_play(at))
