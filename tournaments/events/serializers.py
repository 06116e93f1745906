"""What an event, its rounds, matches and entries look like to programs."""

import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.options import RulesField
from games.api.serializers import ETagField, Line, Measure, Moment, StrictSerializer, Whole, YesNo
from games.engine.errors import RuleError
from games.engine.language import mark, say
from tournaments.checkin.models import Entry
from tournaments.events.models import Confirmation, Event, Where
from tournaments.events.states import EventState
from tournaments.formats.brackets.bracket import Section
from tournaments.formats.catalogue import FORMATS
from tournaments.results.models import ResultEntry
from tournaments.results.slips import MAX_POINTS
from tournaments.rounds.models import Bye, Match, Round
from tournaments.rounds.places import MAX_TABLES

MAX_HANDS = 200
MAX_PARTS = 200
"""Of a request that writes many things at once."""
MAX_PLAYED = 100
"""Tables of a request that enters rounds: each is seated, published, scored and settled, while others wait to write."""
POSITIONS = ("north", "east", "south", "west")

CURRENCY = "Of the club's amounts, as ISO 4217 has it; empty while the club hasn't chosen one."


class StageSerializer(StrictSerializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField(source="title")
    format = serializers.ChoiceField([(key, format_.name) for key, format_ in FORMATS.items()])
    config = serializers.DictField()
    rules = serializers.DictField(help_text="The house rules, option by option.")


class EventSerializer(StrictSerializer):
    id = serializers.IntegerField()
    slug = serializers.SlugField()
    club = serializers.SlugField(source="club.slug")
    name = serializers.CharField()
    venue = serializers.CharField(source="venue.name", allow_null=True, default=None)
    venue_id = serializers.IntegerField(allow_null=True)
    season = serializers.SlugField(allow_null=True, help_text="Of the league that it belongs to, if any.")
    formats = serializers.SerializerMethodField()
    starts_at = serializers.DateTimeField()
    state = serializers.ChoiceField([(state.value, state.name) for state in EventState])
    where = serializers.ChoiceField(Where.choices)
    confirmation = serializers.ChoiceField(Confirmation.choices)
    fee = serializers.IntegerField(help_text="Entry fee in cents.")
    currency = serializers.CharField(source="club.currency", help_text=CURRENCY)
    finished_at = serializers.DateTimeField(allow_null=True)
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancelled_because = serializers.CharField(help_text="Why, as players read it; empty unless it is canceled.")
    page = serializers.CharField(source="get_absolute_url")

    @extend_schema_field(serializers.ListField(child=serializers.CharField()))
    def get_formats(self, event: Event) -> list[str]:
        """Of its stages, the first one first."""
        return [stage.format for stage in event.stages.all()]


class EventRowSerializer(EventSerializer):
    changed_at = serializers.DateTimeField(
        help_text="When anything was last written in its activity log: a score, an entry, a setting."
    )


class OneEventSerializer(EventSerializer):
    stages = StageSerializer(many=True, source="stages.all")


class PersonSerializer(StrictSerializer):
    id = serializers.IntegerField()
    name = serializers.CharField()


def people_of(entry: Entry) -> list[dict[str, Any]]:
    """Who plays for an entry now, for `PersonSerializer`. Prefetch `lineup__player`."""
    return [
        {"id": entry_player.player_id, "name": entry_player.player.name}
        for entry_player in entry.lineup.all()
        if entry_player.is_active
    ]


class EntrySerializer(StrictSerializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(Entry.Status.choices)
    players = serializers.SerializerMethodField()

    @extend_schema_field(PersonSerializer(many=True))
    def get_players(self, entry: Entry) -> list[dict[str, Any]]:
        """Who plays for it now."""
        return people_of(entry)


class EntryRowSerializer(EntrySerializer):
    etag = ETagField(EntrySerializer)


class HandSerializer(StrictSerializer):
    side = Whole(max_value=9, help_text="Which side scored, from 0.")
    points = Whole(min_value=-MAX_POINTS, max_value=MAX_POINTS)
    alone = YesNo(default=False)
    hand = Whole(
        max_value=MAX_HANDS,
        required=False,
        allow_null=True,
        help_text="The number of the hand, where several sides score in one.",
    )


class SlipSerializer(StrictSerializer):
    """A score: points for each side, in the order of the sides; hands where they were written down."""

    points = serializers.ListField(
        child=Whole(min_value=-MAX_POINTS, max_value=MAX_POINTS), min_length=2, max_length=10
    )
    hands = serializers.ListField(child=HandSerializer(), required=False, max_length=MAX_HANDS)
    tie_winner = Whole(
        max_value=9, required=False, allow_null=True, help_text="Who was first at a tie, where it counts."
    )
    forfeited = serializers.ListField(
        child=Whole(max_value=9), required=False, max_length=10, help_text="Sides that did not play; for officials."
    )


class ResultSerializer(StrictSerializer):
    """One version of a match's result."""

    version = serializers.IntegerField()
    kind = serializers.ChoiceField(ResultEntry.Kind.choices)
    side = serializers.IntegerField(allow_null=True, help_text="Whose claim it is.")
    points = serializers.SerializerMethodField()
    reason = serializers.CharField()
    at = serializers.DateTimeField()

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField()))
    def get_points(self, entry: ResultEntry) -> list[int]:
        return list(entry.slip.get("points", ()))


class SeatSerializer(StrictSerializer):
    position = serializers.SerializerMethodField()
    position_label = serializers.CharField(source="compass")
    side = serializers.IntegerField()
    entry = serializers.SerializerMethodField()
    player = serializers.SerializerMethodField()

    @extend_schema_field(serializers.ChoiceField(POSITIONS))
    def get_position(self, seat: Any) -> str:
        return POSITIONS[seat.position]

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_entry(self, seat: Any) -> int | None:
        """The entry's number; none for a house player."""
        return seat.entry.number if seat.entry else None

    @extend_schema_field(PersonSerializer(allow_null=True))
    def get_player(self, seat: Any) -> dict[str, Any] | None:
        return {"id": seat.player_id, "name": seat.name} if seat.player_id else None


class MatchSerializer(StrictSerializer):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="round.stage.number")
    round = serializers.IntegerField(source="round_id", help_text="The id of its round.")
    round_number = serializers.IntegerField(source="round.number")
    round_status = serializers.ChoiceField(Round.Status.choices, source="round.status")
    table = serializers.IntegerField()
    state = serializers.ChoiceField(Match.State.choices)
    points = serializers.SerializerMethodField()
    decided_at = serializers.DateTimeField(
        source="standing.at", allow_null=True, default=None, help_text="When the score that counts was given."
    )
    called_at = serializers.SerializerMethodField()
    seats = SeatSerializer(many=True, source="seats.all")

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(), allow_null=True))
    def get_points(self, match: Match) -> list[int] | None:
        """By side; none while nothing counts."""
        return list(match.standing.slip.get("points", ())) if match.standing else None

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_called_at(self, match: Match) -> datetime.datetime | None:
        """Since when the table calls an organizer; none while it doesn't. Fetch `with_open_calls`."""
        return next((call.at for call in match.open_calls), None)  # type: ignore[attr-defined]  # fetched to there


class OneMatchSerializer(MatchSerializer):
    results = ResultSerializer(
        many=True, source="results.all", help_text="Everything that was said about it, oldest first."
    )


class MatchRowSerializer(MatchSerializer):
    etag = ETagField(OneMatchSerializer)


class ByeSerializer(StrictSerializer):
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    players = serializers.SerializerMethodField()
    reason = serializers.CharField()

    @extend_schema_field(PersonSerializer(many=True))
    def get_players(self, bye: Bye) -> list[dict[str, Any]]:
        """Who plays for the entry now."""
        return people_of(bye.entry)


class RoundSerializer(StrictSerializer):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    number = serializers.IntegerField()
    status = serializers.ChoiceField(Round.Status.choices)
    version = serializers.IntegerField(help_text="Counts its publications.")
    opens_singly = serializers.BooleanField(
        help_text="Whether its matches were called one by one: other rounds may be published beside it, and it grows."
    )
    played_at = serializers.DateTimeField(
        allow_null=True, help_text="When it was played, if it was entered later from a score card."
    )


class OneRoundSerializer(RoundSerializer):
    matches = MatchSerializer(many=True, source="matches.all")
    byes = ByeSerializer(many=True, source="byes.all")


class CriterionSerializer(StrictSerializer):
    """What ranks. The key stays, the label is in the language of the request."""

    key = serializers.CharField()
    label = serializers.CharField()  # type: ignore[assignment]  # a field, which the class takes out


class StandingSerializer(StrictSerializer):
    group = serializers.IntegerField(help_text="The number of the pool or division, 1 where there is one.")
    group_label = serializers.CharField(help_text="Its name; empty where there is one.")
    place = serializers.IntegerField(help_text="Entries share it that only the random draw could part.")
    is_shared = serializers.BooleanField(help_text="Whether another entry has the same place.")
    place_by_lot = serializers.IntegerField(help_text="After the random draw: the order of the rows.")
    place_before = serializers.IntegerField(
        allow_null=True,
        help_text="`place_by_lot` before the newest round with a result; null for who was not in it yet.",
    )
    entry = serializers.IntegerField(help_text="Its number in the event.")
    name = serializers.CharField()
    players = PersonSerializer(many=True, help_text="Who plays for it now.")
    points = Measure()
    values = serializers.DictField(
        child=Measure(allow_null=True),
        help_text="What ranks, by the keys of `criteria`. Percentages in percent; null where nothing was compared.",
    )
    because = serializers.CharField(help_text="Why the entry above ranks higher.")


class StandingsSerializer(StrictSerializer):
    stage = serializers.IntegerField()
    is_settled = serializers.BooleanField(help_text="False while a result is still being counted.")
    criteria = CriterionSerializer(many=True)
    results = StandingSerializer(many=True)


class BracketSideSerializer(StrictSerializer):
    entry = serializers.IntegerField(allow_null=True, help_text="Its number; null while it isn’t known.")
    name = serializers.CharField(allow_null=True, help_text="Of the entry; null while it isn’t known.")
    label = serializers.CharField(  # type: ignore[assignment]  # a field, which the class takes out
        help_text="The same, or where the entry will come from."
    )
    seed = serializers.IntegerField(allow_null=True)
    score = Measure(allow_null=True, help_text="Games won, or the points of a single game.")
    is_winner = serializers.BooleanField()


class BracketMatchSerializer(StrictSerializer):
    number = serializers.IntegerField()
    section = serializers.ChoiceField([section.name.lower() for section in Section])
    section_label = serializers.CharField()
    round = serializers.IntegerField(help_text="Of its section, from 1.")
    round_label = serializers.CharField()
    status = serializers.ChoiceField(["over", "playing", "ready", "waiting"])
    table = serializers.IntegerField(allow_null=True)
    sides = BracketSideSerializer(many=True)
    games = serializers.ListField(
        child=serializers.ListField(child=serializers.IntegerField(), min_length=2, max_length=2),
        help_text="The points of each game, in the order of the sides.",
    )
    winner_to = serializers.IntegerField(allow_null=True)
    loser_to = serializers.IntegerField(allow_null=True)


class BracketSerializer(StrictSerializer):
    stage = serializers.IntegerField()
    winner = serializers.CharField(help_text="Empty while it is played.")
    matches = BracketMatchSerializer(many=True)


class AnnouncementSerializer(StrictSerializer):
    id = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    is_withdrawn = serializers.BooleanField()


def in_these_centuries(moment: datetime.datetime) -> datetime.datetime:
    if not 2000 <= moment.year < 2200:
        raise RuleError("Choose a year from 2000 to 2199.")
    return moment


class NewEventSerializer(StrictSerializer):
    """A new event with its first stage."""

    name = Line(max_length=80)
    starts_at = Moment()
    format = serializers.ChoiceField(list(FORMATS))
    config = serializers.DictField(
        required=False, help_text="The format's settings; those left out keep their defaults."
    )
    venue = Whole(required=False, allow_null=True, help_text="The id of one of the club's venues.")
    confirmation = serializers.ChoiceField(Confirmation.choices, default=Confirmation.OPPONENTS)
    where = serializers.ChoiceField(Where.choices, default=Where.PHYSICAL)
    fee = Whole(max_value=99_999_99, default=0, help_text="In cents.")
    play_to = Whole(
        min_value=5, max_value=100, required=False, allow_null=True, help_text="Without it as the rules have it."
    )
    hands = Whole(min_value=1, max_value=100, required=False, allow_null=True)
    rules = RulesField(
        required=False,
        help_text="A preset's name, or options; those left out have their default. Without it the club's default.",
    )

    def validate_starts_at(self, moment: datetime.datetime) -> datetime.datetime:
        return in_these_centuries(moment)


class ChangedEventSerializer(StrictSerializer):
    """Settings that are to be others; those left out stay."""

    name = Line(max_length=80, required=False)
    starts_at = Moment(required=False)
    venue = Whole(required=False, allow_null=True, help_text="The id of one of the club's venues; null for none.")
    confirmation = serializers.ChoiceField(Confirmation.choices, required=False)
    where = serializers.ChoiceField(Where.choices, required=False)
    fee = Whole(max_value=99_999_99, required=False, help_text="In cents.")

    def validate_starts_at(self, moment: datetime.datetime) -> datetime.datetime:
        return in_these_centuries(moment)


class NewEntrySerializer(StrictSerializer):
    """Either players that the site knows, or names of people who walk in and are here."""

    players = serializers.ListField(child=Whole(), required=False, max_length=2, help_text="Ids.")
    names = serializers.ListField(child=Line(max_length=80), required=False, max_length=2)
    match_names = YesNo(
        default=False, help_text="Whether a name that one player of the club has is that player, not someone new."
    )
    check_in = YesNo(default=False)


class BulkNewEntriesSerializer(StrictSerializer):
    entries = serializers.ListField(child=NewEntrySerializer(), min_length=1, max_length=MAX_PARTS)


class BulkEntriesSerializer(StrictSerializer):
    results = EntryRowSerializer(many=True, help_text="The new entries, in the order of the request.")


class NewRoundSerializer(StrictSerializer):
    stage = Whole(min_value=1, max_value=99, default=1)
    number = Whole(min_value=1, max_value=999)


class PublishSerializer(StrictSerializer):
    override = Line(default="", allow_blank=True, help_text="Why it is right although the check found something.")


class ReasonSerializer(StrictSerializer):
    reason = Line(help_text="Why, in a few words.")


class MatchSlipSerializer(SlipSerializer):
    """The score of one of many matches, and the version of the match that was seen."""

    match = Whole(help_text="The match’s id.")
    etag = Line(
        max_length=40, help_text="Of the match, with its quotes: from its row in a list, or from its own `GET`."
    )


class BulkSlipsSerializer(StrictSerializer):
    results = serializers.ListField(child=MatchSlipSerializer(), min_length=1, max_length=MAX_PARTS)


class PlayedTableSerializer(SlipSerializer):
    """A table of a score card: who sat there, and the score."""

    table = Whole(min_value=1, max_value=MAX_TABLES)
    sides = serializers.ListField(
        child=serializers.ListField(
            child=Whole(min_value=1, allow_null=True, help_text="The number of an entry, or null for a house player."),
            min_length=1,
            max_length=2,
        ),
        min_length=2,
        max_length=3,
        help_text="Who scored together, in the order of `points`.",
    )


class PlayedByeSerializer(StrictSerializer):
    entry = Whole(min_value=1, help_text="Its number.")
    points = Whole(
        max_value=MAX_POINTS,
        required=False,
        allow_null=True,
        help_text="What the bye counted. Without it, the entry’s own average.",
    )


class PlayedRoundSerializer(StrictSerializer):
    """A round as the score card has it. Entries without a seat or a bye weren't there."""

    number = Whole(min_value=1, max_value=999)
    tables = serializers.ListField(child=PlayedTableSerializer(), min_length=1, max_length=MAX_TABLES)
    byes = serializers.ListField(child=PlayedByeSerializer(), required=False, max_length=MAX_TABLES)
    played_at = Moment(
        required=False, allow_null=True, help_text="The scores count then. Without it, when the event began."
    )

    def validate_played_at(self, moment: datetime.datetime | None) -> datetime.datetime | None:
        return in_these_centuries(moment) if moment else None


class PlayedRoundsSerializer(StrictSerializer):
    stage = Whole(min_value=1, max_value=99, default=1)
    reason = Line(help_text="Where the scores come from, for the log.")
    rounds = serializers.ListField(child=PlayedRoundSerializer(), min_length=1, max_length=MAX_PLAYED)

    def validate_rounds(self, rounds: list[Any]) -> list[Any]:
        if sum(len(played_round["tables"]) for played_round in rounds) > MAX_PLAYED:
            sentence = mark("Send at most {most} tables in one request, and the rounds after them in the next.")
            raise serializers.ValidationError(say(sentence, most=MAX_PLAYED))
        return rounds


class BulkRoundsSerializer(StrictSerializer):
    results = RoundSerializer(many=True, help_text="The closed rounds, in the order of the request.")


class BulkMatchesSerializer(StrictSerializer):
    results = MatchRowSerializer(many=True, help_text="The matches as they are now, in the order of the request.")


class CorrectionSerializer(SlipSerializer):
    reason = Line(help_text="Why, in a few words.")


class TextSerializer(StrictSerializer):
    text = Line()
