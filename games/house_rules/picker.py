"""The rule picker: start from a bundle, turn some rules, and see at once what differs and what can't go together.

One form part for every place where rules are chosen: a table, an event, a season, saved rules. Its radios are made from
the engine's options, so a new option is in every picker. Without JavaScript the page that takes the form judges it.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from games.engine.adaptation import adapt, differing
from games.engine.choices import Variant
from games.engine.errors import RuleError
from games.engine.language import say
from games.engine.options import Option, Section, key_of
from games.engine.rules import HouseRules, option_of, options, rules_data
from games.house_rules.presets import PLAIN, Bundle

MOST_USED = (
    "variant",
    "players",
    "sides",
    "deck",
    "joker",
    "play_to",
    "win_by_two",
    "stick_the_dealer",
    "go_alone",
    "go_under",
)
"""The rules that most tables talk about, shown first."""
PREFIX = "rule_"
OF_THE_GAME = {Variant.CLASSIC: PLAIN, Variant.BID: "trickster_bid"}
"""The bundle to start from when the other game is picked."""


@dataclass(frozen=True)
class Choice:
    """One radio. is_usual: the value of the bundle."""

    key: str
    words: str
    is_chosen: bool
    is_usual: bool
    only: str = ""


@dataclass(frozen=True)
class Row:
    """One rule with its values. other: a number that is none of the choices, where one may be typed."""

    option: Option
    choices: tuple[Choice, ...]
    has_other: bool
    other: str = ""

    @property
    def name(self) -> str:
        return f"{PREFIX}{self.option.name}"


@dataclass(frozen=True)
class Difference:
    """A rule that is not the bundle's, in words; or one that followed another, before and after."""

    option: Option
    now: str
    before: str
    key: str


@dataclass
class Picker:
    """What the picker shows now. chosen: the bundle's key. picked: the options that a person turned."""

    bundles: Mapping[str, Bundle]
    chosen: str
    rules: HouseRules
    left_out: frozenset[str] = frozenset()
    picked: tuple[str, ...] = ()
    refusal: str = ""
    followed: tuple[Difference, ...] = ()
    changed: frozenset[str] = field(default_factory=frozenset)
    values: dict[str, Any] = field(default_factory=dict)
    is_open: bool = False
    has_new_bundle: bool = False

    @property
    def bundle(self) -> Bundle:
        return self.bundles[self.chosen]

    def groups_of_bundles(self) -> dict[str, list[Bundle]]:
        """For the list: heading → bundles."""
        groups: dict[str, list[Bundle]] = {}
        for bundle in self.bundles.values():
            groups.setdefault(bundle.group or say("Ready-made rules"), []).append(bundle)
        return groups

    def differences(self) -> list[Difference]:
        """What differs from the bundle."""
        shown = [
            option for option in differing(self.rules, self.bundle.rules) if option.only in (None, self.rules.variant)
        ]
        return [
            _difference(option, self.bundle.rules, self.rules) for option in shown if option.name not in self.left_out
        ]

    def most_used(self) -> list[Row]:
        return [self._row(option_of(name)) for name in MOST_USED if name not in self.left_out]

    def groups(self) -> dict[str, list[Row]]:
        """The other rules by chapter."""
        groups: dict[str, list[Row]] = {}
        for section in Section:
            rows = [self._row(option) for option in options() if option.section is section and self._is_further(option)]
            if rows:
                groups[section.label] = rows
        return groups

    def changed_rows(self) -> list[Row]:
        """The rows whose radios no longer show what holds."""
        return [
            self._row(option)
            for option in options()
            if option.name in self.changed and option.name not in self.left_out
        ]

    def _is_further(self, option: Option) -> bool:
        return option.name not in MOST_USED and option.name not in self.left_out

    def _row(self, option: Option) -> Row:
        now = self.values.get(option.name, getattr(self.rules, option.name))
        usual = getattr(self.bundle.rules, option.name)
        is_number = option.low is not None and option.high is not None
        covers = is_number and set(range(option.low or 0, (option.high or 0) + 1)) <= set(option.choices)
        choices = tuple(
            Choice(key_of(value), _words(option, value), value == now, value == usual, _only(option, value))
            for value in _in_order(option)
        )
        other = "" if any(choice.is_chosen for choice in choices) else str(now)
        return Row(option, choices, has_other=is_number and not covers, other=other)


def picker_for(
    bundles: Mapping[str, Bundle], chosen: str = PLAIN, *, left_out: Collection[str] = (), is_open: bool = False
) -> Picker:
    """As it opens."""
    key = chosen if chosen in bundles else PLAIN if PLAIN in bundles else next(iter(bundles))
    return Picker(bundles, key, bundles[key].rules, frozenset(left_out), is_open=is_open)


def picker_from(
    data: Mapping[str, str], bundles: Mapping[str, Bundle], *, first: str = PLAIN, left_out: Collection[str] = ()
) -> tuple[Picker, str]:
    """The picker as a form sent it, and what is wrong with it; empty when its rules can be played.

    Only the bundle's name is needed; without it the first is meant. A browser without JavaScript may have changed the
    bundle after the radios were drawn: radios that still show the old bundle's value follow the new one."""
    key = data.get("house_rules", first)
    picker = picker_for(bundles, key, left_out=left_out)
    if key not in bundles:
        picker.refusal = say("These house rules are no longer offered. Choose others.")
        return picker, picker.refusal
    drawn = bundles.get(data.get("rules_of", ""), picker.bundle).rules
    try:
        sent = _sent(data, picker.left_out)
        moved = {name: value for name, value in sent.items() if value != getattr(drawn, name)}
        base = picker.bundle.rules
        values = {option.name: moved.get(option.name, getattr(base, option.name)) for option in options()}
        idle = [option for option in options() if option.only not in (None, values["variant"])]
        picker.values = values | {option.name: option.default for option in idle}
        picker.rules = HouseRules(**picker.values)
    except RuleError as refusal:
        picker.refusal, picker.is_open = str(refusal), True
        return picker, str(refusal)
    return picker, ""


def turned(
    data: Mapping[str, str], trigger: str, bundles: Mapping[str, Bundle], *, left_out: Collection[str] = ()
) -> Picker:
    """The picker after one of its fields was touched. trigger: that field's name.

    What was picked before is kept where it can be; the last pick always is, or the refusal says what is against it.
    """
    picker = picker_for(bundles, data.get("house_rules", PLAIN), left_out=left_out, is_open=True)
    name = trigger.removeprefix(PREFIX).removesuffix(".other")
    try:
        before = _sent(data, picker.left_out, radio_first=name if trigger == f"{PREFIX}{name}" else "")
    except RuleError as refusal:
        picker.refusal = str(refusal)
        return picker
    if trigger == "house_rules" or name not in before:
        return _settled(picker, picker.bundle.rules, before, {})
    asked = {key for key in data.get("rules_picked", "").split(",") if key in before} | {name}
    picks = {key: before[key] for key in before if key in asked}
    if name == "variant" and picks[name] != picker.bundle.rules.variant:
        picker.chosen, picker.has_new_bundle = OF_THE_GAME[picks[name]], True
        picks = {key: picks[key] for key in picks if option_of(key).only in (None, picks[name]) and key != name}
        picks[name] = picker.bundle.rules.variant
    fixed = {key: getattr(picker.bundle.rules, key) for key in picker.left_out}
    for kept in (picks.keys(), {name}):
        try:
            adapted = adapt(picker.bundle.rules, picks | fixed, kept | fixed.keys())
        except RuleError as refusal:
            picker.refusal = str(refusal)
            continue
        picker.refusal = ""
        return _settled(picker, adapted.rules, before, {key: picks[key] for key in picks}, name)
    picker.values, picker.picked = before, tuple(picks)
    return picker


def _settled(
    picker: Picker, rules: HouseRules, before: Mapping[str, Any], picks: Mapping[str, Any], name: str = ""
) -> Picker:
    """These rules hold now. What the radios showed otherwise is drawn afresh, and said where it followed a pick: of
    another bundle's, only what had been picked."""
    picker.rules = rules
    now = {key: getattr(rules, key) for key in before}
    moved = [key for key in before if before[key] != now[key]]
    picker.changed = frozenset(moved)
    if name:
        own = moved if not picker.has_new_bundle else [key for key in moved if key in picks]
        meant = (option_of(key) for key in own if key != name)
        picker.followed = tuple(
            Difference(
                option, option.shown(now[option.name]), option.shown(before[option.name]), key_of(now[option.name])
            )
            for option in meant
            if option.only in (None, rules.variant)
        )
    usual = picker.bundle.rules
    picker.picked = tuple(key for key in picks if now[key] == picks[key] != getattr(usual, key))
    return picker


def _sent(data: Mapping[str, str], left_out: Collection[str], radio_first: str = "") -> dict[str, Any]:
    """Option → value, for the options that came. A number that was typed goes before the radio beside it, but for
    `radio_first`. RuleError for what is no value."""
    values = {}
    for option in options():
        key = f"{PREFIX}{option.name}"
        typed = data.get(f"{key}.other", "").strip()
        text = typed if typed and option.name != radio_first else data.get(key, "")
        if text and option.name not in left_out:
            values[option.name] = value_of(option, text)
    return values


def value_of(option: Option, text: str) -> Any:
    """A value from its text in a form. RuleError, with what is possible, for anything else."""
    for value in option.choices:
        if key_of(value) == text:
            return value
    if option.low is not None and option.high is not None:
        try:
            number = int(text)
        except ValueError:
            number = option.low - 1
        if option.low <= number <= option.high:
            return number
        raise RuleError(
            "{option} must be a whole number from {low} to {high}.",
            option=option.label,
            low=option.low,
            high=option.high,
        )
    raise RuleError("{value} isn’t a choice for {option}. Choose one from the list.", value=text, option=option.label)


def fields_of(rules: HouseRules) -> dict[str, str]:
    """What a form with these rules sends: for links and tests."""
    return {f"{PREFIX}{name}": key_of(value) for name, value in rules_data(rules).items()}


def _difference(option: Option, before: HouseRules, now: HouseRules) -> Difference:
    old, new = getattr(before, option.name), getattr(now, option.name)
    return Difference(option, option.shown(new), option.shown(old), key_of(new))


def _in_order(option: Option) -> Iterator[Any]:
    """Numbers by size, no before yes, everything else as the engine has it."""
    if option.low is None:
        yield from sorted(option.choices) if isinstance(option.default, bool) else option.choices
        return
    if None in option.choices:
        yield None
    yield from sorted(value for value in option.choices if value is not None)


def _words(option: Option, value: Any) -> str:
    if option.name == "number_of_hands" and value is None:
        return say("no set number of hands")
    return option.shown(value)


def _only(option: Option, value: Any) -> str:
    """Which game a single value belongs to; the engine refuses it in the other."""
    if option.name == "play_to" and value > 25:
        return Variant.BID.value
    return Variant.BID.value if option.name == "deck" and value.value == "J-A" else ""
