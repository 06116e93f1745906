"""Whatever is swapped and renumbered, everyone in the draft keeps exactly one place. More seeds with SOAK=1."""

from random import Random

import pytest

from games.engine.errors import RuleError
from tests.cast import context_of, make_club, make_event, make_user
from tests.sizes import SOAK
from tournaments.checkin import entries
from tournaments.context import Context
from tournaments.formats.catalogue import FORMATS
from tournaments.integrity.verify import violations
from tournaments.rounds import commands as rounds
from tournaments.rounds import drafts
from tournaments.rounds.checks import findings
from tournaments.rounds.models import Round
from tournaments.rounds.places import places_now

SEEDS = range(40 if SOAK else 1)
ENTRIES = 11
MISPLACED = ("has no seat", "seats in this round", "isn’t checked in", "against")


def change(row: Round, chance: Random, context: Context) -> Round:
    if chance.random() < 0.7:
        one, other = chance.sample(sorted(places_now(row)), 2)
        return drafts.swap(row.pk, one, other, context=context, expected_version=row.revision)
    tables = sorted(match.table for match in row.matches.all())
    return drafts.move_table(
        row.pk, chance.choice(tables), chance.randint(1, 6), context=context, expected_version=row.revision
    )


@pytest.mark.slow
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("key", FORMATS)
def test_everyone_keeps_exactly_one_place(db: None, key: str, seed: int) -> None:
    chance, olga = Random(f"{key} {seed}"), make_user("Olga")
    event = make_event(make_club(olga), olga, key)
    for number in range(ENTRIES):
        names = [f"Player {number} {chair}" for chair in range(FORMATS[key].entry_size)]
        entries.walk_in(event.pk, names, context=context_of(olga))
    row = rounds.draw_round(event.stages.get().pk, 1, context=context_of(olga))
    before, done = places_now(row), 0
    byes = sorted(row.byes.values_list("points", "halves"))
    for _ in range(8):
        try:
            row, done = change(row, chance, context_of(olga)), done + 1
        except RuleError:
            row.refresh_from_db()
    now = places_now(row)
    assert done > 3
    assert sorted(now) == sorted(before)
    assert {number: place.name for number, place in now.items()} == {n: place.name for n, place in before.items()}
    assert sorted(row.byes.values_list("points", "halves")) == byes
    assert len(now) == sum(1 for place in now.values() if place.seats or place.bye)
    assert not [one.text for one in findings(row) if any(words in str(one.text) for words in MISPLACED)]
    assert violations() == []
