"""The search for better charts, on small sizes and a file of its own."""

import io
import json
import runpy
import sys
from random import Random

import pytest

from tournaments.formats.rotation import make_charts
from tournaments.formats.rotation.charts import CHARTS, chart_texts, read_chart, write_chart
from tournaments.formats.rotation.make_charts import first_draft, main, worth

POOR = write_chart(((0, 1, 2, 3, 4, 5, 6, 7),) * 4)


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "charts.json"
    path.write_text(json.dumps({"8x4": POOR}))
    return path


def run(file, *arguments):
    out = io.StringIO()
    code = main([*arguments, "--file", str(file), "--effort", "0.2"], out)
    return code, out.getvalue(), json.loads(file.read_text())


def test_it_betters_what_is_stored_and_says_so(file):
    code, text, texts = run(file)
    lines = text.splitlines()
    assert code == 0
    assert lines[0].startswith("8x4: 0 repeats of partners, ")
    assert ", before 24 repeats of partners, 48 of opponents, 72 at one table" in lines[0]
    assert lines[-1] == "8x4: no chart can have fewer"
    assert worth(read_chart(texts["8x4"], 8), 8)[:2] == (0, 4)


def test_from_the_same_file_it_finds_the_same_and_has_nothing_left_to_do_afterwards(file):
    found = run(file)[2]
    assert run(file)[1:] == ("8x4: no chart can have fewer\n", found)
    file.write_text(json.dumps({"8x4": POOR}))
    assert run(file)[2] == found


def test_a_new_size_begins_from_scratch_and_is_put_in_its_place(file):
    assert list(run(file, "9x3", "6x3", "--tries", "1")[2]) == ["6x3", "8x4", "9x3"]


def test_it_gives_up_after_so_many_tries(file):
    text = run(file, "10x12", "--tries", "2", "--effort", "0.01")[1]
    assert text.endswith("10x12: nothing better found\n")


def test_a_worse_one_is_never_stored(file):
    size = "13x8"
    file.write_text(json.dumps({size: chart_texts()[size]}))
    found = run(file, "--tries", "2")[2][size]
    assert worth(read_chart(found, 13), 13) <= worth(read_chart(chart_texts()[size], 13), 13)


def test_to_begin_with_everyone_sits_out_in_turn():
    draft = first_draft(11, 11, Random(1))
    out = [person for seating in draft for person in set(range(11)).difference(seating)]
    assert sorted(out) == sorted([*range(11)] * 3)


@pytest.mark.parametrize("size", ["16", "3x8", "63x8", "axb", "8x0"])
def test_it_refuses_what_no_chart_can_have(file, size):
    code, text, texts = run(file, size)
    assert (code, texts) == (2, {"8x4": POOR})
    assert text == f"“{size}” isn’t a chart size. Enter people x rounds, e.g. 16x8, from 4 to 62 people.\n"


def test_it_runs_as_a_program_and_leaves_alone_what_it_was_not_asked_for(monkeypatch, capsys):
    before = CHARTS.read_text()
    monkeypatch.setattr(sys, "argv", ["make_charts", "13x8"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(make_charts.__file__, run_name="__main__")
    assert ended.value.code == 0
    assert CHARTS.read_text() == before
    assert capsys.readouterr().out == "13x8: no chart can have fewer\n"
