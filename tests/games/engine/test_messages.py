"""A message decides by its values, says itself in the reader's language, and comes back from JSON as it was."""

import json
from collections.abc import Iterator

import pytest

from games.engine import language
from games.engine.errors import RuleError
from games.engine.language import mark_as, score_text
from games.engine.messages import (
    NOTHING,
    Joined,
    Message,
    Value,
    in_a_row,
    message,
    message_from,
    values_in,
    verbatim,
)


class Chair(Value):
    tag = "test_chair"

    def __init__(self, number: int) -> None:
        self.number = number

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chair) and other.number == self.number

    def __hash__(self) -> int:
        return hash(self.number)

    def as_data(self) -> int:
        return self.number

    def render(self, names: object) -> str:
        return names.get(self.number, f"chair {self.number}")  # type: ignore[attr-defined, no-any-return]


@pytest.fixture
def marked() -> Iterator[None]:
    """A language in which every sentence stands in brackets."""
    before = language._one, language._many, language._point
    language.speak_with(lambda text: f"[{text}]", lambda one, many, number: f"[{many}]", lambda: ",")
    yield
    language.speak_with(*before)


LEFT = message("{chairs} left")
ALL = (
    NOTHING,
    message("Nobody came."),
    message("a {brace} and {} another"),
    LEFT(chairs=(Chair(1), Chair(2), Chair(3))),
    message("{why}: {note}", why=LEFT(chairs=[Chair(4)]), note=Joined((Chair(1), "so", 7), "; ")),
    message("{suit}", suit=message(mark_as("suit", "hearts"))),
    verbatim("“{text}” of No. 3 \\ \N{SNOWMAN}"),
    in_a_row([message("One."), message("Two: {number}.", number=2)]),
)


@pytest.mark.parametrize("one", ALL, ids=str)
def test_it_comes_back_from_json_as_it_was(one: Message) -> None:
    again = message_from(json.loads(json.dumps(one.as_data())))
    assert again == one
    assert (str(again), hash(again)) == (str(one), hash(one))


def test_values_are_said_in_the_language_of_the_reader(marked: None) -> None:
    assert str(message("{why}: {note}.", why=message("Late"), note="Late")) == "[[Late]: Late.]"
    assert str(LEFT(chairs=[Chair(1), Chair(2), Chair(3)])) == "[[chair 1, chair 2 and chair 3] left]"


def test_only_a_value_gets_a_name() -> None:
    names = {1: "Ann", 2: "Bob {and} No. 1"}
    one = message("{chair} after {others} ({reason})", chair=Chair(1), others=[Chair(2), Chair(9)], reason="chair 1")
    assert one.render(names) == "Ann after Bob {and} No. 1 and chair 9 (chair 1)"


def test_what_it_speaks_of_is_in_its_values() -> None:
    one = message("{why} {row}", why=LEFT(chairs=[Chair(1)]), row=Joined((Chair(2), message("x {c}", c=Chair(3)))))
    assert [chair.number for chair in values_in(one, Chair)] == [1, 2, 3]
    assert list(values_in(verbatim("chair 1"), Chair)) == []


def test_a_template_takes_the_values_that_it_names() -> None:
    assert LEFT(chairs=Chair(1), more=7) == LEFT(chairs=Chair(1))


def test_what_was_refused_is_a_message() -> None:
    inner = RuleError("{chair} is taken.", chair=Chair(1))
    outer = RuleError("Not now: {why}", why=inner)
    assert str(outer) == "Not now: chair 1 is taken."
    assert outer.words.render({1: "Ann"}) == "Not now: Ann is taken."
    assert RuleError(outer.words).words == outer.words
    assert str(RuleError("{text!r} isn’t a card.", text="x")) == "'x' isn’t a card."


@pytest.mark.parametrize(
    "data",
    [
        7,
        None,
        [],
        ["a"],
        ["a", []],
        ["a", {}, {}],
        [7, {}],
        ["{a}", {"a": {"nonsense": 1}}],
        ["{a}", {"a": {}}],
        ["{a}", {"a": {"test_chair": "1"}}],
        ["{a}", {"a": {"test_chair": True}}],
        ["{a}", {"a": {"list": 7}}],
        ["{a}", {"a": {"joined": []}}],
    ],
)
def test_what_is_no_message_is_refused(data: object) -> None:
    with pytest.raises(ValueError, match=r"."):
        message_from(data)


def test_no_file_nests_messages_without_end() -> None:
    data: object = "x"
    for _ in range(500):
        data = ["{a}", {"a": {"joined": [" ", {"list": [data]}]}}]
    with pytest.raises(ValueError, match="no message"):
        message_from(data)


def test_a_template_reaches_nothing_but_its_values() -> None:
    hostile = message_from(["{a.__class__} {a:>99999999} {a[0]} {a}", {"a": "x"}])
    assert str(hostile) == "{a.__class__} {a:>99999999} {a[0]} x"


@pytest.mark.parametrize(
    ("points", "words"), [((10, 6), "10–6"), ((10, 7, 4), "10–7–4"), ((-18, 12), "−18 – 12"), ((12, -18), "12 – −18")]
)
def test_a_score_below_zero_has_room_for_its_minus(points, words):
    assert score_text(points) == words
