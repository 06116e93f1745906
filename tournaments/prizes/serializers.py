"""What prizes and payouts look like to programs. Amounts are whole cents in the club's currency."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.serializers import ETagField, Line, StrictSerializer, Whole, YesNo
from tournaments.events.serializers import CURRENCY, PersonSerializer
from tournaments.formats.config import Choice
from tournaments.honours.pot import LONGEST, MAX_CENTS, WHOLE
from tournaments.honours.prize_plan import Barred, Base, Measure, Remainder, Shortfall, Tied, Unit, Winner, Worth
from tournaments.prizes.settlement import BY_NAME
from tournaments.rounds.final_places import COUNTED

MAX_ENTRIES = 10_000
AMOUNTS = "Cents, or hundredths of a percent where `measure` is percent."


def values_of(choices: type[Choice]) -> list[str]:
    """The values of the choices, as JSON has them."""
    return [choice.value for choice in choices]


class PlaceTableSerializer(StrictSerializer):
    """What the places get in events of this many entries and more, up to the next table."""

    entries = Whole(max_value=MAX_ENTRIES)
    amounts = serializers.ListField(
        child=Whole(max_value=MAX_CENTS), min_length=1, max_length=100, help_text=f"From 1st place down. {AMOUNTS}"
    )


class SidePrizeSerializer(StrictSerializer):
    """A prize beside the places."""

    key = Line(max_length=40, help_text="Its name for programs, which stays when it is renamed.")
    name = Line(max_length=LONGEST)
    winner = serializers.ChoiceField(values_of(Winner))
    worth = serializers.ChoiceField(values_of(Worth))
    amount = Whole(
        max_value=MAX_CENTS, required=False, help_text="Cents, or hundredths of a percent where `worth` is percent."
    )
    statistic = serializers.ChoiceField(
        [*COUNTED, BY_NAME],
        required=False,
        allow_blank=True,
        help_text="What is counted; with `named` an organizer chooses the winner on the site.",
    )
    basket = Line(max_length=LONGEST, required=False, allow_blank=True, help_text="The fund that pays for it, if any.")
    open_to_all = YesNo(required=False)


class PlanSerializer(StrictSerializer):
    """The prize plan; what is left out has its default."""

    measure = serializers.ChoiceField(values_of(Measure), required=False)
    tables = serializers.ListField(
        child=PlaceTableSerializer(), required=False, max_length=20, help_text="One for each range of entries."
    )
    percent_of = serializers.ChoiceField(values_of(Base), required=False)
    based_on = Whole(min_value=1, max_value=MAX_ENTRIES, required=False, allow_null=True)
    entries_per_place = Whole(min_value=1, max_value=1000, required=False, allow_null=True)
    sides = serializers.ListField(child=SidePrizeSerializer(), required=False, max_length=20)
    shortfall = serializers.ChoiceField(values_of(Shortfall), required=False)
    unit = serializers.ChoiceField(values_of(Unit), required=False)
    remainder = serializers.ChoiceField(values_of(Remainder), required=False)
    tied = serializers.ChoiceField(values_of(Tied), required=False)
    barred = serializers.ChoiceField(values_of(Barred), required=False)
    one_side_prize = YesNo(required=False)


class NewPlanSerializer(StrictSerializer):
    """A prize plan, and what is promised beside it."""

    plan = PlanSerializer()
    added = Whole(max_value=MAX_CENTS, default=0, help_text="Money that the club adds, in cents.")
    house_percent = Whole(max_value=WHOLE, default=0, help_text="What the house keeps, in hundredths of a percent.")
    house_per_entry = Whole(max_value=MAX_CENTS, default=0, help_text="What the house keeps for each entry, in cents.")
    lot_decides = YesNo(default=False, help_text="Whether the random draw of the standings also decides money.")


class PrizesSerializer(StrictSerializer):
    """The prizes that an event promises."""

    currency = serializers.CharField(help_text=CURRENCY)
    revision = serializers.IntegerField(help_text="Counts the changes of the plan; 0 while there is none.")
    plan = PlanSerializer(allow_null=True)
    added = serializers.IntegerField(help_text="In cents.")
    house_percent = serializers.IntegerField(help_text="In hundredths of a percent.")
    house_per_entry = serializers.IntegerField(help_text="In cents.")
    lot_decides = serializers.BooleanField()
    words = serializers.ListField(child=serializers.CharField(), help_text="The same, one sentence for each promise.")


class PotSerializer(StrictSerializer):
    """The pot in cents."""

    total = serializers.IntegerField()
    house = serializers.IntegerField(help_text="What the house keeps.")
    for_prizes = serializers.IntegerField()


class PayoutSerializer(StrictSerializer):
    id = serializers.IntegerField(allow_null=True, help_text="Null while payouts aren’t published.")
    entry = serializers.IntegerField(help_text="The entry's number.")
    player = PersonSerializer()
    prize = serializers.CharField(help_text="`places`, or the key of the side prize.")
    cents = serializers.IntegerField(help_text="Below 0: asked back after a correction.")
    reason = serializers.CharField(help_text="What it is for.")
    is_adjustment = serializers.BooleanField(help_text="Whether a later correction made it.")
    is_paid = serializers.BooleanField(allow_null=True, help_text="For organizers; null for everyone else.")


class OnePayoutSerializer(PayoutSerializer):
    currency = serializers.CharField(help_text=CURRENCY)


class PayoutRowSerializer(OnePayoutSerializer):
    etag = serializers.SerializerMethodField()

    @extend_schema_field(serializers.CharField(allow_null=True))
    def get_etag(self, payout: dict[str, Any]) -> str | None:
        """Of the payout itself: send it as `If-Match`, with its quotes. Null while payouts aren’t published."""
        return ETagField(OnePayoutSerializer).to_representation(payout) if payout["id"] else None


class PayoutsSerializer(StrictSerializer):
    """Who gets what. Before payouts are published the rows are a preview, which organizers alone see."""

    currency = serializers.CharField(help_text=CURRENCY)
    published_at = serializers.DateTimeField(allow_null=True)
    pot = PotSerializer(allow_null=True)
    problems = serializers.ListField(
        child=serializers.CharField(), help_text="What prevents publishing now; for organizers."
    )
    early = serializers.ListField(
        child=serializers.CharField(), help_text="What wasn’t played. Publishing then needs an `override`."
    )
    digest = serializers.CharField(help_text="Of everything that the preview is computed from; empty without one.")
    results = PayoutRowSerializer(many=True)
