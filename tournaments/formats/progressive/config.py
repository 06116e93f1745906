"""What a club can choose for a winner-moves progressive. Data only: it draws nothing."""

from dataclasses import dataclass, field

from games.engine.errors import RuleError
from games.engine.language import mark
from tournaments.formats.config import Choice, about, check_settings


class Moves(Choice):
    LOSERS = "losers", mark("Losers move"), mark("The winners stay, split up and play against each other.")
    WINNERS = "winners", mark("Winners move"), mark("The losers stay and split up.")


class Colours(Choice):
    NONE = "none", mark("No colors"), mark("Anyone can partner with anyone. The 2 who move go together.")
    HIGH_LOW = (
        "high_low",
        mark("High and low"),
        mark("Everyone holds a high or low card. High always partners with low."),
    )
    RED_WHITE = (
        "red_white",
        mark("Red and white"),
        mark("Like high and low, but with red for high and white for low."),
    )


class Length(Choice):
    HANDS = "hands", mark("A set number of hands"), mark("8 hands: each player deals twice.")
    BELL = (
        "bell",
        mark("Until the head table finishes"),
        mark("The head table rings the bell. Other tables finish the hand they’re playing."),
    )
    CLOCK = "clock", mark("A set time"), mark("When time is up, tables finish the hand they’re playing.")


class HeadTable(Choice):
    LIKE_OTHERS = "like_others", mark("Same as other tables"), mark("Table 1 moves like the other tables.")
    WINNERS_STAY = "winners_stay", mark("The winners stay"), mark("At table 1, the winners stay and the losers move.")
    WINNERS_MOVE = "winners_move", mark("The winners move"), mark("At table 1, the winners move and the losers stay.")


class Tied(Choice):
    REACHED_FIRST = (
        "reached_first",
        mark("First to reach the score"),
        mark("We go by the hands entered. If there are none, we ask the table."),
    )
    EXTRA_HAND = "extra_hand", mark("One extra hand"), mark("The extra hand only decides who moves.")
    CUT = (
        "cut",
        mark("Cut the cards"),
        mark("The side with the higher card wins, or the organizer decides."),
    )


class ShortTable(Choice):
    GHOST = "ghost", mark("Ghost table"), mark("1 to 3 players take turns sitting out for a fixed score.")
    OWN_AVERAGE = (
        "own_average",
        mark("Player’s average"),
        mark("Players who sit out get the average of their other rounds."),
    )
    THREE_HANDED = "three_handed", mark("Tables of 3"), mark("No one sits out: the last tables play three-handed.")
    HOUSE_PLAYER = (
        "house_player",
        mark("House players"),
        mark("Helpers fill the empty seats, move like the other players and don’t score."),
    )


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

    rounds: int = field(
        default=8, metadata=about(mark("Rounds"), mark("The number of rounds you plan to play, e.g. 8."), 1, 40)
    )
    length: Length = field(
        default=Length.HANDS, metadata=about(mark("Round length"), mark("Choose what ends a round."))
    )
    hands: int = field(
        default=8, metadata=about(mark("Hands per round"), mark("Used if rounds have a set number of hands."), 1, 40)
    )
    minutes: int | None = field(
        default=None,
        metadata=about(mark("Minutes per round"), mark("Required if rounds have a set time."), 1, 180),
    )
    moves: Moves = field(
        default=Moves.LOSERS,
        metadata=about(mark("Side that moves"), mark("The side that leaves the table after each round.")),
    )
    colours: Colours = field(
        default=Colours.NONE,
        metadata=about(
            mark("Score card colors"), mark("With high and low cards, partners always hold one of each, so people mix.")
        ),
    )
    both_same_way: bool = field(
        default=False,
        metadata=about(
            mark("Both colors move the same way"), mark("Turn this off to move high up one table and low down one.")
        ),
    )
    wrap: bool = field(
        default=True,
        metadata=about(
            mark("Link table 1 and the last table"),
            mark("Turn this on to have players move between table 1 and the last table."),
        ),
    )
    head_table: HeadTable = field(
        default=HeadTable.LIKE_OTHERS,
        metadata=about(mark("Head table"), mark("Choose what the winners at table 1 do.")),
    )
    tied: Tied = field(
        default=Tied.REACHED_FIRST,
        metadata=about(mark("Tied round"), mark("Choose how to pick a winner when points are tied.")),
    )
    short_table: ShortTable = field(
        default=ShortTable.GHOST,
        metadata=about(mark("Leftover players"), mark("Used when the number of players isn’t a multiple of 4.")),
    )
    ghost_points: int = field(
        default=7,
        metadata=about(
            mark("Points at the ghost table"), mark("The score players get for a round they sit out."), 0, 40
        ),
    )

    def __post_init__(self) -> None:
        check_settings(self)
        if self.length is Length.CLOCK and self.minutes is None:
            raise RuleError("“Minutes per round” is empty. Enter the minutes, or choose a set number of hands.")

    @property
    def is_coloured(self) -> bool:
        return self.colours is not Colours.NONE

    @property
    def is_opposite(self) -> bool:
        """Whether the two who move part ways: high up, low down."""
        return self.is_coloured and not self.both_same_way
