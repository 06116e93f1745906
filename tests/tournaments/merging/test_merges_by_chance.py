"""Random histories of a person under two records: merged they are one, undone they are two as before."""

from random import Random

import pytest
from django.db import transaction

from tests.sizes import size
from tests.tournaments.scenes.people import Town
from tournaments.checkin.models import EntryPlayer
from tournaments.clubs.models import Membership
from tournaments.integrity import verify
from tournaments.integrity.rebuild import derived_digest, rebuild
from tournaments.leagues.models import SeriesNight
from tournaments.rewards.models import GameParticipation
from tournaments.rounds.models import Seat

HISTORIES, NIGHTS = size(1, 200), size(3, 12)


def play(town: Town, chance: Random) -> None:
    played = []
    for number in range(NIGHTS):
        whom = (town.pat, town.patty)[number] if number < 2 else chance.choice([town.pat, town.patty])
        played.append(town.night(whom, chance))
        if chance.random() < 0.4:
            town.correct(chance.choice(played), chance)
        if chance.random() < 0.3:
            town.close_weeks()
    town.close_weeks()


def digest_as_one_person(town: Town) -> str:
    """Everything recorded anew, with Pat wherever Patty was; taken back afterwards."""
    one, other = town.pat, town.patty
    with transaction.atomic():
        for model in (Seat, EntryPlayer):
            model._default_manager.filter(player=other).update(player=one)
        for night in SeriesNight.objects.all():
            night.guests = [one.pk if player == other.pk else player for player in night.guests]
            night.save()
        Membership.objects.filter(player=other).delete()
        rebuild()
        digest = derived_digest()
        transaction.set_rollback(True)
    return digest


@pytest.mark.parametrize("history", range(HISTORIES))
@pytest.mark.slow
@pytest.mark.heavy
def test_merged_is_one_person_and_undone_is_as_before(db: None, history: int) -> None:
    chance, town = Random(history), Town()
    play(town, chance)
    before, as_one = derived_digest(), digest_as_one_person(town)
    merge = town.merge()
    assert not GameParticipation.objects.filter(player=town.patty).exists()
    assert derived_digest() == as_one != before
    assert verify.violations() == []
    assert len({*rebuild()}) == 1
    town.undo(merge)
    assert derived_digest() == before
    assert verify.violations() == []


@pytest.mark.parametrize("history", range(HISTORIES))
@pytest.mark.slow
@pytest.mark.heavy
def test_merges_corrections_and_undoings_in_any_order_leave_nothing_behind(db: None, history: int) -> None:
    """What is stored in the end is what the facts and the merges that stand give."""
    chance, town = Random(f"mixed {history}"), Town()
    town.close_weeks()
    standing, played = None, []
    for _ in range(NIGHTS + 2):
        step = chance.random()
        if step < 0.4 or not played:
            whom = town.pat if standing else chance.choice([town.pat, town.patty])
            played.append(town.night(whom, chance))
        elif step < 0.6:
            town.correct(chance.choice(played), chance)
        elif step < 0.7:
            town.close_weeks()
        elif standing:
            town.undo(standing)
            standing = None
        else:
            standing = town.merge()
        assert verify.violations() == []
    before, after = rebuild()
    assert before == after
