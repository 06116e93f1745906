"""What a club can choose for a winner-moves progressive. Data only: it draws nothing."""

from dataclasses import dataclass, field

from games.engine.errors import RuleError
from tournaments.formats.config import Choice, about, check_settings


class Moves(Choice):
    LOSERS = "losers", "Losers move", "The winners stay, split up and oppose each other."
    WINNERS = "winners", "Winners move", "The losers stay and split up."


class Colours(Choice):
    NONE = "none", "No colours", "Anybody can partner anybody; the two who move go together."
    HIGH_LOW = "high_low", "High and low", "Everybody holds a high or a low card; high always partners low."
    RED_WHITE = "red_white", "Red and white", "As high and low, with red in the place of high and white of low."


class Length(Choice):
    HANDS = "hands", "A number of hands", "Eight hands: each player deals twice."
    BELL = "bell", "Until the head table finishes", "The head table rings the bell; a dealt hand is finished."
    CLOCK = "clock", "Minutes on the clock", "When time is up a dealt hand is finished."


class HeadTable(Choice):
    LIKE_OTHERS = "like_others", "As at every table", "Table 1 moves like the other tables."
    WINNERS_STAY = "winners_stay", "The winners stay", "At table 1 the winners stay and the losers move."
    WINNERS_MOVE = "winners_move", "The winners move", "At table 1 the winners move and the losers stay."


class Tied(Choice):
    REACHED_FIRST = "reached_first", "Who reached the score first", "Read from the hands, or asked at the table."
    EXTRA_HAND = "extra_hand", "One extra hand", "It decides who moves and counts for nothing else."
    CUT = "cut", "Cut the cards", "The higher card moves as the winner, or the organizer decides."


class ShortTable(Choice):
    GHOST = "ghost", "Ghost table", "One to three players sit out with a fixed score; it goes round fairly."
    OWN_AVERAGE = "own_average", "Sit out with the own average", "Who sits out gets the average of the rounds played."
    THREE_HANDED = "three_handed", "Tables of three", "Nobody sits out: the last tables play three-handed."
    HOUSE_PLAYER = "house_player", "House players", "Helpers fill the chairs, move along and score for nobody."


@dataclass(frozen=True)
class Progressive:
    """The settings of one progressive night, as club rule sheets state them.

    Directions: table 1 is the head table, *up* leads towards it. With `both_same_way`, and always without colours,
    the two who move go together: up when winners move, down when losers move.
    Wrap-around: past table 1 comes the last table and the reverse. Without it, who would leave at an end stays at
    that table and the other side's player of the same chair (same colour, when there are colours) makes the trip to
    the other end instead. So two people always leave a table of four and two arrive, and no chair is left over.
    How well it mixes, over 8 rounds with coin-flip winners, two colours, opposite ways and wrap-around: 14.4 pairs of
    16 players, 10.3 of 24 and 4.4 of 32 are partners more than once. Both the same way: 16.6, 23.4 and 31.1.
    """

    rounds: int = field(default=8, metadata=about("Rounds", "How many rounds the night has.", 1, 40))
    length: Length = field(default=Length.HANDS, metadata=about("A round lasts", "What ends a round."))
    hands: int = field(default=8, metadata=about("Hands per round", "Used when a round is a number of hands.", 1, 40))
    minutes: int | None = field(
        default=None, metadata=about("Minutes per round", "Needed when a round is played by the clock.", 1, 180)
    )
    moves: Moves = field(default=Moves.LOSERS, metadata=about("Who moves", "Who leaves the table after a round."))
    colours: Colours = field(
        default=Colours.NONE, metadata=about("Card colours", "Two colours make people mix: high partners low.")
    )
    both_same_way: bool = field(
        default=False, metadata=about("Both move the same way", "No: high moves up one table, low down one.")
    )
    wrap: bool = field(
        default=True, metadata=about("Wrap around", "Yes: past table 1 comes the last table, and the reverse.")
    )
    head_table: HeadTable = field(
        default=HeadTable.LIKE_OTHERS, metadata=about("Head table", "What the winners at table 1 do.")
    )
    tied: Tied = field(
        default=Tied.REACHED_FIRST, metadata=about("Tied round", "Who moves as the winner when points are level.")
    )
    short_table: ShortTable = field(
        default=ShortTable.GHOST, metadata=about("Not a multiple of four", "What happens to those left over.")
    )
    ghost_points: int = field(
        default=7, metadata=about("Points at the ghost table", "The fixed score for sitting out.", 0, 40)
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if self.length is Length.CLOCK and self.minutes is None:
            raise RuleError("“Minutes per round” is empty. Enter the minutes, or let a round be a number of hands.")

    @property
    def is_coloured(self) -> bool:
        return self.colours is not Colours.NONE

    @property
    def is_opposite(self) -> bool:
        """Whether the two who move part ways: high up, low down."""
        return self.is_coloured and not self.both_same_way
