"""The results of an event as a picture: for a chat, and for the preview of a link. Made once for all that it shows."""

from dataclasses import dataclass
from functools import partial
from hashlib import sha256

from games.engine.language import say
from tournaments.cached_content import made_by_one
from tournaments.printing.typeset import Shape, png
from tournaments.sharing.summary import Group, Summary, heading_of, more_words

KEPT_SECONDS = 24 * 60 * 60
"""What it shows is part of the key, so an old one is never shown; this is only how long it takes up room."""


@dataclass(frozen=True)
class PictureLine:
    place: str
    name: str
    value: str


@dataclass(frozen=True)
class PictureGroup:
    name: str
    lines: tuple[PictureLine, ...]


@dataclass(frozen=True)
class PictureSheet:
    """colour: of the club, as it is called in its settings. winner, finals, groups: what there is of them. more: how
    many are left out of a single group. note: when it begins, that there is nothing yet, or what the sign for a tie
    means."""

    colour: str
    club: str
    event: str
    about: str
    winner: str
    finals: tuple[tuple[str, str], ...]
    heading: str
    more: str
    groups: tuple[PictureGroup, ...]
    note: str
    address: str


def picture_of(summary: Summary, address: str, language: str, *, shape: Shape) -> bytes:
    """PNG. address: as people type it, without a scheme. language: the reader's, in which everything is said."""
    sheet = picture_sheet(summary, address)
    key = f"picture:{sha256(repr((sheet, shape, language)).encode()).hexdigest()}"
    return made_by_one(key, partial(png, "picture", sheet, shape=shape), seconds=KEPT_SECONDS)


def picture_sheet(summary: Summary, address: str) -> PictureSheet:
    """What fits: the finals of a bracket, else the first places."""
    short = summary.in_short
    groups = () if short.finals else tuple(map(_group, short.groups))
    facts = [short.day, short.people, short.stage] if short.has_begun else [short.where]
    return PictureSheet(
        colour=short.colour,
        club=short.club,
        event=short.event,
        about=" · ".join(filter(None, facts)),
        winner=short.winner_line,
        finals=tuple((final.name, final.words) for final in short.finals),
        heading=heading_of(short) if groups else "",
        more=more_words(short.groups[0]) if len(groups) == 1 and short.groups[0].left_out else "",
        groups=groups,
        note=_note(short),
        address=address,
    )


def _group(group: Group) -> PictureGroup:
    lines = (PictureLine(f"{line.place}{'=' if line.is_tied else ''}", line.name, line.value) for line in group.lines)
    return PictureGroup(group.name, tuple(lines))


def _note(short: Summary) -> str:
    if not short.has_begun:
        return short.day
    if not short.has_results:
        return say("No results yet")
    is_tied = not short.finals and any(line.is_tied for group in short.groups for line in group.lines)
    return say("= means tied") if is_tied else ""
