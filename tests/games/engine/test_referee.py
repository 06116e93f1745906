"""The outside referee: OpenSpiel's hands replay without a difference, and every kind of difference is noticed."""

import json

import pytest

from games.engine.errors import RuleError
from games.engine.referee import action_from_token, differences
from tests.games.engine.golden import DATA

LINES = (DATA / "openspiel.jsonl").read_text().splitlines()
RECORDS = [json.loads(line) for line in LINES]


def whats(found):
    """What each difference is about; None for a hand that agrees."""
    return [each and each.what for each in found]


def test_all_recorded_hands_agree():
    assert list(differences(LINES)) == [None] * len(LINES)


def test_the_records_cover_all_combinations():
    kinds = {(record["stick_the_dealer"], record["allow_lone_defender"]) for record in RECORDS}
    assert len(kinds) == 4
    assert {record["passed_out"] for record in RECORDS} == {True, False}
    assert {record["alone"] for record in RECORDS} == {True, False, None}
    assert any(record["lone_defender"] is not None for record in RECORDS)
    assert any("legal" in action for record in RECORDS for action in record["actions"])


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("points", [7, 7]),
        ("trump", "X"),
        ("maker", 9),
        ("ordered_up", None),
        ("discard", "XX"),
        ("alone", "?"),
        ("lone_defender", 8),
        ("sitting_out", [0, 1, 2]),
        ("tricks", []),
        ("tricks_won", [9, 9]),
        ("passed_out", None),
    ],
)
def test_a_wrong_end_is_noticed(field, value):
    wrong = {**RECORDS[1], field: value}
    found = list(differences([json.dumps(wrong)]))
    assert whats(found) == [field]
    assert str(found[0]).startswith(f"line 1: {field}: recorded")


def test_a_wrong_legal_set_and_a_wrong_seat_are_noticed():
    number = next(i for i, record in enumerate(RECORDS) if "legal" in record["actions"][0])
    wrong = json.loads(LINES[number])
    wrong["actions"][0]["legal"] = ["pass"]
    wrong["actions"][0]["seat"] += 10
    assert whats(differences([json.dumps(wrong)])) == ["seat at step 1", "legal set at step 1"]


@pytest.mark.parametrize("line", ["", "[]", "{}", '{"hands": 3}'])
def test_nonsense_is_a_difference(line):
    assert whats(differences([line])) == ["record"]


def test_an_unfinished_or_illegal_record_is_a_difference():
    short = {**RECORDS[1], "actions": RECORDS[1]["actions"][:-1]}
    assert whats(differences([json.dumps(short)])) == ["tricks"]
    revoke = json.loads(LINES[1])
    revoke["actions"][-1]["token"] = "play:AS" if revoke["actions"][-1]["token"] != "play:AS" else "play:KS"
    assert whats(differences([json.dumps(revoke)])) == ["record"]


@pytest.mark.parametrize("token", ["call:X", "fold", "play:1C", ""])
def test_unknown_tokens_are_refused(token):
    with pytest.raises(RuleError):
        action_from_token(token)
