"""What people type about the stages of an event: a stage to come, a common pair of stages, an order of seeds."""

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from games.engine.errors import RuleError
from games.engine.language import mark, say, spoken
from games.house_rules.picker import picker_from
from games.house_rules.presets import Bundle
from tournaments.clubs.house_rules import USUAL
from tournaments.clubs.models import Club
from tournaments.events.forms import EventForm, config_fields, length_fields
from tournaments.events.house_rules import LEFT_OUT, NOW
from tournaments.events.models import Stage
from tournaments.events.stage_plans import LAST_PLACE, MAX_NAME, Places, StagePlan
from tournaments.formats.base import Format
from tournaments.formats.catalogue import FORMATS
from tournaments.formats.config import config_from
from tournaments.results.scoring import night_rules


class StageForm(forms.Form):
    """One more stage: its name, who goes on to it, and the format's own parameters with their defaults."""

    name = forms.CharField(
        label=_("Name"),
        max_length=MAX_NAME,
        required=False,
        help_text=_("The name people will see. Leave empty to use the format’s name."),
    )

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        play: Format,
        earlier: Sequence[Stage],
        offered: Mapping[str, Bundle],
    ) -> None:
        super().__init__(data)
        self.play, self.earlier = play, earlier
        self.picker, self.rules_error = picker_from(data or {}, offered, first=NOW, left_out=LEFT_OUT)
        for stage in earlier:
            likely = stage is earlier[-1]
            self.fields |= {
                f"first_{stage.number}": _place(say("From rank"), 1 if likely else None),
                f"last_{stage.number}": _place(say("Through rank"), 4 if likely else None),
            }
        self.fields |= length_fields(play, self.picker.rules) | config_fields(play.config)

    @property
    def sources(self) -> list[tuple[Stage, forms.BoundField, forms.BoundField]]:
        """Each earlier stage with its two fields."""
        return [(stage, self[f"first_{stage.number}"], self[f"last_{stage.number}"]) for stage in self.earlier]

    def particular(self) -> list[forms.BoundField]:
        general = {
            "name",
            *(name for stage in self.earlier for name in (f"first_{stage.number}", f"last_{stage.number}")),
        }
        return [field for field in self if field.name not in general]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        for stage in self.earlier:
            ends = [cleaned.get(f"{end}_{stage.number}") for end in ("first", "last")]
            if (ends[0] is None) != (ends[1] is None):
                self.add_error(f"last_{stage.number}", say("Fill in both ranks, or neither."))
        try:
            settings = config_from(self.play.config, self._config(cleaned))
            if self.rules_error:
                raise RuleError(self.rules_error)
            night_rules(settings, cleaned.get("play_to"), cleaned.get("hands"), self.picker.rules)
        except RuleError as error:
            self.add_error(None, str(error))
        return cleaned

    def plan(self) -> StagePlan:
        """What `add_stage` takes."""
        cleaned = self.cleaned_data
        ends = [
            (stage.number, cleaned[f"first_{stage.number}"], cleaned[f"last_{stage.number}"]) for stage in self.earlier
        ]
        return StagePlan(
            format_key=self.play.key,
            config=self._config(cleaned),
            sources=tuple(Places(*each) for each in ends if each[1] is not None),
            name=cleaned["name"],
            play_to=cleaned.get("play_to"),
            hands=cleaned.get("hands"),
            rules=self.picker.rules,
        )

    def _config(self, cleaned: Mapping[str, Any]) -> dict[str, Any]:
        names = [field.name for field in dataclasses.fields(self.play.config)]
        return {name: cleaned[name] for name in names if name in cleaned}


def _place(label: str, initial: int | None) -> forms.IntegerField:
    return forms.IntegerField(
        label=label,
        min_value=1,
        max_value=LAST_PLACE,
        required=False,
        initial=initial,
        widget=forms.NumberInput({"class": "input--short", "inputmode": "numeric"}),
    )


@spoken("name", "blurb", "go_on_label")
@dataclasses.dataclass(frozen=True, eq=False)
class Combination:
    """Two stages that clubs often play one after the other. config: what is filled in for the first.

    The stages are stored under their English names, no matter who sets them up.
    """

    key: str
    name: str
    blurb: str
    first: str
    first_name: str
    config: Mapping[str, Any]
    go_on: int
    go_on_label: str
    second: str = "elimination"
    second_name: str = mark("Knockout")


COMBINATIONS = {
    combination.key: combination
    for combination in (
        Combination(
            "pools_knock_out",
            mark("Pools, then a knockout"),
            mark(
                "Fixed pairs play everyone in a small pool. Then the top pairs from each pool play for the "
                "win. Everyone gets several games, and there’s a final."
            ),
            "round_robin",
            mark("Pools"),
            {"groups": 2},
            2,
            mark("Pairs that advance per pool"),
        ),
        Combination(
            "swiss_knock_out",
            mark("Swiss, then a knockout"),
            mark(
                "Fixed pairs play a few rounds against pairs with similar records. Then the top pairs play "
                "for the win. Good for large fields when you want a final."
            ),
            "swiss",
            mark("Swiss"),
            {},
            4,
            mark("Pairs that advance"),
        ),
    )
}


class CombinationForm(EventForm):
    """A new event of two stages: the first as on its own, and how many go on to the second."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        club: Club,
        combination: Combination,
        offered: Mapping[str, Bundle],
        first: str = USUAL,
    ) -> None:
        super().__init__(data, club=club, play=FORMATS[combination.first], offered=offered, first=first)
        self.combination = combination
        self.fields["go_on"] = forms.IntegerField(
            label=combination.go_on_label,
            min_value=1,
            max_value=64,
            initial=combination.go_on,
            help_text=_("You can change this number until the knockout starts."),
        )
        filled_in = {"name": combination.name, **combination.config}
        self.initial.update({name: value for name, value in filled_in.items() if name in self.fields})

    def asked(self) -> dict[str, Any]:
        places = (Places(1, 1, self.cleaned_data["go_on"]),)
        proposed = {
            name: field.initial for name, field in config_fields(FORMATS[self.combination.second].config).items()
        }
        plan = StagePlan(self.combination.second, proposed, places, self.combination.second_name)
        return {**super().asked(), "stage_name": self.combination.first_name, "later": (plan,)}


def typed_seeds(data: QueryDict, entries: Iterable[int]) -> dict[int, str]:
    """Entry id → the text in its field."""
    return {number: data.get(f"seed_{number}", "").strip() for number in entries}


def order_from(typed: Mapping[int, str]) -> list[int]:
    """The entries that have a seed, best first. RuleError when that is no order."""
    seeds: dict[int, int] = {}
    for entry, text in typed.items():
        if text:
            if not (text.isascii() and text.isdigit() and 0 < int(text[:9]) <= LAST_PLACE):
                raise RuleError(
                    "“{text}” isn’t a seed. Enter 1 for the top seed, 2 for the next, and so on.",
                    text=text[:20],
                )
            seeds[entry] = int(text)
    twice = [seed for seed in seeds.values() if list(seeds.values()).count(seed) > 1]
    if twice:
        raise RuleError("Seed {seed} is used more than once. Give each entry its own seed.", seed=min(twice))
    return sorted(seeds, key=seeds.__getitem__)
