"""The command line, run in this process; and once as a program."""

import io
import json
import runpy
import subprocess
import sys

import pytest

from games.engine.commands import main
from games.engine.presets import PRESETS
from games.engine.shuffle import seal_of, seed_from_number
from tests.games.engine.golden import DATA, ROOT

EGN = DATA / "egn"


def run(*arguments):
    out = io.StringIO()
    code = main(arguments, out)
    return code, out.getvalue()


@pytest.mark.parametrize("name", PRESETS)
def test_play_narrates_a_hand(name):
    code, text = run("play", "--rules", name, "--seed", "5")
    assert code == 0
    assert text.startswith("Dealer: seat")
    assert text == run("play", "--rules", name, "--seed", "5")[1]


def test_play_narrates_every_ending():
    endings = {run("play", "--rules", "plain", "--seed", str(seed))[1].splitlines()[-1] for seed in range(60)}
    assert any("is euchred" in line for line in endings)
    assert any("makes it" in line for line in endings)
    assert any("takes every trick" in line for line in endings)


def test_replay_prints_the_score():
    code, text = run("replay", str(EGN / "Six_Points_in_Two_Hands.egn"))
    assert code == 0
    assert text.splitlines()[-1] == "  won by side 0 at 10 / 9"
    assert run("replay", str(EGN / "Custom_Scenario.egn"))[1].endswith("  not over at 0 / 1\n")
    code, text = run("replay", str(EGN / "MotE_W5_Match.emn"))
    assert (code, text.count("won by side")) == (0, 6)


def test_replay_reports_another_final_score(tmp_path):
    data = json.loads((EGN / "Custom_Scenario.egn").read_text())
    data["metadata"]["finalScore"] = [4, 0]
    data["metadata"].pop("title")
    (tmp_path / "wrong.egn").write_text(json.dumps(data))
    code, text = run("replay", str(tmp_path / "wrong.egn"))
    assert code == 1
    assert "the file says (4, 0)" in text


def test_mistakes_in_the_request_are_said_in_words(tmp_path):
    assert run("replay", str(tmp_path / "none.egn"))[0] == 2
    (tmp_path / "bad.egn").write_text("{}")
    code, text = run("replay", str(tmp_path / "bad.egn"))
    must = "Its “fileType” must be “Euchre Game Notation”."
    assert (code, text) == (2, f"This isn’t a Euchre Game Notation file. {must}\n")


def test_check_agrees_with_the_other_program():
    assert run("check", str(DATA / "openspiel.jsonl")) == (0, "152 hands agree, 0 differences\n")


def test_check_lists_differences(tmp_path):
    lines = (DATA / "openspiel.jsonl").read_text().splitlines()
    record = json.loads(lines[0])
    record["points"] = [9, 9]
    (tmp_path / "wrong.jsonl").write_text("\n".join([json.dumps(record), lines[1], *["nonsense"] * 25]) + "\n")
    code, text = run("check", str(tmp_path / "wrong.jsonl"))
    assert code == 1
    assert "line 1: points: recorded [9, 9]" in text
    assert text.endswith("1 hands agree, 26 differences\n")
    assert len(text.splitlines()) == 21


def test_perft_prints_the_golden_lines():
    code, text = run("perft", "--rules", "plain", "--deals", "2")
    table = (DATA / "perft.txt").read_text().split("# plain\n")[1]
    assert code == 0
    assert table.startswith(text)


def test_rules_prints_what_is_on_and_off():
    code, text = run("rules", "krengineering")
    assert code == 0
    assert "* Direction: right" in text
    assert "  Stick the dealer: no" in text
    assert "Minimum bid" not in text
    assert "Minimum bid: 3" in run("rules", "trickster_bid")[1]


def test_verify_deal_recomputes_seal_and_deck():
    seed = seed_from_number(1)
    seal = seal_of(seed, "hand 1").seal
    code, text = run("verify-deal", "--seed", seed.hex(), "--label", "hand 1", "--seal", seal)
    assert code == 0
    assert text.startswith(f"seal {seal}\ndeck ")
    assert run("verify-deal", "--seed", seed.hex())[0] == 0
    code, text = run("verify-deal", "--seed", seed.hex(), "--label", "hand 2", "--seal", seal)
    assert code == 1
    assert text.endswith("This is not the seed that was sealed.\n")
    assert run("verify-deal", "--seed", "zz") == (2, "The seed isn’t valid. Enter 64 hexadecimal digits.\n")
    assert run("verify-deal", "--seed", "00")[0] == 2


def test_the_module_hands_its_exit_code_on(monkeypatch, capsys):
    monkeypatch.setattr(sys, "argv", ["games.engine", "verify-deal", "--seed", "zz"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("games.engine", run_name="__main__")
    assert ended.value.code == 2
    assert "64 hexadecimal digits" in capsys.readouterr().out


def test_it_runs_as_a_program():
    done = subprocess.run(
        [sys.executable, "-m", "games.engine", "rules", "plain"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout == run("rules", "plain")[1]
