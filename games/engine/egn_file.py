"""Reads an EGN or EMN file that someone has sent, or refuses it with the hand and what is wrong with it.

Stricter than `egn`, which reads the hands for it: nothing may be left over, unfinished or contradict the hands.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.engine.egn import name_of, next_hand, rules_of
from games.engine.egn_shape import check_deal, check_game, check_match, json_from
from games.engine.errors import RuleError
from games.engine.game import Game
from games.engine.language import say, score_text
from games.engine.notation import game_text

MAX_BYTES, MAX_GAMES, MAX_HANDS = 1_000_000, 50, 100
GAME, MATCH = "Euchre Game Notation", "Euchre Match Notation"


@dataclass(frozen=True)
class FileGame:
    """A game of a file: its title, the names by seat, when it says that it was played, and every hand."""

    title: str
    players: tuple[str, ...]
    date: str
    game: Game

    @property
    def digest(self) -> str:
        """The same for the same cards, calls and rules, no matter who wrote the file and how."""
        return hashlib.sha256(game_text(self.game).encode()).hexdigest()


@dataclass(frozen=True)
class GamesFile:
    title: str
    games: tuple[FileGame, ...]

    @property
    def digest(self) -> str:
        """Of all games in their order."""
        return hashlib.sha256(" ".join(game.digest for game in self.games).encode()).hexdigest()


def text_of(content: bytes) -> str:
    """The text of a file. RuleError for one that is too large or no text."""
    if len(content) > MAX_BYTES:
        raise too_large()
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleError("We can’t read this file. Save EGN and EMN files as UTF-8 text.") from error


def too_large() -> RuleError:
    return RuleError("The file is larger than 1 MB, the limit for {most_games} games.", most_games=MAX_GAMES)


def games_from(content: bytes) -> GamesFile:
    """The games of an EGN or EMN file. RuleError says which hand of which game is wrong, and how."""
    data = json_from(text_of(content))
    kind = data.get("fileType") if isinstance(data, dict) else None
    if kind == MATCH:
        return _match(data)
    if kind != GAME:
        raise RuleError(
            "This file doesn’t contain euchre games. Its “fileType” must be “{game}” or “{match}”.",
            game=GAME,
            match=MATCH,
        )
    game = _game(data, say("The file"))
    return GamesFile(game.title, (game,))


def _match(data: Mapping[str, Any]) -> GamesFile:
    check_match(data, say("The file"))
    people, games = data["metadata"]["players"], data["games"]
    if not games or len(games) > MAX_GAMES:
        raise RuleError(
            "The file has {number} games. It must have 1 to {most_games}.", number=len(games), most_games=MAX_GAMES
        )
    ids = {person.get("id") for person in people if isinstance(person, dict)}
    for number, game in enumerate(games):
        where = say("Game {number}", number=number + 1)
        if game["gameIndex"] != number:
            raise RuleError(
                "{where}: the gameIndex is {index}. Number the games from 0, in file order.",
                where=where,
                index=game["gameIndex"],
            )
        if len(set(game["players"])) != len(game["players"]) or not ids.issuperset(game["players"]):
            raise RuleError("{where}: all 4 players must be on the file’s player list.", where=where)
    title = " ".join(data["metadata"].get("title", "").split())
    return GamesFile(
        title,
        tuple(
            _game(recorded["gameData"], say("Game {number}", number=number), number)
            for number, recorded in enumerate(games, 1)
        ),
    )


def _game(data: Any, where: str, place: int = 0) -> FileGame:
    """place: of the game among several, from 1."""
    check_game(data, where)
    meta, deals = data["metadata"], data["deals"]
    ruleset = meta.get("ruleset", {})
    if not deals or len(deals) > MAX_HANDS:
        raise RuleError(
            "{where} has {number} hands. It must have 1 to {most_hands}.",
            where=where,
            number=len(deals),
            most_hands=MAX_HANDS,
        )
    if ruleset.get("winning_score") and ruleset.get("num_deals"):
        raise RuleError("{where} sets both a winning score and a number of hands. Keep only one of them.", where=where)
    try:
        rules = rules_of(ruleset)
        for number, deal in enumerate(deals, 1):
            check_deal(deal, say("Hand {number}", number=number))
        game = Game.new(rules, deals[0]["initialState"]["dealer"], tuple(meta["initialScore"]))
    except RuleError as error:
        raise RuleError(", ".join([where, str(error)] if place else [str(error)])) from error
    if game.outcome is not None:
        raise RuleError("{where} starts at {score}, so it’s already over.", where=where, score=_score(game))
    for number, deal in enumerate(deals, 1):
        alone = say("Hand {number}", number=number)
        game = _with_hand(game, deal, say("{game}, hand {number}", game=where, number=number) if place else alone)
    _check_end(game, meta, where)
    names = tuple(" ".join(name_of(player).split()) for player in meta["players"])
    return FileGame(" ".join(meta.get("title", "").split()), names, meta.get("date", ""), game)


def _with_hand(game: Game, deal: Mapping[str, Any], where: str) -> Game:
    try:
        after = next_hand(game, deal)
    except RuleError as error:
        raise RuleError("{where}: {error}", where=where, error=error) from error
    except (KeyError, TypeError, IndexError, AttributeError, ValueError) as error:
        raise RuleError("{where} can’t be played the way it’s recorded.", where=where) from error
    if after.hand is not None:
        raise RuleError("{where} isn’t finished.", where=where)
    return after


def _check_end(game: Game, meta: Mapping[str, Any], where: str) -> None:
    stated = meta.get("finalScore")
    if stated is not None and tuple(stated) != game.points:
        said = score_text(stated)
        raise RuleError(
            "{where}: the final score is {said}, but the hands add up to {score}.",
            where=where,
            said=said,
            score=_score(game),
        )


def _score(game: Game) -> str:
    return score_text(game.points)
