"""How an event went, in short, for people elsewhere: who won, the finals, the places. Reads only.

It uses the names that strangers may read, because anyone may see a picture or a message once it has left the site.
"""

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db.models import Exists, OuterRef
from django.utils import timezone
from django.utils.formats import date_format

from games.engine.language import say, say_number, score_text
from games.engine.messages import and_list
from tournaments.checkin.models import Entry, EntryPlayer
from tournaments.clubs.public_names import public_name
from tournaments.draws.brackets import BracketBoard, BracketMatch, bracket_of, has_bracket
from tournaments.events import boards
from tournaments.events.models import Event, Stage
from tournaments.formats.standings.rows import rank
from tournaments.honours.wording import ordinal
from tournaments.results.history import begun_stages, played_round, rounds_with_seats
from tournaments.results.standings_update import contests
from tournaments.rounds.models import Bye, Round, Seat

PLACES = 10
"""So many fit into a message that people read, and into a picture."""
JOINERS = "\N{ZERO WIDTH NON-JOINER}\N{ZERO WIDTH JOINER}"
"""Marks that no reader sees and some scripts and emoji can't do without."""


@dataclass(frozen=True)
class Line:
    """An entry at its place. value: what ranks, as text; empty where places say it all."""

    place: int
    is_tied: bool
    name: str
    value: str


@dataclass(frozen=True)
class Group:
    """Those who are ranked together. name: "" when there is only one group. left_out: how many more there are."""

    name: str
    lines: tuple[Line, ...]
    left_out: int = 0


@dataclass(frozen=True)
class Final:
    """A match near the end of a bracket: what people call it, and how it went."""

    name: str
    words: str


@dataclass(frozen=True)
class Summary:
    """where: the venue, if there is one. has_begun: whether a round is published. heading: of the places, empty until a
    round is over. column: what `value` counts. players: how many have played. winners: several when they're tied, empty
    before the end."""

    event: str
    club: str
    colour: str
    day: str
    where: str
    has_begun: bool
    players: int
    stage: str
    winners: tuple[str, ...]
    finals: tuple[Final, ...]
    heading: str
    column: str
    groups: tuple[Group, ...]

    @property
    def has_results(self) -> bool:
        return bool(self.finals or self.groups)

    @property
    def people(self) -> str:
        """How many played, in words."""
        return say_number("{number} player", "{number} players", self.players)

    @property
    def winner_line(self) -> str:
        """The winners in a line; empty until someone has won."""
        if not self.winners:
            return ""
        if len(self.winners) > 1:
            return say("Tied winners: {names}", names=and_list(self.winners))
        if self.finals:
            return say("Champion: {name}", name=self.winners[0])
        return say("Winner: {name}", name=self.winners[0])

    @property
    def in_short(self) -> "Summary":
        """With the first places only, as many in each group."""
        most = max(1, PLACES // max(1, len(self.groups)))
        groups = (
            dataclasses.replace(group, lines=group.lines[:most], left_out=max(0, len(group.lines) - most))
            for group in self.groups[:PLACES]
        )
        return dataclasses.replace(self, groups=tuple(groups))


def summary_of(event: Event) -> Summary:
    """As it is after the last round that is over; while a round is being played its scores don't count yet."""
    begun = begun_stages(event)
    stage, names = begun[-1], names_outside(event)
    rounds = list(rounds_with_seats(stage).exclude(status=Round.Status.DRAFT))
    over = [round_ for round_ in rounds if _is_over(round_)]
    board = bracket_of(stage, names) if has_bracket(stage) else None
    finals = tuple(_finals(board)) if board else ()
    groups = tuple(_groups(stage, over, names))
    columns = boards.columns_of(stage)
    return Summary(
        event=one_line(event.name),
        club=one_line(event.club.name),
        colour=event.club.colour,
        day=day_of(event, with_time=not rounds),
        where=one_line(event.venue.name) if event.venue else "",
        has_begun=bool(rounds),
        players=_played(event),
        stage=stage.title if len(begun) > 1 else "",
        winners=_winners(event, board, groups),
        finals=finals,
        heading=_heading(event, over),
        column=columns[0][1].in_sentence.render(names) if columns else "",
        groups=groups,
    )


def text_of(summary: Summary, address: str) -> str:
    """To be sent as a message: no markup, and no line that an app would take for a list and number again."""
    title = [summary.event, summary.club, summary.day]
    title += [summary.people] if summary.has_results else []
    title += [summary.where] if summary.where and not summary.has_begun else []
    blocks = [title, *_blocks(summary), [address]]
    return "\n\n".join("\n".join(lines) for lines in blocks if lines)


def names_outside(event: Event) -> dict[int, str]:
    """Entry number → who plays for it, as strangers may read it."""
    return {entry.number: name_outside(entry) for entry in event.entries.prefetch_related("lineup__player")}


def name_outside(entry: Entry) -> str:
    """Prefetch `lineup__player` on lists."""
    lineup = list(entry.lineup.all())
    playing = [entry_player for entry_player in lineup if entry_player.is_active] or lineup
    return " & ".join(one_line(public_name(entry_player.player)) for entry_player in playing)


def day_of(event: Event, *, with_time: bool) -> str:
    """The day of the event, in the club's time zone."""
    there = timezone.localtime(event.starts_at, ZoneInfo(event.club.zone))
    return date_format(there, "LONG_MOMENT" if with_time else "LONG_DATE")


def _blocks(summary: Summary) -> Iterator[list[str]]:
    if not summary.has_results:
        yield [say("No results yet. Follow the event here:")]
        return
    yield [line for line in (summary.stage, summary.winner_line) if line]
    yield [say("{what}: {words}", what=final.name, words=final.words) for final in summary.finals]
    for number, group in enumerate(summary.groups):
        yield [*([] if number else [heading_of(summary)]), *_group_lines(group)]


def heading_of(summary: Summary) -> str:
    """Of the places, with what their numbers count."""
    if not summary.column:
        return summary.heading
    return say("{heading} ({column})", heading=summary.heading, column=summary.column)


def _group_lines(group: Group) -> Iterator[str]:
    if group.name:
        yield group.name
    for line in group.lines:
        about = {"place": ordinal(line.place), "name": line.name, "value": line.value}
        if line.value:
            yield (
                say("{place}: {name}, {value} (tied)", **about)
                if line.is_tied
                else say("{place}: {name}, {value}", **about)
            )
        else:
            yield say("{place}: {name} (tied)", **about) if line.is_tied else say("{place}: {name}", **about)
    if group.left_out:
        yield more_words(group)


def more_words(group: Group) -> str:
    return say_number("and {number} more", "and {number} more", group.left_out)


def _is_over(round_: Round) -> bool:
    return round_.status == Round.Status.CLOSED or all(match.is_terminal for match in round_.matches.all())


def _played(event: Event) -> int:
    """How many people play or have played for an entry that was in a round."""
    seated = Seat.objects.filter(entry=OuterRef("entry")).exclude(round__status=Round.Status.DRAFT)
    sat_out = Bye.objects.filter(entry=OuterRef("entry")).exclude(round__status=Round.Status.DRAFT)
    entry_players = EntryPlayer.objects.filter(Exists(seated) | Exists(sat_out), event=event, is_active=True)
    return entry_players.order_by().values("player").distinct().count()


def _groups(stage: Stage, over: Sequence[Round], names: Mapping[int, str]) -> Iterator[Group]:
    if not over:
        return
    at = next((place for place, _ in boards.columns_of(stage)), None)
    _, rankings = contests(stage, tuple(map(played_round, over)))
    for number, contest in enumerate(rankings, start=1):
        lines = tuple(
            Line(row.place, row.is_shared, names[row.entry], "" if at is None else row.values[at])
            for row in rank(*contest)
        )
        yield Group(stage.play.group_name(stage.settings, number), lines)


def _heading(event: Event, over: Sequence[Round]) -> str:
    if not over:
        return ""
    return (
        say("Final standings") if event.finished_at else say("Standings after round {number}", number=over[-1].number)
    )


def _winners(event: Event, board: BracketBoard | None, groups: Sequence[Group]) -> tuple[str, ...]:
    if board:
        return (board.winner,) if board.winner else ()
    if not event.finished_at or len(groups) != 1:
        return ()
    return tuple(line.name for line in groups[0].lines if line.place == 1)


def _finals(board: BracketBoard) -> Iterator[Final]:
    """The last match and the two before it, the one for third place, and a second grand final if it came to that."""
    matches = [match for band in board.bands for column in band.columns for _, match in column.boxes]
    last = next(match for match in matches if match.number == board.ways[-1].number)
    again = [match for match in matches if match.sources == (last.number,) and match.games]
    third = [match for match in matches if match.is_third]
    before = [match for match in matches if match.number in last.sources]
    for match in (*again, last, *third, *before):
        if all(side.is_known for side in match.sides):
            yield Final(match.name, _went(match))


def _went(match: BracketMatch) -> str:
    winner = next((side for side in match.sides if side.is_winner), None)
    if winner is None:
        first, second = (side.name for side in match.sides)
        return say("{one} against {other}", one=first, other=second)
    loser = next(side for side in match.sides if side is not winner)
    about = {"winner": winner.name, "loser": loser.name}
    if not match.games:
        return say("{winner} beat {loser} by forfeit", **about)
    return say("{winner} beat {loser} {score}", score=_score(match), **about)


def _score(match: BracketMatch) -> str:
    """Of the only game, or the games won, the winner's first."""
    return score_text(sorted((int(side.score) for side in match.sides), reverse=True))


def one_line(text: str) -> str:
    """Without line breaks, and without marks that turn the direction of the text around them."""
    seen = (letter for letter in text if letter.isprintable() or letter.isspace() or letter in JOINERS)
    return " ".join("".join(seen).split())
