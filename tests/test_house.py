"""`make house` counts what it says it counts."""

from pathlib import Path

from tests import house

SAMPLE = '''"""Module."""

x = 1  # why
y = 2  # noqa: E501


def short() -> int:
    return x


def long(value):
    # a trap
    return (
        value
    )
'''


def test_sizes_types_and_comments(tmp_path: Path) -> None:
    file = tmp_path / "sample.py"
    file.write_text(SAMPLE)
    found = house.sizes([file])
    assert found["files, lines"] == "1, 15"
    assert found["longest function, lines"] == "5"
    assert found["functions with a return type"] == "50.0 %"
    assert house.comments([file]) == 100 * 2 / 15


def test_rooms_import_each_other_in_one_direction_only() -> None:
    found = {room: dict(others) for room, others in house.imports().items()}
    assert found["games.engine"] == {}
    assert found["tournaments.views"]["tournaments.services"] > 100
    assert house.mutual() == []
