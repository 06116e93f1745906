"""The table described in words: what goes on, and what has happened, for listeners and for those who looked away."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from games.engine.card_names import listed
from games.engine.language import mark, say, score_text
from games.engine.phases import Phase
from games.engine.view import View
from games.tables import words
from games.tables.options import Watching

if TYPE_CHECKING:
    from games.tables.presenter import TableView

TO_DO = {
    Phase.BLIND: mark("call trump blind"),
    Phase.ORDER: mark("order it up or pass"),
    Phase.CALL: mark("call a suit or pass"),
    Phase.AUCTION: mark("bid or pass"),
    Phase.NAME: mark("call trump"),
    Phase.BURY: mark("discard"),
    Phase.TAKE: mark("discard"),
    Phase.ALONE: mark("choose how to play"),
    Phase.DEFEND: mark("choose how to defend"),
    Phase.GIVE: mark("pass a card across the table"),
    Phase.BEST: mark("pass back the best card"),
    Phase.PLAY: mark("play a card"),
}


def prompt_of(look: "TableView") -> str:
    """What is going on, in a sentence."""
    if look.game is None:
        return before_and_after(look)
    if look.view is None:
        return without_a_view(look)
    if look.view.result:
        soon = say("The next hand will be dealt in a moment.")
        after = say("The next hand is being played.") if look.is_delayed else soon
        mine = look.mine.number if look.mine else None
        return f"{words.ending(look.view.result, look.names, look.view.rules, mine)} {after}"
    if look.is_my_turn:
        return own_turn(look.view.phase)
    assert look.view.turn is not None
    player = look.names[look.view.turn]
    return say("{player}’s turn: {deed}.", player=player, deed=say(TO_DO[look.view.phase]))


def own_turn(phase: Phase) -> str:
    """What the reader is to do, in a sentence."""
    if phase is Phase.PLAY:
        return say("Your turn: play a card.")
    return say("Your turn: {deed}.", deed=say(TO_DO[phase]))


def without_a_view(look: "TableView") -> str:
    """For visitors without a view of the table, and for the first hand of a table that shows only old ones."""
    if look.is_watching and look.conduct.watchers is Watching.FACE_UP:
        return say("The first hand is being played. Once a hand is over, you’ll see all its cards.")
    if look.conduct.watchers is Watching.NONE:
        return say("A hand is being played. Watching is off at this table.")
    return say("A hand is being played. You can watch it.")


def before_and_after(look: "TableView") -> str:
    if look.last_game and look.last_game.winners:
        winners = listed([look.scores[side].names for side in look.last_game.winners])
        points = score_text(look.last_game.points)
        return say("{winners} won the game, {points}.", winners=winners, points=points)
    if look.table.closed_at:
        return say("This table is closed.")
    if look.table.is_official:
        missing = look.not_here
        return say("Waiting for {players}. The game starts when everyone is here.", players=missing)
    if look.empty_seats:
        free, seats = look.empty_seats, look.rules.players
        if look.mine is None or look.is_owner or len(look.taken) < 2:
            return say("This table has {free} of {seats} seats open.", free=free, seats=seats)
        waits = mark("This table has {free} of {seats} seats open. {owner} can start without filling them.")
        return say(waits, free=free, seats=seats, owner=look.table.owner)
    return say("Everyone is here.")


TALK = {
    "none": mark("Chat is off here during games."),
    "preset": mark("During a game, you can only send phrases from the list."),
    "text": "",
}


def talk_words(look: "TableView") -> str:
    """What the viewer may say now, where that is less than everything."""
    if look.mine and look.player and look.player.pk in look.muted:
        return say("You’re muted at this table.")
    if look.is_watching and look.game:
        return say("Watchers can chat before and after a game.")
    if look.table.is_official and look.talk_level == "preset":
        return say("In a match, you can only send phrases from the list.")
    return say(TALK[look.talk_level]) if look.game else ""


def story_of(view: View, names: Sequence[str]) -> list[str]:
    """The hand so far, oldest first, every trick with who won it."""
    steps = [str(words.did(names[step.seat], words.phrase(step, view))) for step in view.history]
    plays = sum(len(trick.plays) for trick in view.tricks)
    story, rest = steps[: len(steps) - plays], steps[len(steps) - plays :]
    for trick in view.tricks:
        story += rest[: len(trick.plays)]
        rest = rest[len(trick.plays) :]
        if trick.winner is not None:
            story.append(say("{player} takes the trick.", player=names[trick.winner]))
    return story
