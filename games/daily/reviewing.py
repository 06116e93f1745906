"""A player's hands of a day that is over, kept like an imported game, so that replay and review know them."""

import uuid

from django.utils.formats import date_format

from games.accounts.models import Player
from games.daily.commands import is_over, state_of
from games.daily.models import DailyDeal, DailyEntry
from games.engine.egn_file import FileGame, GamesFile
from games.engine.errors import RuleError
from games.engine.game import Game as EngineGame
from games.engine.language import say
from games.engine.seating import side_count
from games.errors import NotAllowed
from games.review.commands import ask_for_review
from games.tables.imports import keep_replay
from games.tables.models import Game
from games.tables.solo import seat_names


def keep_for_review(player: Player, deal: DailyDeal, key: uuid.UUID) -> Game:
    """The kept game, its review asked for. The same day twice is kept once. RuleError before the day is over and for
    who didn't finish it; NotAllowed for guests, for whom nothing is kept."""
    if player.user is None:
        raise NotAllowed("Log in to review your hands. We save them to your account.")
    if not is_over(deal.day):
        raise RuleError("Others still play these hands. You can review them once everyone is done.")
    entry = DailyEntry.objects.filter(deal=deal, player=player).exclude(finished_at=None).first()
    if entry is None:
        raise RuleError("You didn’t finish this day, so there’s nothing to review.")
    hands = tuple(state_of(deal, hand) for hand in entry.hands.order_by("number"))
    rules = deal.house_rules
    game = EngineGame(rules, hands[0].dealer, (0,) * side_count(rules), hands)
    title = say("Daily deal of {date}", date=date_format(deal.day, "DATE_FORMAT"))
    names = (player.name, *seat_names()[1:])
    file = GamesFile(title, (FileGame(title, names, deal.day.isoformat(), game),))
    table = keep_replay(player, file, key, is_daily=True)
    kept: Game = table.games.get()
    ask_for_review(kept)
    return kept
