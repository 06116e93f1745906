"""What one person sees at a table. Everything on the page comes from `view_for`: what it does not show cannot leak."""

from dataclasses import replace
from functools import cached_property
from typing import Any

from django.utils import timezone

from games.accounts.models import Player
from games.engine.actions import Verb
from games.engine.card_names import listed
from games.engine.language import mark, say, say_number
from games.engine.phases import Phase
from games.engine.result import Trick
from games.engine.rules import HouseRules
from games.engine.scoring import Loner, Result
from games.engine.seating import side_of_seats
from games.engine.view import View, Watcher, view_for
from games.tables import narration, talk, words
from games.tables.breaking_off import CallingOff, calling_off
from games.tables.by_the_day import is_forfeit, time_left
from games.tables.choices import BidBox, Choice, bid_box, choices_of, doing_with_a_card, low_cards
from games.tables.commands import is_administrator
from games.tables.expiry import WITH_A_CARD
from games.tables.hosts import hosts
from games.tables.managing import seconds_until_fair
from games.tables.models import DealShown, Game, Hand, PlayerSettings, Table, TableLine
from games.tables.options import Watching
from games.tables.pieces import CardLook, SeatLook, SideScore, in_hand_order, marks_of
from games.tables.play import running_game, running_hand
from games.tables.preferences import settings_of
from games.tables.shown import seen_of
from games.tables.states import state_of
from games.tables.summary import GameSummary
from games.tables.watching import Seen, seen_by_watcher, watchers_of
from games.tables.ways import Way, own_rules, ways_at

# A view's cards and legal actions as they stand on the page: on cards, on buttons, in the trick, as the last word.


def cards_shown(view: View, seat: int, *, may_act: bool) -> tuple[CardLook, ...]:
    """A seat's cards, as far as the view has them; with what choosing each one does where the viewer may choose."""
    legal = {action.card: str(action) for action in view.legal if action.verb in WITH_A_CARD} if may_act else {}
    low = low_cards(view) if may_act else frozenset()
    return tuple(CardLook(card, legal.get(card, ""), view.strain, card in low) for card in view.hands[seat] or ())


def trick_plays(view: View) -> dict[int, CardLook]:
    """The cards of the trick on the table by seat."""
    return {seat: CardLook(card, strain=view.strain) for seat, card in view.tricks[-1].plays} if view.tricks else {}


def last_word(view: View, seat: int) -> str:
    """What the seat said last, before the cards."""
    steps = [step for step in view.history if step.seat == seat and step.action.verb is not Verb.PLAY]
    return str(words.phrase(steps[-1], view)) if steps and not view.tricks else ""


class TableView:
    """A table as one player, or a watcher, sees it now."""

    def __init__(self, table: Table, player: Player | None, device: str = "", *, is_shared: bool = False) -> None:
        """is_shared: for a screen that everyone looks at, on which no hand may be shown."""
        self.table = table
        self.player, self.device = player, device
        self.conduct = table.conduct
        self.taken = {seat.number: seat for seat in table.seats.select_related("player")}
        own = next((seat for seat in self.taken.values() if player and seat.player_id == player.pk), None)
        self.is_shared, self.sits_here = is_shared, own is not None
        self.mine = None if is_shared else own
        self.is_opener = player is not None and table.owner_id == player.pk
        self.game: Game | None = running_game(table)
        self.rules = (self.game or table).house_rules

    @cached_property
    def last_game(self) -> Game | None:
        """The game that ended last; None while one is being played, and where other sides sit down to the next."""
        last = None if self.game else self.table.games.exclude(ended_at=None).last()
        return last if last and side_of_seats(last.house_rules) == side_of_seats(self.rules) else None

    @cached_property
    def summary(self) -> GameSummary | None:
        """The game that is over, as long as no other one is played; None where no one won it."""
        last = self.last_game
        return GameSummary(last, self.mine.number if self.mine else None) if last and last.winners else None

    @property
    def how_it_ended(self) -> str:
        """For the viewer: won, lost, or who won."""
        assert self.last_game, "asked for with a summary only"
        if self.mine is None:
            return narration.before_and_after(self)
        own = side_of_seats(self.rules)[self.mine.number]
        return say("You won!") if own in self.last_game.winners else say("You lost this one.")

    @property
    def at_the_end(self) -> dict[str, Any]:
        """The figures of the game that is over: the sides, the viewer's first, and a row for each that anyone has."""
        assert self.summary, "asked for with a summary only"
        sides = sorted(zip(self.scores, self.summary.sides, strict=True), key=lambda side: not side[0].is_own)
        is_short = self.mine is not None and len(sides) == 2
        figures = [figures for _, figures in sides]
        lines = (
            (say("Points"), [figure.points for figure in figures]),
            (say("Tricks"), [figure.tricks for figure in figures]),
            (say("Marches"), [figure.marches for figure in figures]),
            (say("Loners"), [figure.loners for figure in figures]),
            (say("Euchres"), [figure.euchres for figure in figures]),
        )
        return {
            "sides": (say("Us"), say("Them")) if is_short else [score.names for score, _ in sides],
            "rows": [line for line in lines if any(line[1])],
        }

    @cached_property
    def settings(self) -> PlayerSettings:
        return settings_of(self.player)

    @cached_property
    def co_owners(self) -> list[Player]:
        if self.table.is_official:
            return []
        return [owner.player for owner in self.table.co_owners.select_related("player")]

    @cached_property
    def is_owner(self) -> bool:
        """Whether the viewer runs the table: its owner, a co-owner, or who runs its host."""
        if self.is_opener or self.player is None:
            return self.is_opener
        return self.player in self.co_owners or hosts().has_as_co_owner(self.table, self.player)

    @property
    def is_manager(self) -> bool:
        return self.is_owner or (self.player is not None and is_administrator(self.player))

    @property
    def absent_co_owners(self) -> list[Player]:
        """Co-owners who sit nowhere here."""
        seated = {seat.player_id for seat in self.taken.values()}
        return [player for player in self.co_owners if player.pk not in seated]

    @cached_property
    def watchers(self) -> list[Player]:
        return watchers_of(self.table)

    @property
    def is_watching(self) -> bool:
        return self.mine is None and self.player in self.watchers

    @cached_property
    def current(self) -> Hand | None:
        """The hand being played, or the one just over."""
        game = self.game or self.last_game
        return (running_hand(game) or game.hands.select_related("game", "prepared").last()) if game else None

    @cached_property
    def watched(self) -> Seen | None:
        """What the viewer sees who has a watcher's place, or who has put his table on a screen for all."""
        if self.current is None:
            return None
        if self.is_shared and self.sits_here:
            return Seen(self.current, state_of(self.current), Watcher.FACE_DOWN, False)
        if not self.is_watching:
            return None
        conduct = replace(self.conduct, watchers=Watching.FACE_DOWN) if self.is_shared else self.conduct
        return seen_by_watcher(conduct, self.current, is_match=self.table.is_official)

    @cached_property
    def hand(self) -> Hand | None:
        """The hand that the viewer sees."""
        return self.watched.row if self.watched else self.current

    @cached_property
    def view(self) -> View | None:
        """None for a stranger, and where there is nothing to see."""
        if self.current is None:
            return None
        if self.mine:
            return self._seat_view(self.current, self.mine.number)
        return view_for(self.watched.state, self.watched.viewer) if self.watched else None

    @property
    def is_delayed(self) -> bool:
        return bool(self.watched and self.watched.is_delayed)

    @property
    def is_elsewhere(self) -> bool:
        """A newer page of the same player plays this seat."""
        return bool(self.mine and self.device and self.device < self.mine.device)

    @property
    def is_my_turn(self) -> bool:
        return bool(self.view and len(self.view.legal))

    @property
    def decision(self) -> str:
        """Names the point that the hand is at, whatever else changes at the table; empty without a hand."""
        return f"{self.hand.pk}-{len(self.view.history)}" if self.hand and self.view else ""

    @property
    def is_between_hands(self) -> bool:
        return bool(self.game and self.view and self.view.result and not self.is_delayed)

    @property
    def ended_as(self) -> str:
        """How the hand ended, as its sound is called: made, march, loner or euchre; "" while it is played."""
        result = self.view.result if self.view and not self.is_delayed else None
        if result is None or result.result in (Result.PASSED, Result.MISDEAL):
            return ""
        is_lone_march = result.result is Result.MARCH and result.loner is not Loner.NO
        return "loner" if is_lone_march else result.result.value

    @property
    def may_ask(self) -> bool:
        """Whether the viewer is offered what a bot would do."""
        return self.is_my_turn and self.conduct.suggestions and self.settings.suggestions

    @property
    def seconds_until_skip(self) -> int | None:
        """Seconds until the seat to act may be skipped; None where there is no one to skip."""
        if self.game is None or self.current is None or self.current.ended_at or self.conduct.is_by_the_day:
            return None
        return seconds_until_fair(self.table)

    @property
    def may_talk(self) -> bool:
        return not self.table.closed_at and (self.mine is not None or (self.is_watching and not self.game))

    @property
    def may_watch(self) -> bool:
        """Whether the viewer is offered a place to watch."""
        is_open = not self.table.closed_at and self.conduct.watchers is not Watching.NONE
        return is_open and not self.sits_here and not self.is_watching

    @cached_property
    def call(self) -> CallingOff | None:
        """What it takes to call the game off, for those who have chips in it."""
        return self.any_call if self.player in self.players_with_chips else None

    @cached_property
    def any_call(self) -> CallingOff | None:
        """The same for all viewers, with or without chips in the game."""
        return calling_off(self.table, self.game) if self.game and self.player else None

    @property
    def players_with_chips(self) -> list[Player]:
        return [*self.any_call.agreed, *self.any_call.missing] if self.any_call else []

    @property
    def kept_seats(self) -> set[int]:
        """Players whose seats can't be taken away now."""
        kept = {player.pk for player in self.players_with_chips}
        is_safe = self.is_opener or (self.player is not None and is_administrator(self.player))
        return kept if is_safe or self.table.owner_id is None else kept | {self.table.owner_id}

    @property
    def may_call_off(self) -> bool:
        """Whether others have to agree, and the viewer has not yet."""
        return bool(self.call and self.player in self.call.missing and self.has_company)

    @property
    def has_company(self) -> bool:
        """Whether others have chips in the game too."""
        return bool(self.call and len(self.call.agreed) + len(self.call.missing) > 1)

    @cached_property
    def seen(self) -> DealShown | None:
        """What the viewer, who sits nowhere now, has seen of the deal that is being played."""
        if self.sits_here or self.player is None or self.table.is_official or not self.game:
            return None
        return seen_of(self.current, self.player) if self.current and not self.current.ended_at else None

    def _is_free(self, number: int) -> bool:
        seat = self.taken.get(number)
        if self.is_shared or self.table.is_official or self.table.closed_at:
            return False
        if seat is None:
            return self.game is None
        return seat.player.is_bot and not self.mine and (self.seen is None or self.seen.seat == number)

    @property
    def phrases(self) -> dict[str, str]:
        return {name: say(words) for name, words in talk.PHRASES.items()}

    @cached_property
    def said(self) -> list[TableLine]:
        return talk.newest(self.table, self.player)

    @cached_property
    def lines(self) -> list[TableLine]:
        """What was said. What the site tells of a game is not for those who see it later."""
        is_late = self.game is not None and self.is_watching and (self.is_delayed or self.view is None)
        return [
            table_line
            for table_line in talk.remembered(self.said)
            if table_line.kind != TableLine.Kind.SITE or not is_late
        ]

    @property
    def talk_version(self) -> int:
        return self.said[-1].number if self.said else 0

    @property
    def talk_level(self) -> str:
        return talk.level_when(self.table, is_playing=self.game is not None).value

    @property
    def talk_words(self) -> str:
        return narration.talk_words(self)

    @cached_property
    def muted(self) -> set[int]:
        return set(self.table.silences.values_list("player_id", flat=True))

    @property
    def seconds_left(self) -> int | None:
        """On the clock of the seat to act; None without one, and in a game by the day."""
        ends = None if self.conduct.is_by_the_day else self.table.clock_ends_at
        return max(0, round((ends - timezone.now()).total_seconds())) if ends and self.game else None

    @property
    def time_left(self) -> str:
        """For the move that a game by the day waits for; empty in other games, and while it waits for no one."""
        ends = self.table.clock_ends_at
        return time_left(ends) if ends and self.table.turn_seat is not None else ""

    @property
    def pace(self) -> str:
        """What playing by the day means here; empty at other tables."""
        if not self.conduct.is_by_the_day:
            return ""
        lost = mark("After that, their side loses the game.")
        played = mark("After that, a bot plays on until they’re back.")
        days = say_number(
            "This is a multi-day game. Each player has 24 hours for a move.",
            "This is a multi-day game. Each player has {number} days for a move.",
            int(self.conduct.by_the_day.value),
        )
        return f"{days} {say(lost if is_forfeit(self.table) else played)}"

    @property
    def empty_seats(self) -> int:
        return self.rules.players - len(self.taken)

    @property
    def not_here(self) -> str:
        """Who is missed, by name."""
        return listed([seat.player.name for seat in self.taken.values() if seat.missed_since] or [say("no one")])

    @cached_property
    def _own_rules(self) -> HouseRules:
        return own_rules(self.table)

    @property
    def may_choose_ways(self) -> bool:
        return not (self.game or self.table.closed_at or self.is_shared) and self.is_owner

    @cached_property
    def ways(self) -> list[Way]:
        """How those who sit here could play, for the player who decides: with empty seats, or where there is a
        choice."""
        if not self.may_choose_ways:
            return []
        ways = ways_at(self.table, len(self.taken), self._own_rules)
        return ways if self.empty_seats or len(ways) > 1 else []

    @property
    def own_seats(self) -> int | None:
        """Seats that the table had before fewer played at it; None where it has them."""
        if not self.may_choose_ways or self._own_rules.players == self.rules.players:
            return None
        return self._own_rules.players

    @cached_property
    def names(self) -> list[str]:
        seats = range(self.rules.players)
        return [self.taken[n].player.name if n in self.taken else say("Seat {number}", number=n + 1) for n in seats]

    @cached_property
    def seats(self) -> list[SeatLook]:
        first = self.mine.number if self.mine else 0
        count = self.rules.players
        return [self._seat((first + place) % count, place) for place in range(count)]

    @property
    def bots(self) -> list[SeatLook]:
        """Seats of bots that have a character to tell of."""
        return [chair for chair in self.seats if chair.character]

    @property
    def my_cards(self) -> list[CardLook]:
        """The viewer's hand as people hold it."""
        return in_hand_order(self.seats[0].shown, self.view.strain if self.view else None)

    @property
    def choices(self) -> list[Choice]:
        """Actions that are one button each."""
        return choices_of(self.view) if self.view else []

    @property
    def bid_box(self) -> BidBox | None:
        return bid_box(self.view) if self.view else None

    @property
    def may_go_under(self) -> bool:
        """Whether three cards of the hand can be picked to be exchanged."""
        return bool(self.view and low_cards(self.view))

    @property
    def second_tap(self) -> str:
        """What the button says that plays the card picked by a first tap; empty where one tap plays."""
        return doing_with_a_card(self.view) if self.view and self.settings.two_taps else ""

    @property
    def turned(self) -> CardLook | None:
        """The turned card while it is on offer."""
        if self.view and self.view.turned and self.view.phase in (Phase.ORDER, Phase.BLIND):
            return CardLook(self.view.turned)
        return None

    @property
    def notice(self) -> list[str]:
        """What the site says here until the next game, line by line."""
        return self.table.notice_words.splitlines()

    @property
    def prompt(self) -> str:
        return narration.prompt_of(self)

    @property
    def story(self) -> list[str]:
        return narration.story_of(self.view, self.names) if self.view else []

    @property
    def trump(self) -> str:
        return words.strain_name(self.view.strain) if self.view and self.view.strain else ""

    @property
    def trump_suit(self) -> str:
        """The suit alone, as its picture is called; empty without trump."""
        return words.suit_code(self.view.strain) if self.view else ""

    @property
    def last_trick(self) -> tuple[list[tuple[str, CardLook]], str] | None:
        """The trick before the one on the table: who played what, and who took it."""
        over: list[Trick] = [trick for trick in self.view.tricks if trick.winner is not None] if self.view else []
        if not self.view or not over or over[-1].winner is None:
            return None
        plays = [(self.names[seat], CardLook(card, strain=self.view.strain)) for seat, card in over[-1].plays]
        return plays, self.names[over[-1].winner]

    @property
    def scores(self) -> list[SideScore]:
        """One for each side. Nothing while the table keeps the score to itself."""
        game = self.game or self.last_game
        if game is None or (self.game and not self.conduct.show_scores):
            return []
        sides = side_of_seats(game.house_rules)
        people: list[list[str]] = [[] for _ in game.points]
        for number, side in enumerate(sides):
            people[side].append(self.names[number])
        own = sides[self.mine.number] if self.mine else None
        marks = marks_of(game.house_rules)
        return [
            SideScore(" & ".join(names), game.points[side], side == own, marks[side])
            for side, names in enumerate(people)
        ]

    def _seat_view(self, hand: Hand, seat: int) -> View:
        """What the seat sees; with open hands, everyone else's cards too."""
        state = state_of(hand)
        view = view_for(state, seat)
        if not self.conduct.open_hands:
            return view
        every = view_for(state, Watcher.FACE_UP).hands
        return replace(view, hands=tuple(own if n == seat else every[n] for n, own in enumerate(view.hands)))

    def _seat(self, number: int, place: int) -> SeatLook:
        seat, view, is_mine = self.taken.get(number), self.view, self.mine is not None and self.mine.number == number
        is_free, side = self._is_free(number), side_of_seats(self.rules)[number]
        mark = marks_of(self.rules)[side]
        is_partner = bool(self.mine and not is_mine and side == side_of_seats(self.rules)[self.mine.number])
        if view is None:
            return SeatLook(number, place, seat, is_mine, is_free, is_partner=is_partner, mark=mark)
        return SeatLook(
            number,
            place,
            seat,
            is_mine,
            is_free,
            is_turn=view.turn == number and self.game is not None,
            is_dealer=view.dealer == number,
            is_maker=view.maker == number,
            sits_out=number in view.sitting_out,
            tricks=None if self.conduct.hide_trick_points or not view.tricks else view.tricks_won[number],
            held=view.counts[number],
            shown=cards_shown(view, number, may_act=is_mine),
            played=trick_plays(view).get(number),
            took=bool(view.tricks) and view.tricks[-1].winner == number,
            said=last_word(view, number),
            is_partner=is_partner,
            mark=mark,
        )
