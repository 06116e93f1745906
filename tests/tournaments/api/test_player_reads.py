"""A player's matches and ratings, the asker's own seat, a club's members, a ranking of the past, and a whole event."""

import datetime
from typing import Any
from urllib.parse import quote

import pytest
from django.utils import timezone

from games.accounts.models import Player, Scope, User
from tests.cast import make_user
from tests.tournaments.api.cast import Cast
from tests.tournaments.api.program import Program
from tournaments.clubs.models import Membership
from tournaments.rewards.models import PlayerRating, RatingChange
from tournaments.rounds.models import Match, Seat

pytestmark = pytest.mark.django_db


def all_rows(program: Program, path: str) -> list[Any]:
    return list(program.read(f"{path}{'&' if '?' in path else '?'}limit=200")["results"])


def seats_of(player: Player) -> set[int]:
    seats = Seat.objects.filter(player=player).exclude(round__status="draft")
    return set(seats.values_list("match", flat=True))


def test_a_players_matches_are_those_in_which_they_sat(cast: Cast) -> None:
    scene = cast.scene
    quinn = Player.objects.get(pk=scene.quinn.pk)
    found = all_rows(Program(), f"/players/{quinn.pk}/matches/")
    assert {row["id"] for row in found} == seats_of(quinn) != set()
    for row in found:
        own = next(seat for seat in row["seats"] if seat["player"] and seat["player"]["id"] == quinn.pk)
        assert (row["side"], row["position"]) == (own["side"], own["position"])
    assert all_rows(cast.programs["player"], "/me/matches/") == all_rows(
        cast.programs["player"], f"/players/{quinn.pk}/matches/"
    )
    night = all_rows(Program(), f"/players/{quinn.pk}/matches/?event={scene.night.slug}")
    assert [row["event"] for row in night] == [scene.night.slug]
    assert night[0]["club"] == scene.club.slug


def test_matches_of_drafts_are_in_no_list_of_many_events(cast: Cast) -> None:
    """Not even for organizers: the draft has its own list."""
    drafts = set(Match.objects.filter(round__status="draft").values_list("pk", flat=True))
    assert drafts
    someone = Seat.objects.filter(match__in=drafts, player__isnull=False)[0].player_id
    for path in (f"/clubs/{cast.scene.club.slug}/matches/", f"/players/{someone}/matches/"):
        found = {row["id"] for row in all_rows(cast.programs["owner"], path)}
        assert found, path
        assert found & drafts == set(), path


def test_a_clubs_matches_are_of_its_events_only(cast: Cast) -> None:
    theirs = cast.scene.round_elsewhere()
    found = {row["id"] for row in all_rows(Program(), f"/clubs/{cast.scene.club.slug}/matches/")}
    assert found & set(theirs.matches.values_list("pk", flat=True)) == set()
    assert {row["event"] for row in all_rows(Program(), f"/clubs/{theirs.stage.event.club.slug}/matches/")} == {
        theirs.stage.event.slug
    }


def test_matches_by_the_time_of_their_scores(cast: Cast) -> None:
    path = f"/clubs/{cast.scene.club.slug}/matches/"
    counted = [row for row in all_rows(Program(), path) if row["decided_at"]]
    since = max(row["decided_at"] for row in counted)
    found = all_rows(Program(), f"{path}?decided_after={quote(since)}")
    assert {row["id"] for row in found} == {row["id"] for row in counted if row["decided_at"] >= since}
    later = (timezone.now() + datetime.timedelta(days=1)).isoformat()
    assert all_rows(Program(), f"{path}?decided_after={quote(later)}") == []


def test_the_own_seat_says_where_to_sit_now(cast: Cast) -> None:
    night, player = cast.scene.night, cast.programs["player"]
    seat = player.read(f"/events/{night.slug}/my-seat/")
    [match] = seat["matches"]
    assert (match["table"], match["position"], seat["is_sitting_out"]) == (1, "east", False)
    assert match["etag"] == player.version(f"/events/{night.slug}/matches/{match['id']}/")
    own = cast.scene.quinn.lineups.get(event=night).entry
    assert (seat["entry"], seat["status"]) == (own.number, own.status)
    confirmed = player.post(f"/events/{night.slug}/matches/{match['id']}/confirm/", {}, seen=match["etag"])
    assert confirmed.status_code == 200


def test_the_own_seat_of_a_player_who_sits_out_and_of_none(cast: Cast) -> None:
    short, stranger = cast.scene.short, make_user("Nomi")
    rests = cast.scene.short_round.byes.all()[0].entry.players.get()
    Player.objects.filter(pk=rests.pk).update(user=User.objects.create_user("rests@example.org"))
    program = Program(User.objects.get(email="rests@example.org"), Scope.REPORT)
    seat = program.read(f"/events/{short.slug}/my-seat/")
    assert (seat["matches"], seat["is_sitting_out"]) == ([], True)
    assert Program(stranger).get(f"/events/{short.slug}/my-seat/").status_code == 404
    assert Program().get(f"/events/{short.slug}/my-seat/").status_code == 401
    assert Program(User.objects.create_user("nobody@example.org")).read("/me/matches/")["results"] == []


def test_a_hidden_player_has_no_matches_and_no_ratings_for_strangers(cast: Cast) -> None:
    pam = cast.scene.pam
    Player.objects.filter(pk=pam.pk).update(hides_name=True)
    for path in ("matches", "ratings"):
        address = f"/players/{pam.pk}/{path}/"
        assert Program().get(address).status_code == 404, path
        assert cast.programs["stranger"].get(address).status_code == 404, path
        assert cast.programs["member"].get(address).status_code == 200, path


def test_a_rating_over_time_ends_with_the_rating_of_now(cast: Cast) -> None:
    rated = RatingChange.objects.order_by("-pk")[0].player
    path = f"/players/{rated.pk}/ratings/"
    rows, pools = all_rows(Program(), path), {row.pool.key: row for row in PlayerRating.objects.filter(player=rated)}
    assert len(rows) == RatingChange.objects.filter(player=rated).count() > 0
    for key, row in pools.items():
        own = all_rows(Program(), f"{path}?pool={key}")
        assert own == [one for one in rows if one["pool"] == key]
        assert (own[0]["rating"], own[0]["give_or_take"]) == (row.number, row.give_or_take)
        moments = [one["at"] for one in own]
        assert moments == sorted(moments, reverse=True)
    match = Match.objects.get(pk=rows[0]["match"])
    assert match.round.stage.event.slug == rows[0]["event"]


def test_members_are_for_those_who_look_after_them(cast: Cast) -> None:
    club = cast.scene.club
    path = f"/clubs/{club.slug}/members/"
    rows = all_rows(cast.programs["organizer"], path)
    assert {row["player"]["id"] for row in rows} == set(
        Membership.objects.filter(club=club).values_list("player", flat=True)
    )
    assert all_rows(cast.programs["organizer"], f"{path}?role=owner") == [row for row in rows if row["role"] == "owner"]
    text = str(rows)
    assert "@" not in text, "no addresses"


def test_a_ranking_of_the_past_is_what_it_was(cast: Cast) -> None:
    """At this moment it is the one of now; before the last night it is the one of then."""
    path = f"/clubs/{cast.scene.club.slug}/ranking/"
    changes = RatingChange.objects.filter(pool__club=cast.scene.club, pool__has_bots=False)
    moments = sorted(set(changes.values_list("ended_at", flat=True)))
    assert len(moments) > 1
    now = Program().read(f"{path}?at={quote(timezone.now().isoformat())}")["results"]
    present = Program().read(path)["results"]
    assert [row["rating"] for row in now] == [row["rating"] for row in present]
    first = Program().read(f"{path}?at={quote(moments[0].isoformat())}")["results"]
    then = changes.filter(ended_at=moments[0])
    assert {row["player"] for row in first} == set(then.values_list("player", flat=True))
    assert len(first) < len(now)
    before = moments[0] - datetime.timedelta(seconds=1)
    assert Program().read(f"{path}?at={quote(before.isoformat())}")["results"] == []
    long_after = moments[-1] + datetime.timedelta(days=61)
    assert Program().read(f"{path}?at={quote(long_after.isoformat())}")["results"] == []


def test_the_export_of_an_event_is_what_its_addresses_say(cast: Cast) -> None:
    owner, event = cast.programs["owner"], f"/events/{cast.scene.shown.slug}/"
    found = owner.read(f"{event}export/")
    assert found["event"] == owner.read(event)
    entries = [
        {key: value for key, value in row.items() if key != "etag"} for row in all_rows(owner, f"{event}entries/")
    ]
    assert found["entries"] == entries
    assert found["prizes"] == owner.read(f"{event}prizes/")
    assert found["payouts"] == owner.read(f"{event}payouts/")
    assert found["standings"] == [owner.read(f"{event}standings/")]
    for row in found["rounds"]:
        one = owner.read(f"{event}rounds/{row['id']}/")
        assert {key: value for key, value in row.items() if key != "matches"} == {
            key: value for key, value in one.items() if key != "matches"
        }
        assert row["matches"] == [owner.read(f"{event}matches/{match['id']}/") for match in one["matches"]]


@pytest.mark.slow
def test_the_export_shows_drafts_and_previews_to_organizers_only(cast: Cast) -> None:
    for event, is_private in ((cast.scene.draft, "rounds"), (cast.scene.won, "payouts")):
        path = f"/events/{event.slug}/export/"
        owner, others = cast.programs["owner"].read(path), [Program(), cast.programs["scorer"]]
        shown = owner["rounds"] if is_private == "rounds" else owner["payouts"]["results"]
        assert shown
        for program in others:
            found = program.read(path)
            assert (found["rounds"] if is_private == "rounds" else found["payouts"]["results"]) == []


def test_a_correction_is_in_the_export_with_all_that_was_said(cast: Cast) -> None:
    event, match = f"/events/{cast.scene.night.slug}/", cast.scene.match(3)
    wrong = {"points": [6, 10], "reason": "Misread"}
    cast.programs["owner"].do(f"{event}matches/{match.pk}/", "correct", wrong)
    found = Program().read(f"{event}export/")
    exported = next(one for one in found["rounds"][0]["matches"] if one["id"] == match.pk)
    said = [(one["kind"], one["points"]) for one in exported["results"]]
    assert said == [("record", [10, 6]), ("correction", [6, 10])]
