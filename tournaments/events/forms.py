"""What people type, checked before a command sees it. A format's own fields come from its config's metadata."""

import dataclasses
import datetime
from collections.abc import Mapping, Sequence
from decimal import Decimal
from itertools import zip_longest
from typing import Any, get_args, get_type_hints
from zoneinfo import ZoneInfo

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.errors import RuleError
from games.engine.language import mark, say, say_number
from games.engine.rules import HouseRules
from games.house_rules.picker import picker_from
from games.house_rules.presets import Bundle
from games.tables.options import Clock
from tournaments.clubs.currencies import in_currency
from tournaments.clubs.house_rules import USUAL
from tournaments.clubs.models import Club, Venue
from tournaments.clubs.venues import open_venues
from tournaments.events.changes import EventSettings, held_settings
from tournaments.events.duplicates import next_start
from tournaments.events.house_rules import LEFT_OUT
from tournaments.events.models import MAX_DAYS_BEFORE, TIMES_ONLINE, Confirmation, Event, EventTemplate, Stage, Where
from tournaments.formats.base import Format
from tournaments.formats.config import Choice, config_from
from tournaments.formats.standings.criteria import check_choice, offered
from tournaments.formats.standings.unplayed import NEWEST, UnplayedRule
from tournaments.results.scoring import OWN_LENGTH, night_rules, online_refusal


class NightForm(forms.Form):
    """What an event is called and when it begins, by its club's clock."""

    name = forms.CharField(label=_("Name"), max_length=80)
    starts_at = forms.DateTimeField(
        label=_("Starts at"),
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M"],
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club, initial: Mapping[str, Any]) -> None:
        super().__init__(data, initial=dict(initial))
        self.club = club

    def clean_starts_at(self) -> datetime.datetime:
        """What was typed is the club's local time, whatever zone the server or the laptop is in."""
        typed: datetime.datetime = self.cleaned_data["starts_at"]
        if not 2000 <= typed.year < 2100:
            raise forms.ValidationError(_("Enter a year from 2000 to 2099."))
        return timezone.make_naive(typed).replace(tzinfo=ZoneInfo(self.club.zone))


class GeneralForm(NightForm):
    """What every event has, whatever is played."""

    venue = forms.ModelChoiceField(Venue.objects.none(), label=_("Venue"), required=False, empty_label=_("None"))
    new_venue = forms.CharField(
        label=_("New venue"),
        max_length=80,
        required=False,
        help_text=_("Enter a venue that isn’t on the list. Your club will remember it."),
    )
    confirmation = forms.ChoiceField(label=_("Phone score slips"), choices=Confirmation.choices)
    fee = forms.DecimalField(label=in_currency(_("Entry fee")), max_digits=7, decimal_places=2, min_value=0, initial=0)

    where = forms.ChoiceField(label=_("In person or online"), choices=Where.choices, initial=Where.PHYSICAL)
    time_online = forms.ChoiceField(
        label=_("Online time limit per bid or card"),
        choices=TIMES_ONLINE,
        initial=Clock.THIRTY.value,
        help_text=_("If a player runs out of time, the site plays for them."),
    )
    is_watchable = forms.BooleanField(
        label=_("Spectators at online tables"),
        required=False,
        help_text=_("Anyone can watch, with all hands face down."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, club: Club, initial: Mapping[str, Any]) -> None:
        super().__init__(data, club=club, initial=initial)
        self.fields["venue"].queryset = open_venues(club)  # type: ignore[attr-defined]  # a field of a model form

    def general_asked(self) -> dict[str, Any]:
        """The arguments that commands take for these fields. A venue that was typed is meant, whatever is chosen."""
        cleaned = self.cleaned_data
        asked = {name: cleaned[name] for name in ("name", "starts_at", "confirmation", *ONLINE)}
        return asked | {"venue": cleaned["new_venue"] or cleaned["venue"], "fee": int(cleaned["fee"] * 100)}


class SettingsForm(GeneralForm):
    """The settings of an event as they are. Those that can no longer change are shown, with the reason."""

    ask_days_before = forms.IntegerField(
        label=_("Ask who’s coming"),
        min_value=1,
        max_value=MAX_DAYS_BEFORE,
        required=False,
        help_text=_("We ask everyone on the list this many days before the event. Leave empty to ask them yourself."),
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event) -> None:
        self.event, now = event, EventSettings.of(event)
        starts_at = event.local_start.replace(tzinfo=None, second=0, microsecond=0)
        shown = vars(now) | {"starts_at": starts_at, "fee": Decimal(now.fee).scaleb(-2)}
        super().__init__(data, club=event.club, initial=shown)
        offered = open_venues(event.club) | event.club.venues.filter(events=event)
        self.fields["venue"].queryset = offered  # type: ignore[attr-defined]  # a field of a model form
        held = held_settings(event)
        for name, reason in held.items():
            self.fields[name].disabled, self.fields[name].help_text = True, reason
        if "venue" in held:
            del self.fields["new_venue"]

    def clean_starts_at(self) -> datetime.datetime:
        """Fields don't show the seconds, nor which of the two hours is meant when the clock is set back."""
        typed = super().clean_starts_at()
        is_as_shown = typed.replace(tzinfo=None) == self.initial["starts_at"]
        return self.event.starts_at if is_as_shown else typed

    def asked(self) -> EventSettings:
        self.cleaned_data.setdefault("new_venue", "")
        return EventSettings(**self.general_asked(), ask_days_before=self.cleaned_data["ask_days_before"])

    def essentials(self) -> list[forms.BoundField]:
        return [self[name] for name in ("name", "starts_at", "venue", "new_venue", "fee") if name in self.fields]

    def at_tables(self) -> list[forms.BoundField]:
        return [self[name] for name in ("confirmation", *ONLINE)]


class DuplicateForm(NightForm):
    """The day of the next one. with_entries: whether last time's players are expected again."""

    with_entries = forms.BooleanField(required=False)

    def __init__(self, data: Mapping[str, Any] | None = None, *, event: Event, regulars: int) -> None:
        starts_at = next_start(event, timezone.now()).replace(tzinfo=None, second=0, microsecond=0)
        super().__init__(data, club=event.club, initial={"name": event.name, "starts_at": starts_at})
        if not regulars:
            del self.fields["with_entries"]
            return
        if event.stages.order_by("number")[0].play.entry_size == 1:
            label = say_number("Add {number} player from last time", "Add {number} players from last time", regulars)
        else:
            label = say_number("Add {number} pair from last time", "Add {number} pairs from last time", regulars)
        self.fields["with_entries"].label = label


class TemplateForm(NightForm):
    """The name and the day of a new event from a template: the next one on its weekday at its hour."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, template: EventTemplate) -> None:
        starts_at = next_start(template, timezone.now()).replace(tzinfo=None, second=0, microsecond=0)
        super().__init__(data, club=template.club, initial={"name": template.name, "starts_at": starts_at})


class EventForm(GeneralForm):
    """A new event of one format: what every event has, and the format's own parameters with their defaults."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        club: Club,
        play: Format,
        offered: Mapping[str, Bundle],
        first: str = USUAL,
    ) -> None:
        super().__init__(data, club=club, initial={"name": play.name, "starts_at": next_evening(club)})
        self.play = play
        self.picker, self.rules_error = picker_from(data or {}, offered, first=first, left_out=LEFT_OUT)
        self.fields |= length_fields(play, self.picker.rules) | config_fields(play.config)
        self.fields |= ranking_fields(play, play.criteria, NEWEST.value)

    @property
    def config_names(self) -> list[str]:
        return [field.name for field in dataclasses.fields(self.play.config)]

    def essentials(self) -> list[forms.BoundField]:
        """What a club looks at for every event."""
        return [self[name] for name in ESSENTIAL if name in self.fields]

    def general(self) -> list[forms.BoundField]:
        """The rest of what every event has."""
        others = [*self.config_names, *RANKING, *ESSENTIAL]
        return [field for field in self if field.name not in others]

    def particular(self) -> list[forms.BoundField]:
        """The rest of what this format asks."""
        return [field for field in self if field.name in self.config_names and field.name not in ESSENTIAL]

    def has_errors_below(self) -> bool:
        """Whether something is to be mended among the fields that are folded away."""
        return any(name not in ESSENTIAL for name in self.errors)

    def settings_typed(self) -> tuple[Any, int | None, int]:
        """The format's settings, hands and points as they stand in the form now. RuleError while they are wrong.

        A form that was not sent yet has the defaults.
        """
        names = [*self.config_names, "hands", "play_to"]
        for name in names:
            if name in self.errors:
                raise RuleError("{field}: {wrong}", field=self[name].label, wrong=self[name].errors[0])
        values = self.cleaned_data if self.is_bound else self._initials(names)
        play_to = values.get("play_to") or self.picker.rules.play_to
        return config_from(self.play.config, self._config(values)), values.get("hands"), play_to

    def _initials(self, names: Sequence[str]) -> dict[str, Any]:
        return {name: self.get_initial_for_field(self.fields[name], name) for name in names if name in self.fields}

    def ranking(self) -> list[forms.BoundField]:
        return [field for field in self if field.name in RANKING]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        try:
            settings = config_from(self.play.config, self._config(cleaned))
            if self.rules_error:
                raise RuleError(self.rules_error)
            length = cleaned.get("play_to"), cleaned.get("hands")
            refusal = online_refusal(self.play, is_cut_short=night_rules(settings, *length, self.picker.rules)[1])
            if refusal and cleaned.get("where") == Where.ONLINE:
                self.add_error("where", refusal)
            check_choice(self.play, chosen(cleaned) or self.play.criteria)
        except RuleError as error:
            self.add_error(None, str(error))
        return cleaned

    def asked(self) -> dict[str, Any]:
        """The arguments of `create_event`."""
        cleaned = self.cleaned_data
        return {
            **self.general_asked(),
            "play_to": cleaned.get("play_to"),
            "hands": cleaned.get("hands"),
            "format_key": self.play.key,
            "config": self._config(cleaned),
            "criteria": chosen(cleaned),
            "unplayed": cleaned.get("unplayed", NEWEST.value),
            "rules": self.picker.rules,
        }

    def _config(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        return {name: cleaned[name] for name in self.config_names if name in cleaned}


class CriteriaForm(forms.Form):
    """What ranks a stage that is set up already."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, stage: Stage) -> None:
        super().__init__(data)
        self.fields |= ranking_fields(stage.play, stage.criteria, stage.unplayed)
        self.stage = stage

    def asked(self) -> dict[str, Any]:
        """The arguments of `set_criteria`. RuleError for what is no choice at all."""
        if not self.is_valid():
            raise RuleError("Something is missing. Fill in every field and try again.")
        return {
            "criteria": chosen(self.cleaned_data),
            "unplayed": self.cleaned_data.get("unplayed", self.stage.unplayed),
        }


ESSENTIAL = (
    "name",
    "starts_at",
    "fee",
    "rounds",
    "hands",
    "moves",
    "cycles",
    "groups",
    "kind",
    "deals",
    "play_to",
    "go_on",
)
"""The fields that are not folded away, in their order; a format has some of them."""
ONLINE = ("where", "time_online", "is_watchable")
ORDINALS = (
    mark("First ranking criterion"),
    mark("Second ranking criterion"),
    mark("Third ranking criterion"),
    mark("Fourth ranking criterion"),
    mark("Fifth ranking criterion"),
    mark("Sixth ranking criterion"),
    mark("Seventh ranking criterion"),
)
CRITERION_FIELDS = tuple(f"criterion_{number}" for number in range(1, len(ORDINALS) + 1))
RANKING = (*CRITERION_FIELDS, "unplayed")


def ranking_fields(play: Format, criteria: Sequence[str], unplayed: str) -> dict[str, forms.Field]:
    """A numbered choice of criteria, and the rule for unplayed rounds where one of them follows it."""
    criteria_offered = offered(play)
    choices = [("", say("None")), *((criterion.key, criterion.name) for criterion in criteria_offered)]
    fields: dict[str, forms.Field] = {
        name: forms.ChoiceField(choices=choices, required=False, label=say(ordinal), initial=criterion)
        for name, ordinal, criterion in zip_longest(CRITERION_FIELDS, ORDINALS, criteria, fillvalue="")
    }
    if any(criterion.follows_unplayed for criterion in criteria_offered):
        fields["unplayed"] = forms.ChoiceField(
            choices=[(rule.value, rule.label) for rule in UnplayedRule],
            label=_("Unplayed rounds"),
            initial=unplayed,
            help_text=" ".join(
                [say("This only matters for Buchholz and similar criteria."), *map(_explained, UnplayedRule)]
            ),
        )
    return fields


def _explained(rule: UnplayedRule) -> str:
    return say("{rule}: {explanation}", rule=rule.label, explanation=rule.help)


def chosen(cleaned: Mapping[str, Any]) -> list[str]:
    """The criteria in the order of their fields; empty ones are passed over."""
    return [cleaned[name] for name in CRITERION_FIELDS if cleaned.get(name)]


def length_fields(play: Format, rules: HouseRules) -> dict[str, forms.Field]:
    """How long a table plays, for formats that do not say so themselves; at first as those rules have it."""
    if play.config in OWN_LENGTH:
        return {}
    hands = forms.IntegerField(
        label=_("Hands per table"),
        min_value=1,
        max_value=40,
        required=False,
        initial=None if rules.win_by_two else play.hands,
        help_text=_("Everyone plays this many hands, and all points count. Leave empty to play to a point total."),
    )
    play_to = forms.IntegerField(
        label=_("Points to win a game"),
        min_value=5,
        max_value=100,
        initial=rules.play_to,
        help_text=_("Used only if “Hands per table” is empty."),
    )
    return {"hands": hands, "play_to": play_to}


def config_fields(config: type[Any]) -> dict[str, forms.Field]:
    """A form field for each parameter of a format, from the metadata beside the parameter."""
    hints = get_type_hints(config)
    return {field.name: _config_field(field, hints[field.name]) for field in dataclasses.fields(config)}


def _config_field(field: dataclasses.Field[Any], hint: Any) -> forms.Field:
    proposed = field.metadata.get("proposed") or field.default
    shown = {"label": field.metadata["label"], "help_text": field.metadata["help"], "initial": proposed}
    if isinstance(hint, type) and issubclass(hint, Choice):
        return forms.ChoiceField(choices=[(choice.value, choice.label) for choice in hint], **shown)
    if hint is bool:
        return forms.BooleanField(required=False, **shown)
    bounds = {"min_value": field.metadata["lowest"], "max_value": field.metadata["highest"]}
    return forms.IntegerField(required=type(None) not in get_args(hint), **bounds, **shown)


def next_evening(club: Club) -> datetime.datetime:
    """Seven o'clock tomorrow where the club is, written as its clock shows it."""
    tomorrow = timezone.localtime(timezone.now(), ZoneInfo(club.zone)) + datetime.timedelta(days=1)
    return tomorrow.replace(hour=19, minute=0, second=0, microsecond=0, tzinfo=None)
