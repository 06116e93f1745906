"""The command line of the formats, run in this process; and once as a program."""

import io
import json
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tournaments.formats.catalogue import FORMATS
from tournaments.formats.commands import main

ROOT = Path(__file__).parents[3]


def run(*arguments):
    out = io.StringIO()
    code = main(arguments, out)
    return code, out.getvalue()


@pytest.mark.parametrize("key", FORMATS)
def test_it_prints_every_format_as_json(key):
    code, text = run(key, "--entries", "9", "--rounds", "3", "--seed", "4", "--json")
    data = json.loads(text)
    size = FORMATS[key].entry_size
    assert code == 0
    assert list(data) == ["rounds", "fairness"]
    assert [list(row) for row in data["rounds"]] == [["tables", "byes", "reasons"]] * 3
    first = data["rounds"][0]
    assert [list(table) for table in first["tables"]] == [["table", "sides"]] * len(first["tables"])
    assert {len(side) for table in first["tables"] for side in table["sides"]} == {2 if size == 1 else 1}
    assert sorted(first["byes"] + [n for t in first["tables"] for side in t["sides"] for n in side]) == [*range(1, 10)]
    assert all(isinstance(reason, str) for reason in first["reasons"])
    assert data["fairness"]["opponents"]["repeats"] >= data["fairness"]["opponents"]["bound"]


def test_the_same_seed_prints_the_same():
    texts = [run("rotation", "--entries", "12", "--seed", seed, "--json")[1] for seed in ("5", "5", "6")]
    assert texts[0] == texts[1] != texts[2]


def test_who_is_absent_has_no_place_in_that_round():
    command = ("progressive", "--entries", "12", "--rounds", "3", "--json", "--absent")
    for absences in (["2:5,7", "3:1"], ["2:5", "2:7", "--absent", "3:1"]):
        rounds = json.loads(run(*command, *absences)[1])["rounds"]
        here = [
            {*row["byes"], *(n for table in row["tables"] for side in table["sides"] for n in side)} for row in rounds
        ]
        assert [set(range(1, 13)) - people for people in here] == [set(), {5, 7}, {1}]


@pytest.mark.slow
def test_as_many_rounds_as_asked_are_planned_as_one_night():
    code, text = run("rotation", "--entries", "20", "--rounds", "6")
    assert code == 0
    assert "made for rounds 1 to 6 at the start" in text
    assert "Round 6\n" in text
    assert "Round 7" not in text
    assert "made for rounds 1 to 9" in run("rotation", "--entries", "20", "--rounds", "1", "--config", "rounds=9")[1]


def test_an_event_that_is_over_earlier_has_fewer_rounds():
    assert len(json.loads(run("round_robin", "--entries", "4", "--rounds", "9", "--json")[1])["rounds"]) == 3
    assert len(json.loads(run("elimination", "--entries", "8", "--json")[1])["rounds"]) == 3


def test_settings_are_read_as_their_kind():
    assert "Cycle 2 of 2" in run("round_robin", "--entries", "4", "--config", "cycles=double", "bye_points=null")[1]
    text = run("elimination", "--entries", "4", "--config", "third_place=true", "--config", "best_of_final=3")[1]
    assert "third-place match" in text
    assert "game 2 of up to 3" in text


def test_the_text_says_who_sits_where_and_how_fair_it_was():
    text = run("rotation", "--entries", "5", "--rounds", "5")[1]
    assert text.startswith("Round 1\n  table 1: ")
    assert "sits out: 5 players are here and the tables seat 4" in text
    assert text.endswith(
        "Fairness\n"
        "  partners: 0 repeats, best possible; of the pairs 10 met once\n"
        "  opponents: 10 repeats, best possible; of the pairs 10 met twice\n"
        "  at one table: 30 repeats, best possible; of the pairs 10 met 3 times\n"
        "  sit-outs: 5 have 1; 0 apart at most\n"
        "  tables: 4 rounds at the same one at most\n"
        "  chairs: 1 rounds on the same one at most\n"
    )


def test_for_pairs_it_lists_opponents_only():
    text = run("swiss", "--entries", "4", "--rounds", "2", "--absent", "1:1,2", "2:3,4")[1]
    assert "partners" not in text
    assert "chairs" not in text
    assert "opponents: 0 repeats, best possible; of the pairs 2 met once" in text
    assert "nobody was there all along" in text
    assert "1 above the bound of 0" in run("grand_prix", "--entries", "4", "--rounds", "3", "--absent", "2:3")[1]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["rotation", "--entries", "3"], "A rotation needs at least 4 players, and you have 3."),
        (["swiss", "--entries", "4", "--rounds", "5"], "Round 4"),
        (["swiss", "--entries", "4", "--rounds", "0"], "An event needs at least 1 round. You asked for 0."),
        (["rotation", "--entries", "8", "--rounds", "99"], "“Rounds” is 99. Choose a number from 1 to 60."),
        (["swiss", "--entries", "4", "--config", "colour=1"], "There’s no setting called “colour”."),
        (["swiss", "--entries", "4", "--config", "rounds"], "“rounds” isn’t a setting. Use KEY=VALUE"),
        (["swiss", "--entries", "4", "--config", "rounds=many"], "“Rounds” is “many”. It must be a whole number."),
        (
            ["swiss", "--entries", "4", "--absent", "3"],
            "“3” isn’t a list of absences. Use the form ROUND:ENTRY",
        ),
        (["swiss", "--entries", "4", "--absent", "a:1"], "“a:1” isn’t a list of absences."),
        (["elimination", "--entries", "1"], "A knockout needs at least 2 pairs."),
    ],
)
def test_mistakes_in_the_request_are_said_in_words(arguments, message):
    code, text = run(*arguments, "--json")
    assert code == 2
    assert text.startswith(message)


def test_help_says_how_absences_are_written(capsys):
    with pytest.raises(SystemExit) as ended:
        run("--help")
    assert ended.value.code == 0
    assert "ROUND:ENTRY[,ENTRY...]" in capsys.readouterr().out


def test_the_module_hands_its_exit_code_on(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["tournaments.formats", "rotation", "--entries", "2"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("tournaments.formats", run_name="__main__")
    assert ended.value.code == 2
    assert "needs at least 4 players" in capsys.readouterr().out


@pytest.mark.slow
def test_it_runs_as_a_program_without_a_database():
    command = [sys.executable, "-X", "importtime", "-m", "tournaments.formats", "swiss", "--entries", "8", "--json"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == run("swiss", "--entries", "8", "--json")[1]
    assert "django" not in done.stderr
