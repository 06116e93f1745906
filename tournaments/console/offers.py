"""What an organizer is offered for one player: who can play instead, what becomes of the table, and what each would do.

Every offer says what will happen before it is done; `checkin.substitutes` and `checkin.entries` do it.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from django.db.models import QuerySet

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.checkin import substitutes as checkin_substitutes
from tournaments.checkin.models import Entry
from tournaments.checkin.seat_changes import RoundNow, SeatChange, Way, ways_in, ways_out
from tournaments.clubs.models import Membership
from tournaments.events import boards
from tournaments.events.models import Event
from tournaments.formats.base import TableDraw
from tournaments.rounds.models import Round

SIT_IN, SUBSTITUTE, NO_SHOW, LEAVE = "sit_in", "substitute", "no_show", "leave"
LABELS = {
    SIT_IN: mark("Substitute for this round only"),
    SUBSTITUTE: mark("Substitute from now on"),
    NO_SHOW: mark("Forfeit the match"),
    LEAVE: mark("Mark as gone"),
    Way.TAKE_PLACE: mark("Take the seat"),
    Way.THREE: mark("Play three-handed"),
    Way.NOT_PLAYED: mark("Skip the match"),
}


@dataclass(frozen=True)
class Offer:
    """way: what the form sends. coming: the id of who comes, a player's, or an entry's where it takes a place."""

    way: str
    sentence: str
    coming: int | None = None

    @property
    def label(self) -> str:
        return say(LABELS[self.way])


@dataclass(frozen=True)
class Candidate:
    """Someone who could play instead. note: why they are free."""

    name: str
    note: str
    offers: tuple[Offer, ...]


@dataclass(frozen=True)
class Offers:
    """where: the player's place in the published round, in words. round: None without a published round, or if it has
    no place for the player. candidates: by name, those who are in the hall first. plain: offers that need no one else.
    by_name: what someone known only by name could do."""

    entry: Entry
    leaving: Player
    where: str
    round: Round | None
    candidates: tuple[Candidate, ...]
    by_name: tuple[Offer, ...]
    plain: tuple[Offer, ...]

    def find(self, way: str, coming: int | None) -> tuple[Candidate | None, Offer] | None:
        """The offer that a link or a form names, and who comes."""
        for candidate in self.candidates:
            for offer in candidate.offers:
                if (offer.way, offer.coming) == (way, coming):
                    return candidate, offer
        return next(((None, offer) for offer in self.plain if (offer.way, offer.coming) == (way, coming)), None)


def round_out(event: Event, entry: Entry | None = None) -> Round | None:
    """The round that is published and not closed. Of several: the one in which the entry plays, else the newest."""
    rounds = Round.objects.filter(stage__event=event, status=Round.Status.PUBLISHED).select_related("stage")
    rounds_out = list(rounds.order_by("-number"))
    own = (
        rounds.filter(matches__seats__entry=entry, matches__called_in__isnull=False)
        if entry and rounds_out[1:]
        else rounds_out
    )
    round_ = next(iter(own), None) or next(iter(rounds_out), None)
    if round_:
        round_.stage.event = event
    return round_


def offers_for(event: Event, entry: Entry, leaving: Player) -> Offers:
    """Everything that can be done about one player at this moment."""
    out = round_out(event, entry)
    now = RoundNow(out) if out else None
    table = now.table_of(entry) if now else None
    if now is None or table is None or not _sits_there(now, table, entry, leaving):
        return _without_table(event, entry, leaving)
    is_open = now.is_open(table)
    changes = list(ways_out(now, entry))
    replacing = {change.instead.pk: change for change in changes if change.instead}
    words = _Words(now, entry, leaving, table)
    here = [] if not is_open else [_in_the_hall(words, entry, replacing) for entry in now.without_table()]
    known = [
        Candidate(
            membership.player.called, say("in the club"), tuple(_newcomer(words, membership.player, is_open, now))
        )
        for membership in _by_name(event)
    ]
    plain = [Offer(str(change.way), change.sentence) for change in changes if change.instead is None]
    plain += _forfeit(words, now, table) if is_open else []
    return Offers(
        entry,
        leaving,
        say("table {table}, {round}", table=table.table, round=now.row),
        now.row,
        (*here, *known),
        tuple(_newcomer(words, say("the new player"), is_open, now)),
        (*plain, Offer(LEAVE, words.leaves(is_open))),
    )


def _without_table(event: Event, entry: Entry, leaving: Player) -> Offers:
    """No table in the round that is out: what is chosen counts from the next round on."""

    def words(name: str) -> str:
        return say(
            "{name} plays for {leaving} starting next round. The rest stays the same. The points of {entry} carry "
            "over.",
            name=name,
            leaving=leaving,
            entry=entry.name,
        )

    known = [
        Candidate(
            membership.player.called,
            say("in the club"),
            (Offer(SUBSTITUTE, words(membership.player.called), membership.player_id),),
        )
        for membership in _by_name(event)
    ]
    gone = say("Starting next round, {entry} won’t be seated. The rest stays the same.", entry=entry.name)
    new = (Offer(SUBSTITUTE, words(say("The new player"))),)
    return Offers(entry, leaving, say("no table this round"), None, tuple(known), new, (Offer(LEAVE, gone),))


def _by_name(event: Event) -> QuerySet[Membership]:
    return boards.free_members(event).order_by("player__name", "pk")


def _sits_there(now: RoundNow, table: TableDraw, entry: Entry, leaving: Player) -> bool:
    chairs = now.matches[table.table].seats.all()
    return any(seat.entry_id == entry.pk and seat.player_id == leaving.pk for seat in chairs)


@dataclass(frozen=True)
class _Words:
    """Sentences about one player at one table."""

    now: RoundNow
    entry: Entry
    leaving: Player
    table: TableDraw

    @property
    def is_single(self) -> bool:
        return self.now.stage.play.entry_size == 1

    @property
    def is_own(self) -> bool:
        """Whether the player plays for their own entry and isn't a substitute already."""
        return any(
            entry_player.is_active and entry_player.player_id == self.leaving.pk
            for entry_player in self.entry.lineup.all()
        )

    def sits_in(self, name: str) -> str:
        about = {"table": self.table.table, "name": name, "leaving": self.leaving, "entry": self.entry.name}
        if self.is_single:
            return say(
                "{name} plays for {leaving} at table {table}. The rest stays the same. This round’s points go to "
                "{entry}, who is marked as gone.",
                **about,
            )
        return say(
            "{name} plays for {leaving} at table {table}. The rest stays the same. {entry} will play again next round.",
            **about,
        )

    def substitutes(self, name: str, is_open: bool) -> str:
        about = {"table": self.table.table, "name": name, "leaving": self.leaving, "entry": self.entry.name}
        if is_open:
            return say(
                "{name} plays for {leaving} at table {table} and in later rounds. The rest stays the same. The "
                "points of {entry} carry over.",
                **about,
            )
        return say(
            "Table {table} has already reported its score, so {name} plays for {leaving} starting next "
            "round. The points of {entry} carry over.",
            **about,
        )

    def leaves(self, is_open: bool) -> str:
        if is_open:
            return say(
                "{leaving} finishes this round at table {table}. Starting next round, {entry} won’t be "
                "seated. The tables stay as they are.",
                leaving=self.leaving,
                table=self.table.table,
                entry=self.entry.name,
            )
        return say(
            "The score doesn’t change. Starting next round, {entry} won’t be seated. The tables stay as they are.",
            entry=self.entry.name,
        )


def _in_the_hall(words: _Words, free: Entry, replacing: dict[int, SeatChange]) -> Candidate:
    offers: list[Offer] = []
    if free.pk in replacing:
        offers.append(Offer(str(Way.TAKE_PLACE), replacing[free.pk].sentence, free.pk))
    for entry_player in free.lineup.all():
        if entry_player.is_active and free != words.entry:
            offers.append(Offer(SIT_IN, words.sits_in(entry_player.player.called), entry_player.player_id))
    is_out = words.now.sits_out(free)
    note = say("sits out this round") if is_out else say("checked in, no seat this round")
    return Candidate(free.name, note, tuple(offers))


def _newcomer(words: _Words, who: Player | str, is_open: bool, now: RoundNow) -> Iterator[Offer]:
    name, player = (who, None) if isinstance(who, str) else (who.name, who.pk)
    if player in now.seated:
        return
    if is_open:
        yield Offer(SIT_IN, words.sits_in(name), player)
    if words.is_own:
        yield Offer(SUBSTITUTE, words.substitutes(name, is_open), player)


def _forfeit(words: _Words, now: RoundNow, table: TableDraw) -> list[Offer]:
    match = now.matches[table.table]
    side = next(index for index, side in enumerate(table.sides) if words.entry.number in side)
    try:
        award = checkin_substitutes.forfeit_slip(now.stage, match, side)
    except RuleError:
        return []
    sides = boards.sides_of(match)
    sentence = say(
        "{side} forfeit at table {table}, so {others} win {most} to {least}. The rest stays the same. {entry} is "
        "marked as gone.",
        table=table.table,
        side=sides[side]["name"],
        others=sides[1 - side]["name"],
        most=max(award.points),
        least=min(award.points),
        entry=words.entry.name,
    )
    return [Offer(NO_SHOW, sentence)]


def places_for(event: Event, late: Entry) -> tuple[Round | None, tuple[SeatChange, ...]]:
    """Where a late comer can still play in the round that is out."""
    out = round_out(event)
    return out, tuple(ways_in(RoundNow(out), late)) if out else ()
