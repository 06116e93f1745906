"""Ratings as text and back, exactly.

A float is written by repr, the shortest text that reads back as the very same number; a moment as ISO 8601 in UTC.
"""

from datetime import datetime

from games.engine.errors import RuleError
from tournaments.honours.facts import Position
from tournaments.honours.ratings.rating import Rating

NOTHING = "-"


def rating_text(rating: Rating) -> str:
    """mu, sigma, games, and the position of the last one: "25.0 8.333333333333334 0 -"."""
    return f"{rating.mu!r} {rating.sigma!r} {rating.games} {_position_text(rating.last)}"


def rating_from(text: str) -> Rating:
    """The inverse of `rating_text`. RuleError when it is not of that form."""
    try:
        mu, sigma, games, last = text.split(" ")
        return Rating(float(mu), float(sigma), int(games), _position_from(last))
    except ValueError as error:
        raise RuleError("We can’t read the saved rating “{text}”. Recalculate the ratings.", text=text) from error


def _position_text(position: Position | None) -> str:
    return NOTHING if position is None else f"{position.ended_at.isoformat()}#{position.game}"


def _position_from(text: str) -> Position | None:
    if text == NOTHING:
        return None
    moment, game = text.split("#")
    return Position(datetime.fromisoformat(moment), int(game))
