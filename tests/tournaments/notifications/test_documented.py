"""docs/notifications.md lists every kind with its own words, in the order of the settings, and how it goes out."""

from pathlib import Path

from games.notifications.kinds import DEFAULTS, GROUPS, MailFrequency, NotificationKind

DOCS = Path(__file__).parents[3] / "docs" / "notifications.md"
EMAIL = {MailFrequency.NOW: "email", MailFrequency.DAILY: "daily email", MailFrequency.OFF: ""}


def ways(kind: NotificationKind) -> str:
    usual = DEFAULTS[kind]
    return ", ".join(way for way in ("push" if usual.push else "", EMAIL[usual.mail]) if way)


def test_the_table_has_every_kind_in_its_group() -> None:
    lines = DOCS.read_text().splitlines()
    first = lines.index("| what | who is notified | how |") + 2
    documented = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in lines[first : lines.index("", first)]
    ]
    expected = []
    for title, kinds in GROUPS:
        expected += [[f"**{title}**", ""], *([str(kind.label), ways(kind)] for kind in kinds)]
    assert [[cells[0], cells[-1]] for cells in documented] == expected
    assert all(cells[1] for cells in documented if not cells[0].startswith("**")), "says who"
