"""The bots that fill seats: their names, what each is like, and which of them sits where.

Bots of earlier tables keep their names and have no character.
"""

from collections.abc import Iterator

from games.accounts.models import Player
from games.engine.language import mark, say
from games.tables.models import Table

CHARACTERS = {
    "Ada": mark("Counts every trump, and never aloud."),
    "Bruno": mark("Shuffles twice, to be on the safe side."),
    "Cleo": mark("Polite to everyone, most of all to the left bower."),
    "Dexter": mark("Keeps his cards sorted and his opinions to himself."),
    "Edna": mark("Learned euchre from her grandmother and still keeps score with two fives."),
    "Fergus": mark("Says “well played” and means it."),
    "Greta": mark("Has never looked at anyone’s cards. Ask her."),
    "Hugo": mark("Calm at 9–9, nervous at 0–0."),
    "Iris": mark("Remembers last year’s hands and forgets her umbrella."),
    "Jasper": mark("Always brings the pretzels, never eats them."),
    "Mabel": mark("Hums when she has the right bower. She hums without it, too."),
    "Otis": mark("In no hurry. Euchre nights were long when he was young."),
    "Pearl": mark("Thanks her partner after every game, win or lose."),
    "Rufus": mark("Cheers for both sides."),
    "Stella": mark("Keeps a list of her best loners. It’s short and beautiful."),
    "Walter": mark("Deals the neatest cards in the county."),
}
"""By name. More than the largest table has seats: when the last person leaves in a game, bots have all of them."""
NAMES = tuple(CHARACTERS)
STEP = 5
"""From one table's first bot to the next one's, so that neighbours in the list meet different company."""


def bots_for(table: Table, seat: int) -> Iterator[Player]:
    """The bot of that seat, which is the same every time, then those who would come instead."""
    first = table.pk * STEP + seat
    for place in range(first, first + len(NAMES)):
        bot, _ = Player.objects.get_or_create(name=NAMES[place % len(NAMES)], is_bot=True, defaults={"user": None})
        yield bot


def character_of(player: Player) -> str:
    """What a bot is like, in a sentence; empty for people and for bots of earlier tables."""
    return say(CHARACTERS.get(player.name, "")) if player.is_bot else ""
