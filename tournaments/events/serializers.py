"""What an event, its rounds, matches and entries look like to programs."""

import datetime
from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.options import RulesField
from games.api.serializers import Line, Moment, StrictSerializer, Whole, YesNo
from games.engine.errors import RuleError
from tournaments.checkin.models import Entry
from tournaments.events.models import Confirmation, Where
from tournaments.formats.catalogue import FORMATS
from tournaments.results.models import ResultEntry
from tournaments.results.slips import MAX_POINTS
from tournaments.rounds.models import Match, Round

MAX_HANDS = 200

CURRENCY = "Of the club's amounts, as ISO 4217 has it; empty while the club hasn't chosen one."


class StageShape(StrictSerializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField(source="title")
    format = serializers.ChoiceField([(key, format_.name) for key, format_ in FORMATS.items()])
    config = serializers.DictField()
    rules = serializers.DictField(help_text="The house rules, option by option.")


class EventShape(StrictSerializer):
    id = serializers.IntegerField()
    slug = serializers.SlugField()
    club = serializers.SlugField(source="club.slug")
    name = serializers.CharField()
    venue = serializers.CharField(source="venue.name", allow_null=True, default=None)
    starts_at = serializers.DateTimeField()
    where = serializers.ChoiceField(Where.choices)
    confirmation = serializers.ChoiceField(Confirmation.choices)
    fee = serializers.IntegerField(help_text="Entry fee in cents.")
    currency = serializers.CharField(source="club.currency", help_text=CURRENCY)
    finished_at = serializers.DateTimeField(allow_null=True)
    cancelled_at = serializers.DateTimeField(allow_null=True)
    cancelled_because = serializers.CharField(help_text="Why, as players read it; empty unless it is canceled.")
    page = serializers.CharField(source="get_absolute_url")


class OneEventShape(EventShape):
    stages = StageShape(many=True, source="stages.all")


class PersonShape(StrictSerializer):
    id = serializers.IntegerField()
    name = serializers.CharField()


class EntryShape(StrictSerializer):
    id = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    status = serializers.ChoiceField(Entry.Status.choices)
    players = serializers.SerializerMethodField()

    @extend_schema_field(PersonShape(many=True))
    def get_players(self, entry: Entry) -> list[dict[str, Any]]:
        """Who plays for it now."""
        return [
            {"id": entry_player.player_id, "name": entry_player.player.name}
            for entry_player in entry.lineup.all()
            if entry_player.is_active
        ]


class HandShape(StrictSerializer):
    side = Whole(max_value=9, help_text="Which side scored, from 0.")
    points = Whole(min_value=-MAX_POINTS, max_value=MAX_POINTS)
    alone = YesNo(default=False)
    hand = Whole(
        max_value=MAX_HANDS,
        required=False,
        allow_null=True,
        help_text="The number of the hand, where several sides score in one.",
    )


class SlipShape(StrictSerializer):
    """A score: points for each side, in the order of the sides; hands where they were written down."""

    points = serializers.ListField(
        child=Whole(min_value=-MAX_POINTS, max_value=MAX_POINTS), min_length=2, max_length=10
    )
    hands = serializers.ListField(child=HandShape(), required=False, max_length=MAX_HANDS)
    tie_winner = Whole(
        max_value=9, required=False, allow_null=True, help_text="Who was first at a tie, where it counts."
    )
    forfeited = serializers.ListField(
        child=Whole(max_value=9), required=False, max_length=10, help_text="Sides that did not play; for officials."
    )


class ResultShape(StrictSerializer):
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


class SeatShape(StrictSerializer):
    position = serializers.CharField(source="compass")
    side = serializers.IntegerField()
    entry = serializers.SerializerMethodField()
    player = serializers.SerializerMethodField()

    @extend_schema_field(serializers.IntegerField(allow_null=True))
    def get_entry(self, seat: Any) -> int | None:
        """The entry's number; none for a house player."""
        return seat.entry.number if seat.entry else None

    @extend_schema_field(PersonShape(allow_null=True))
    def get_player(self, seat: Any) -> dict[str, Any] | None:
        return {"id": seat.player_id, "name": seat.name} if seat.player_id else None


class MatchShape(StrictSerializer):
    id = serializers.IntegerField()
    round = serializers.IntegerField(source="round_id", help_text="The id of its round.")
    table = serializers.IntegerField()
    state = serializers.ChoiceField(Match.State.choices)
    points = serializers.SerializerMethodField()
    called_at = serializers.SerializerMethodField()
    seats = SeatShape(many=True, source="seats.all")

    @extend_schema_field(serializers.ListField(child=serializers.IntegerField(), allow_null=True))
    def get_points(self, match: Match) -> list[int] | None:
        """By side; none while nothing counts."""
        return list(match.standing.slip.get("points", ())) if match.standing else None

    @extend_schema_field(serializers.DateTimeField(allow_null=True))
    def get_called_at(self, match: Match) -> datetime.datetime | None:
        """Since when the table calls an organizer; none while it doesn't. Fetch `with_open_calls`."""
        return next((call.at for call in match.open_calls), None)  # type: ignore[attr-defined]  # fetched to there


class OneMatchShape(MatchShape):
    results = serializers.SerializerMethodField()

    @extend_schema_field(ResultShape(many=True))
    def get_results(self, match: Match) -> Any:
        """Everything that was said about it, oldest first."""
        return ResultShape(match.results.order_by("version"), many=True).data


class ByeShape(StrictSerializer):
    entry = serializers.IntegerField(source="entry.number")
    name = serializers.CharField(source="entry.name")
    reason = serializers.CharField()


class RoundShape(StrictSerializer):
    id = serializers.IntegerField()
    stage = serializers.IntegerField(source="stage.number")
    number = serializers.IntegerField()
    status = serializers.ChoiceField(Round.Status.choices)
    version = serializers.IntegerField(help_text="Counts its publications.")
    opens_singly = serializers.BooleanField(
        help_text="Whether its matches were called one by one: other rounds may be published beside it, and it grows."
    )


class OneRoundShape(RoundShape):
    matches = MatchShape(many=True, source="matches.all")
    byes = ByeShape(many=True, source="byes.all")


class StandingShape(StrictSerializer):
    group = serializers.CharField(help_text="The pool or division; empty where there is one.")
    place = serializers.IntegerField()
    is_shared = serializers.BooleanField()
    entry = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.CharField(help_text="Exact: a whole number or a fraction.")
    values = serializers.DictField(child=serializers.CharField(), help_text="What ranks, by criterion.")
    because = serializers.CharField(help_text="Why the entry above ranks higher.")
    place_before = serializers.IntegerField(
        allow_null=True, help_text="Before the newest round with a result; null for who was not in it yet."
    )


class StandingsShape(StrictSerializer):
    stage = serializers.IntegerField()
    is_settled = serializers.BooleanField(help_text="False while a result is still being counted.")
    criteria = serializers.ListField(child=serializers.CharField())
    rows = StandingShape(many=True)


class BracketSideShape(StrictSerializer):
    name = serializers.CharField()
    seed = serializers.IntegerField(allow_null=True)
    score = serializers.CharField()
    is_winner = serializers.BooleanField()


class BracketMatchShape(StrictSerializer):
    number = serializers.IntegerField()
    section = serializers.CharField()
    round = serializers.CharField()
    status = serializers.ChoiceField(["over", "playing", "ready", "waiting"])
    table = serializers.IntegerField(allow_null=True)
    sides = BracketSideShape(many=True)
    games = serializers.ListField(child=serializers.CharField())
    winner_to = serializers.IntegerField(allow_null=True)
    loser_to = serializers.IntegerField(allow_null=True)


class BracketShape(StrictSerializer):
    stage = serializers.IntegerField()
    winner = serializers.CharField(help_text="Empty while it is played.")
    matches = BracketMatchShape(many=True)


class AnnouncementShape(StrictSerializer):
    id = serializers.IntegerField()
    text = serializers.CharField()
    at = serializers.DateTimeField()
    is_withdrawn = serializers.BooleanField()


def in_these_centuries(moment: datetime.datetime) -> datetime.datetime:
    if not 2000 <= moment.year < 2200:
        raise RuleError("Choose a year from 2000 to 2199.")
    return moment


class NewEventShape(StrictSerializer):
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


class ChangedEventShape(StrictSerializer):
    """Settings that are to be others; those left out stay."""

    name = Line(max_length=80, required=False)
    starts_at = Moment(required=False)
    venue = Whole(required=False, allow_null=True, help_text="The id of one of the club's venues; null for none.")
    confirmation = serializers.ChoiceField(Confirmation.choices, required=False)
    where = serializers.ChoiceField(Where.choices, required=False)
    fee = Whole(max_value=99_999_99, required=False, help_text="In cents.")

    def validate_starts_at(self, moment: datetime.datetime) -> datetime.datetime:
        return in_these_centuries(moment)


class NewEntryShape(StrictSerializer):
    """Either players that the site knows, or names of people who walk in and are here."""

    players = serializers.ListField(child=Whole(), required=False, max_length=2, help_text="Ids.")
    names = serializers.ListField(child=Line(max_length=80), required=False, max_length=2)
    check_in = YesNo(default=False)

    def validate(self, data: dict[str, Any]) -> dict[str, Any]:
        if bool(data.get("players")) == bool(data.get("names")):
            raise RuleError("Send either players or names.")
        return data


class NewRoundShape(StrictSerializer):
    stage = Whole(min_value=1, max_value=99, default=1)
    number = Whole(min_value=1, max_value=999)


class PublishShape(StrictSerializer):
    override = Line(default="", allow_blank=True, help_text="Why it is right although the check found something.")


class ReasonShape(StrictSerializer):
    reason = Line(help_text="Why, in a few words.")


class CorrectionShape(SlipShape):
    reason = Line(help_text="Why, in a few words.")


class TextShape(StrictSerializer):
    text = Line()
