"""The table told in words: what goes on, and what has happened, for the ear and for whoever looked away."""

from typing import TYPE_CHECKING

from games.engine.phases import Phase
from games.engine.view import View
from games.table_options import Watching
from games.tables import words

if TYPE_CHECKING:
    from games.tables.looks import TableLook

TO_DO = {
    Phase.BLIND: "name trump without seeing the hand", Phase.ORDER: "order up the turned card or pass",
    Phase.CALL: "call a suit or pass", Phase.AUCTION: "bid or pass", Phase.NAME: "name trump",
    Phase.BURY: "lay a card away", Phase.TAKE: "lay a card away", Phase.ALONE: "say how to play it",
    Phase.DEFEND: "say how to defend", Phase.GIVE: "pass a card to the partner", Phase.BEST: "pass the best card",
    Phase.PLAY: "play a card",
}  # fmt: skip


def prompt_of(look: "TableLook") -> str:
    """What is going on, in a sentence."""
    if look.game is None:
        return before_and_after(look)
    if look.view is None:
        return without_a_view(look)
    if look.view.result:
        after = "The next one is being played." if look.is_delayed else "The next hand is dealt in a moment."
        return f"{words.ending(look.view.result, look.names)} {after}"
    if look.is_my_turn:
        return f"Your turn: {TO_DO[look.view.phase]}."
    assert look.view.turn is not None
    return f"{look.names[look.view.turn]} is to {TO_DO[look.view.phase]}."


def without_a_view(look: "TableLook") -> str:
    """For whoever has neither seat nor a place to watch, and for the first hand of a table that shows only old ones."""
    if look.is_watching and look.conduct.watchers is Watching.FACE_UP:
        return "The first hand is being played. You see each hand, all cards open, when it is over."
    if look.conduct.watchers is Watching.NONE:
        return "A hand is being played. Watching is off at this table."
    return "A hand is being played. Take a place to watch."


def before_and_after(look: "TableLook") -> str:
    if look.last_game and look.last_game.winners:
        winners = " and ".join(look.scores[side][0] for side in look.last_game.winners)
        points = " – ".join(str(points) for points in look.last_game.points)
        return f"{winners} won the game, {points}."
    if look.table.closed_at:
        return "This table is closed."
    if look.table.is_official:
        return f"Waiting for {look.not_here}. The game begins by itself when everybody is here."
    if look.empty_seats:
        return f"{look.empty_seats} of {look.rules.players} seats are free."
    return "Everybody is here."


TALK = {
    "none": "Nobody talks during a game here.",
    "preset": "Only phrases are said during a game.",
    "text": "",
}


def talk_words(look: "TableLook") -> str:
    """What the viewer may say now, where that is less than everything."""
    if look.mine and look.player and look.player.pk in look.muted:
        return "You may not speak at this table for now."
    if look.is_watching and look.game:
        return "Watchers talk before and after a game."
    if look.table.is_official and look.talk_level == "preset":
        return "In a match only phrases are said."
    return TALK[look.talk_level] if look.game else ""


def story_of(view: View, names: list[str]) -> list[str]:
    """The hand so far, oldest first, every trick with who won it."""
    steps = [f"{names[step.seat]} {words.told(step)}." for step in view.history]
    plays = sum(len(trick.plays) for trick in view.tricks)
    story, rest = steps[: len(steps) - plays], steps[len(steps) - plays :]
    for trick in view.tricks:
        story += rest[: len(trick.plays)]
        rest = rest[len(trick.plays) :]
        if trick.winner is not None:
            story.append(f"{names[trick.winner]} takes the trick.")
    return story
