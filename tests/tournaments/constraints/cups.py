"""Rows of cups that a constraint has to refuse, for `test_constraints`, and what `verify` has to find."""

from typing import Any

from django.utils import timezone

from tests.cast import Table, make_event
from tests.tournaments.constraints.league import again, other, squad
from tournaments.activity_log.models import AuditLogEntry
from tournaments.cups.models import Cup, CupDecision, CupEntrant, CupMatch, CupPlayer, CupRound
from tournaments.formats.cups.draw import Entrant, Method, draw_round
from tournaments.leagues.models import Fixture, LineUpPlayer, Squad

NOW = timezone.now()
SEED = "00"


def cup(table: Table, own: Squad | None = None, **more: Any) -> Cup:
    season = (own or squad(table)).season
    about = {"season": season, "number": 1, "name": "Elm Cup", "kind": "teams", "method": "seeded", "opening": "byes"}
    return Cup.objects.create(**about | more)


def entrants(table: Table, **more: Any) -> list[CupEntrant]:
    """Two teams, and the cup that they are in."""
    home = squad(table)
    own = cup(table, home, **more)
    squads = (home, other(home))
    return [
        CupEntrant.objects.create(cup=own, number=number, seed=number, squad=one)
        for number, one in enumerate(squads, start=1)
    ]


def pair_player(table: Table) -> CupPlayer:
    own = CupEntrant.objects.create(cup=cup(table, kind="pairs"), number=1, seed=1)
    return CupPlayer.objects.create(cup=own.cup, entrant=own, player=table.pam, chair=0)


def match(table: Table, **more: Any) -> CupMatch:
    """The final between two teams, as its seed draws it, with its fixture."""
    one, two = entrants(table)
    about = {"seed": SEED, "starts_at": NOW, "play_by": NOW.date(), "journal": AuditLogEntry.objects.all()[0]}
    row = CupRound.objects.create(cup=one.cup, number=1, **about)
    home, away = (two, one) if _turned() else (one, two)
    played = Fixture.objects.create(
        season=one.cup.season, cup=one.cup, number=1, week=1, home=home.squad, away=away.squad, starts_at=NOW
    )
    found = {"round": row, "number": 1, "home": home, "away": away, "play_by": NOW.date(), "fixture": played}
    return CupMatch.objects.create(**found | more)


def _turned() -> bool:
    return draw_round(Method.SEEDED, [Entrant(1, 1), Entrant(2, 2)], int(SEED, 16))[0].home == 2


def decided(table: Table, **more: Any) -> CupDecision:
    own = match(table)
    about = {"match": own, "turn": 1, "method": "organizers", "winner": own.home, "reason": "x"}
    return CupDecision.objects.create(**about | {"journal": own.round.journal} | more)


def changed(row: Any, **values: Any) -> object:
    return type(row).objects.filter(pk=row.pk).update(**values)


def fixture_of(own: CupMatch) -> Fixture:
    assert own.fixture
    return own.fixture


def third(own: CupMatch) -> Squad:
    return again(own.home.squad, number=3, team=again(own.home.squad.team, name="Kites")[0])[0]  # type: ignore[index,union-attr]


def turned(table: Table) -> object:
    own = match(table)
    return changed(own, home=own.away, away=own.home)


def stray(table: Table) -> object:
    own = match(table)
    return changed(own, fixture=None, starts_at=NOW)


def plays_for_both(table: Table) -> object:
    own = match(table)
    back = again(fixture_of(own), week=2, number=2)[0]  # type: ignore[index]
    played = Fixture.objects.get(number=1)
    Fixture.objects.update(state="planned")
    about = {"season": own.season, "player": table.pam, "pair": 1, "chair": 0}
    LineUpPlayer.objects.create(fixture=played, squad=played.home, **about)
    Fixture.objects.filter(pk=back.pk).update(event=table.event)
    LineUpPlayer.objects.create(fixture=back, squad=played.away, **about)
    return Fixture.objects.filter(pk=played.pk).update(event=make_event(table.event.club, table.olga))


PLANTED = {
    "cup_number_once_per_season": lambda t: again(cup(t), name="Other"),
    "cup_name_once_per_season": lambda t: again(cup(t), number=2),
    "cup_rules_known": lambda t: cup(t, method="dice"),
    "cup_best_of_is_odd": lambda t: cup(t, best_of=2),
    "cup_entrant_number_once": lambda t: again(entrants(t)[0], seed=3, squad=None),
    "one_cup_entrant_per_seed": lambda t: again(entrants(t)[0], number=3, squad=None),
    "squad_once_per_cup": lambda t: again(entrants(t)[0], number=3, seed=3),
    "cup_entrant_counted_from_one": lambda t: changed(entrants(t)[0], seed=0),
    "player_once_per_cup": lambda t: again(
        pair_player(t), entrant=CupEntrant.objects.create(cup=Cup.objects.get(), number=2, seed=2)
    ),
    "one_cup_player_per_chair": lambda t: again(pair_player(t), player=t.quinn),
    "cup_chair_known": lambda t: changed(pair_player(t), chair=2),
    "one_cup_round_per_number": lambda t: again(match(t).round),
    "cup_round_number_from_one": lambda t: changed(match(t).round, number=0),
    "one_cup_match_per_number": lambda t: _bye_of_the_other(t, number=1),
    "home_once_per_cup_round": lambda t: again(match(t), number=2, away=None, play_by=None, bye="lot", fixture=None),
    "away_once_per_cup_round": lambda t: _other_home(t),
    "cup_match_has_two_sides": lambda t: _against_itself(t),
    "only_a_bye_says_why": lambda t: changed(match(t), bye="lot"),
    "cup_match_has_one_day": lambda t: changed(match(t), starts_at=NOW),
    "one_cup_decision_per_turn": lambda t: again(decided(t)),
    "cup_decision_has_a_reason": lambda t: decided(t, reason=""),
    "cup_decision_names_a_winner": lambda t: decided(t, winner=None),
    "home_once_per_round_of_a_cup": lambda t: _second_fixture(t, "home"),
    "away_once_per_round_of_a_cup": lambda t: _second_fixture(t, "away"),
    "fixture_counts_in_a_table_or_a_cup": lambda t: changed(fixture_of(match(t)), cup=None),
}


def _other_home(table: Table) -> object:
    own = match(table)
    new = CupEntrant.objects.create(cup=own.round.cup, number=3, seed=3)
    return again(own, number=2, home=new, fixture=None, starts_at=NOW)


def _bye_of_the_other(table: Table, number: int) -> object:
    own = match(table)
    return again(own, number=number, home=own.away, away=None, play_by=None, bye="lot", fixture=None)


def _against_itself(table: Table) -> object:
    own = match(table)
    return changed(own, away=own.home)


def _second_fixture(table: Table, side: str) -> object:
    own = match(table)
    new = third(own)
    return again(fixture_of(own), number=2, **({"away": new} if side == "home" else {"home": new}))


VIOLATIONS = {
    "cup_entrants_are_counted": [
        (lambda t: changed(entrants(t)[1], seed=5), "not numbered from 1"),
        (lambda t: changed(entrants(t)[1], squad=None), "entrant 2 is no team"),
        (pair_player, "entrant 1 is no pair"),
    ],
    "cup_rounds_are_as_drawn": [
        (lambda t: changed(match(t).round, number=2), "rounds are not numbered from 1"),
        (turned, "is not what its seed draws"),
        (lambda t: _bye_of_the_other(t, number=2), "is drawn twice in round 1"),
    ],
    "cup_matches_are_fixtures_or_events": [
        (lambda t: changed(fixture_of(match(t)), week=2), "is another fixture"),
        (stray, "is not played as its cup is"),
        (lambda t: again(fixture_of(match(t)), number=2, week=2), "of no round of it"),
    ],
    "cup_decisions_are_of_their_match": [
        (lambda t: changed(decided(t), turn=2), "not numbered from 1"),
        (
            lambda t: changed(decided(t), winner=CupEntrant.objects.create(cup=Cup.objects.get(), number=3, seed=3)),
            "names someone who did not play",
        ),
    ],
    "nobody_plays_for_two_teams_of_a_cup": [(plays_for_both, "plays for 2 teams in Elm Cup")],
    "cups_play_in_their_season": [
        (
            lambda t: changed(match(t).round.cup, season=again(Cup.objects.get().season, slug="x", name="X")[0]),  # type: ignore[index]
            "is of another season",
        ),
    ],
}
