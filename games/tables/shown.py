"""Who has seen which hand of a deal. A person sees one hand of it: from its seat, or all where a watcher sees all.

Noted where a person comes to see a hand: when it is dealt, and when a seat is taken in the middle of it. So no page
writes anything, and the database refuses a second hand of the same deal to the same person.
"""

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark
from games.tables.models import DealShown, Hand, Table

FROM_THE_NEXT_DEAL = mark("You’ve seen another hand in this deal. You can take this seat when the next deal starts.")
OTHER_SAW_IT = mark("{player} has seen another hand in this deal. Wait for the next deal, then change seats.")


def deal_to_seats(table: Table, hand: Hand) -> None:
    """Everyone who sits here sees a hand that is being dealt. Needs the lock."""
    people = table.seats.filter(player__is_bot=False).values_list("player_id", "number")
    DealShown.objects.bulk_create(DealShown(hand=hand, player_id=player, seat=seat) for player, seat in people)


def show_seat(hand: Hand, player: Player, seat: int, refusal: str = FROM_THE_NEXT_DEAL) -> bool:
    """The player sees what that seat holds; whether it's new to them. RuleError for one who has seen something else of
    the deal."""
    if player.is_bot:
        return False
    shown, is_new = DealShown.objects.get_or_create(hand=hand, player=player, defaults={"seat": seat})
    if shown.seat != seat:
        raise RuleError(refusal, player=player)
    return is_new


def show_all(table: Table, player: Player) -> None:
    """A watcher sees every hand of the deal that is being played, if one is. Players there have seen them already."""
    if hand := Hand.objects.filter(game__table=table, game__broken_off_at=None, ended_at=None).first():
        DealShown.objects.get_or_create(hand=hand, player=player)


def seen_of(hand: Hand, player: Player) -> DealShown | None:
    """What the player has seen of a deal; None: nothing yet."""
    return DealShown.objects.filter(hand=hand, player=player).first()
