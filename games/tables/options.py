"""How people play at a table online: clocks, seating, who may watch. What the game itself is belongs to HouseRules."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from enum import Enum, StrEnum
from functools import cache
from typing import Any

from games.engine.errors import RuleError
from games.engine.language import mark as _
from games.engine.language import mark_as
from games.engine.options import Option, Section, Source, check_value, option

CONDUCT = Section.CONDUCT
VALUES = (
    mark_as("value", "off"),
    mark_as("value", "chosen"),
    mark_as("value", "random"),
    mark_as("value", "casual"),
    mark_as("value", "beginner"),
    mark_as("value", "strong"),
    mark_as("value", "expert"),
    mark_as("value", "bot"),
    mark_as("value", "skip"),
    mark_as("value", "preset"),
    mark_as("value", "text"),
    mark_as("value", "quiet"),
    mark_as("value", "chatty"),
    mark_as("value", "face down"),
    mark_as("value", "face up"),
    mark_as("value", "bot plays on"),
    mark_as("value", "forfeit"),
)
"""As people read them; see `Option.shown`."""


class Clock(StrEnum):
    """Seconds that a player has; the site plays for anyone who takes longer."""

    OFF = "off"
    SEVEN = "7"
    FIFTEEN = "15"
    THIRTY = "30"
    SIXTY = "60"

    @property
    def seconds(self) -> int:
        """0: as long as it takes."""
        return 0 if self is Clock.OFF else int(self.value)


class Days(StrEnum):
    """Days that a player has for a move in a game by the day; off: everyone is at the table."""

    OFF = "off"
    ONE = "1"
    TWO = "2"
    THREE = "3"

    @property
    def seconds(self) -> int:
        return 0 if self is Days.OFF else int(self.value) * 24 * 3600


class Overdue(StrEnum):
    """What becomes of a game by the day when a player's days for a move are over."""

    BOT = "bot_plays_on"
    FORFEIT = "forfeit"


class Seating(StrEnum):
    """Who sits where when a game begins."""

    CHOSEN = "chosen"
    RANDOM = "random"


class Bots(StrEnum):
    """How well the bots of a table play."""

    CASUAL = "casual"
    BEGINNER = "beginner"
    STRONG = "strong"
    EXPERT = "expert"


class Expiry(StrEnum):
    """What the site does for a player who lets the clock run out."""

    BOT = "bot"
    SKIP = "skip"


class Chat(StrEnum):
    """What may be said while a game is being played; before and after it people talk freely."""

    PRESET = "preset"
    NONE = "none"
    TEXT = "text"


class Announcements(StrEnum):
    """Whether the site tells in the chat what happens at the table."""

    QUIET = "quiet"
    CHATTY = "chatty"


class Watching(StrEnum):
    """What those without a seat see."""

    NONE = "none"
    FACE_DOWN = "face_down"
    FACE_UP = "face_up"


class BuyIn(StrEnum):
    """Chips that everyone puts in before a game; the winners share them."""

    NONE = "none"
    SMALL = "30"
    MEDIUM = "110"
    LARGE = "275"
    HUGE = "550"

    @property
    def chips(self) -> int:
        return 0 if self is BuyIn.NONE else int(self.value)


class Patience(StrEnum):
    """Seconds after the last person left until the table is cleared."""

    OFF = "off"
    ONE_MINUTE = "60"
    FIVE_MINUTES = "300"
    FIFTEEN_MINUTES = "900"
    ONE_HOUR = "3600"

    @property
    def seconds(self) -> int:
        """0: the table waits for ever."""
        return 0 if self is Patience.OFF else int(self.value)


@dataclass(frozen=True, kw_only=True)
class TableOptions:
    """The conduct of one table. Raises RuleError, naming the option, on a value that it cannot take."""

    bid_clock: Clock = option(
        Clock.OFF,
        _("Time limit for a bid"),
        _("Seconds for each bid. When time is up, the site bids for the player."),
        CONDUCT,
        Source.SITE,
        _("15: after 15 seconds, the site passes or calls trump for the player."),
    )
    play_clock: Clock = option(
        Clock.OFF,
        _("Time limit for a card"),
        _("Seconds for each card. When time is up, the site plays one."),
        CONDUCT,
        Source.SITE,
        _("7: after 7 seconds, the site plays a card."),
    )
    autoplay_forced: bool = option(
        False,
        _("Play forced cards"),
        _("If you have only one legal card, the site plays it for you."),
        CONDUCT,
        Source.SITE,
        _("yes: the last trick plays automatically. no: players play it themselves."),
    )
    on_expiry: Expiry = option(
        Expiry.BOT,
        _("When time is up"),
        _("When time is up, either a bot takes the turn, or the site passes or plays the lowest legal card."),
        CONDUCT,
        Source.SITE,
        _("skip: when time runs out, the site passes for the player."),
    )
    by_the_day: Days = option(
        Days.OFF,
        _("Days per move"),
        _("Play a multi-day game: each player has days for a move, so you don’t all have to be there at once."),
        CONDUCT,
        Source.SITE,
        _("1: each player has 24 hours for each bid and each card."),
    )
    on_overdue: Overdue = option(
        Overdue.BOT,
        _("When time for a move runs out"),
        _("In a multi-day game, either a bot plays until the player is back, or the player’s side loses."),
        CONDUCT,
        Source.SITE,
        _("forfeit: if you don’t move in time, the other side wins."),
    )
    seating: Seating = option(
        Seating.CHOSEN,
        _("Seats"),
        _("Players keep the seats they chose, or the site shuffles the seats before every game."),
        CONDUCT,
        Source.SITE,
        _("random: partners change from game to game."),
    )
    bots: Bots = option(
        Bots.STRONG,
        _("Bots"),
        _("Choose how far ahead bots think when they play a card. All bots bid sensibly."),
        CONDUCT,
        Source.WEB,
        _(
            "beginner: sees one trick ahead. casual: sees 2 tricks. strong: sees the whole hand. expert: sees "
            "the whole hand and tries out more possible deals."
        ),
    )
    watchers: Watching = option(
        Watching.FACE_DOWN,
        _("Watching"),
        _("Choose whether people without a seat can watch, and whether they see the hands."),
        CONDUCT,
        Source.SITE,
        _("face up: for a lesson where you go over every hand afterward."),
    )
    chat: Chat = option(
        Chat.PRESET,
        _("Chat during a game"),
        _("Choose no chat, phrases from a list, or free text. Before and after a game, chat is always free text."),
        CONDUCT,
        Source.SITE,
        _("preset: phrases like “Well played.” that don’t help a partner."),
    )
    announcements: Announcements = option(
        Announcements.QUIET,
        _("Announcements"),
        _("The table’s chat can also show what happens in the game."),
        CONDUCT,
        Source.TABLE,
        _("chatty: “Anna calls hearts.”"),
    )
    suggestions: bool = option(
        True,
        _("Hints"),
        _("Players can ask what a bot would do in their seat, and why."),
        CONDUCT,
        Source.SITE,
        _("no: players decide on their own."),
    )
    open_hands: bool = option(
        False,
        _("Hands face up"),
        _("Practice: all hands are face up for all players."),
        CONDUCT,
        Source.SITE,
        _("yes: for a lesson at one table."),
    )
    hide_trick_points: bool = option(
        False,
        _("Hide tricks won"),
        _("Players don’t see how many tricks each seat has won, so they keep count themselves."),
        CONDUCT,
        Source.TABLE,
        _("yes: like a table where no one counts aloud."),
    )
    show_scores: bool = option(
        True,
        _("Show the score"),
        _("During a game, players see the score next to the table."),
        CONDUCT,
        Source.SITE,
        _("no: you see the score when the game is over."),
    )
    deck_upload: bool = option(
        False,
        _("Prepared deals"),
        _("Practice: the owner can load deals for the next hands."),
        CONDUCT,
        Source.SITE,
        _("yes: for a lesson on when to order up your partner."),
    )
    buy_in: BuyIn = option(
        BuyIn.NONE,
        _("Chip buy-in"),
        _("Each player puts in play-money chips, and the winners split them."),
        CONDUCT,
        Source.SITE,
        _("30: 4 players put in 120 chips in all, and each of the 2 winners gets 60."),
    )
    abandoned_after: Patience = option(
        Patience.OFF,
        _("Time limit for an empty table"),
        _("Seconds until an empty table’s game ends and its seats open up."),
        CONDUCT,
        Source.TABLE,
        _("300: 5 minutes after everyone leaves, the seats open up."),
    )

    def __post_init__(self) -> None:
        for shown in table_options():
            check_value(shown, getattr(self, shown.name))
        if self.is_by_the_day and (self.bid_clock.seconds or self.play_clock.seconds or self.abandoned_after.seconds):
            raise RuleError(
                "A multi-day game has no other time limits. Turn off the limits for a bid, a card and an empty table."
            )

    @property
    def is_by_the_day(self) -> bool:
        """Whether nobody has to be at the table at the same time as the others."""
        return bool(self.by_the_day.seconds)

    def in_match(self) -> "TableOptions":
        """What is left of it in a match of a competition: no practice, no help, and nothing said but phrases. It's
        played at one go."""
        chat = Chat.NONE if self.chat is Chat.NONE else Chat.PRESET
        return replace(self, open_hands=False, deck_upload=False, suggestions=False, chat=chat, by_the_day=Days.OFF)


@cache
def table_options() -> tuple[Option, ...]:
    """Every option in reading order."""
    return tuple(Option(name=each.name, default=each.default, **each.metadata) for each in fields(TableOptions))


def options_data(conduct: TableOptions) -> dict[str, Any]:
    """Plain JSON values, every option by name; `options_from` is the inverse."""
    values = {shown.name: getattr(conduct, shown.name) for shown in table_options()}
    return {name: value.value if isinstance(value, Enum) else value for name, value in values.items()}


def options_from(data: Mapping[str, Any]) -> TableOptions:
    """A table's conduct from plain values; what is left out keeps its default. Raises RuleError on anything else."""
    known = {shown.name: shown for shown in table_options()}
    for name in data:
        if name not in known:
            raise RuleError("There’s no table option called {name!r}.", name=name)
    return TableOptions(**{name: _value(known[name], value) for name, value in data.items()})


def _value(shown: Option, value: Any) -> Any:
    option_value = next((each for each in shown.choices if isinstance(each, Enum) and each.value == value), value)
    check_value(shown, option_value)
    return option_value
