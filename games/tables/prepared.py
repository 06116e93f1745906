"""Deals for practice that a table's owner writes down, one a line in the engine's notation.

    deal 0 | 9C TC JH AD QS | ... | KS 9H TD      dealer | seat 0 | seat 1 | ... | undealt, the turned card first

Empty lines and lines that begin with # are passed over. Such a hand has no seal, and its game counts for nothing.
"""

from django.db import transaction

from games.engine.cards import CARDS
from games.engine.errors import RuleError
from games.engine.hand import Hand
from games.engine.notation import cards_from, cards_text, hand_from, hand_text
from games.engine.rules import HouseRules
from games.engine.setup import setup_of
from games.tables.commands import TableCommand, check_open, lock_table, note, require_owner
from games.tables.models import PreparedDeal, Table

MAX_DEALS, LONGEST = 50, 400


@transaction.atomic
def load_deals(table_id: int, text: str, command: TableCommand) -> int:
    """The deals that wait are replaced by these; none: the site shuffles again. How many there are now.

    RuleError names the line."""
    table = lock_table(table_id)
    require_owner(table, command.player)
    if table.journal.filter(action="prepare", detail__key=str(command.key)).exists():
        return waiting(table)
    check_open(table, command.expected_version)
    if not table.conduct.deck_upload:
        raise RuleError("This table doesn’t allow prepared deals. Open one that does.")
    if table.conduct.buy_in.chips:
        raise RuleError("This table plays for chips, so you can’t prepare its deals. Open a table without chips.")
    deals = deals_from(table.house_rules, text)
    table.prepared.filter(hand=None).delete()
    PreparedDeal.objects.bulk_create(
        PreparedDeal(table=table, by=command.player, dealer=dealer, deck=deck) for dealer, deck in deals
    )
    note(table, "prepare", command.player, None, count=len(deals), key=str(command.key))
    return len(deals)


def deals_from(rules: HouseRules, text: str) -> list[tuple[int, str]]:
    """Dealer and deck of every deal in the text. RuleError names the line that cannot be dealt."""
    lines = [(number, line.strip()) for number, line in enumerate(text.splitlines(), start=1)]
    written = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if len(written) > MAX_DEALS:
        raise RuleError(
            "You entered {number} deals. Enter at most {most_deals} at a time.",
            number=len(written),
            most_deals=MAX_DEALS,
        )
    return [_deal_from(rules, number, line) for number, line in written]


def next_prepared(table: Table) -> PreparedDeal | None:
    """The deal that comes next; None when the site shuffles, as it always does for chips. Needs the lock."""
    if not table.conduct.deck_upload or table.conduct.buy_in.chips:
        return None
    return table.prepared.filter(hand=None).select_related("by").first()


def drop_unfit(table: Table, before: HouseRules) -> int:
    """Deals that wait and are no longer the same under the table's new rules go, all of them where none are taken now.
    How many. Needs the lock."""
    are_taken = table.conduct.deck_upload and not table.conduct.buy_in.chips
    waiting = table.prepared.filter(hand=None)
    gone = [deal for deal in waiting if not are_taken or _dealt(table.house_rules, deal) != _dealt(before, deal)]
    waiting.filter(pk__in=[deal.pk for deal in gone]).delete()
    return len(gone)


def waiting(table: Table) -> int:
    """How many prepared deals are still to come."""
    return table.prepared.filter(hand=None).count()


def example(rules: HouseRules) -> str:
    """A deal under these rules as it is written: the deck in its order."""
    deck = [CARDS[kind] for kind in setup_of(rules).deck]
    return hand_text(Hand.deal(rules, deck, 0)).partition("\n")[0]


def _dealt(rules: HouseRules, deal: PreparedDeal) -> str:
    """Who gets which cards; empty where the deal is not for these rules."""
    try:
        return hand_text(Hand.deal(rules, cards_from(deal.deck), deal.dealer))
    except RuleError:
        return ""


def _deal_from(rules: HouseRules, number: int, line: str) -> tuple[int, str]:
    if len(line) > LONGEST:
        raise RuleError("Line {number} is too long for a deal. Enter one deal per line.", number=number)
    try:
        hand = hand_from(rules, line)
    except RuleError as error:
        raise RuleError("Line {number}: {error}", number=number, error=error) from error
    return hand.dealer, cards_text([CARDS[kind] for kind in hand.position.deck])
