"""Two seasons for the scene of the permissions, and a valid request for every address of a league."""

import datetime
from collections.abc import Callable
from typing import Any

from django.db.models import Sum
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from tests.cast import context_of, on_phone, slip
from tests.tournaments.pages.browsing import form
from tests.tournaments.scenes.league import FIRST_DAY, SMALL
from tournaments.clubs.models import Club
from tournaments.leagues import (
    cards,
    date_proposals,
    divisions,
    fixtures,
    line_ups,
    penalties,
    ranking,
    schedule,
    setup,
    squads,
    transfers,
    withdrawals,
)
from tournaments.leagues.models import DateProposal, Fixture, PlaceDecision, Season, Squad, SquadPlayer, TransferRequest
from tournaments.leagues.schedule import Plan
from tournaments.results import commands as results

DAY = FIRST_DAY.isoformat()
AT = f"{FIRST_DAY + datetime.timedelta(days=3)}T19:00"
Request = Callable[[Any], tuple[str, dict[str, Any]]]


def two_seasons(club: Club, olga: User) -> tuple[Season, Season]:
    """One that runs, of two squads whose line-ups for the first fixture are named, and one that is being set up."""
    league = setup.create_league(club, "Elm League", ["First"], context=context_of(olga))
    found = [setup.create_season(league, name, SMALL, context=context_of(olga)) for name in ("Fall", "Winter")]
    for season in found:
        for name in ("Wrens", "Larks"):
            names = [f"{name} {season.name} {number}" for number in (1, 2, 3)]
            squads.enter_squad(season.sections.get().pk, name, names, FIRST_DAY, context=context_of(olga))
    running = found[0]
    schedule.draft_fixtures(running.pk, Plan(FIRST_DAY, datetime.time(19)), context=context_of(olga))
    schedule.open_season(running.pk, context=context_of(olga))
    first = Fixture.objects.get(season=running, number=1)
    for squad in first.squads:
        pair = [row.player for row in squad.players.all()[:2]]
        line_ups.set_line_up(first.pk, squad.pk, [pair], context=context_of(olga))
    for season in found:
        season.refresh_from_db()
    return found[0], found[1]


def captains_phone(season: Season, olga: User) -> tuple[str, Player]:
    """The token of a personal link for the captain of the visitors in the first fixture, and who that is."""
    away = season.fixtures.get(number=1).away
    captain = away.players.get(is_captain=True).player
    return squads.issue_season_pass(away.pk, captain, context=context_of(olga)), captain


def let_lead(season: Season, olga: User, player: Player) -> None:
    """Make somebody a captain of the squad that is at home in the first fixture."""
    first = season.fixtures.get(number=1)
    squads.join_squad(first.home_id, player, FIRST_DAY, context=context_of(olga), captain=True)


def today(scene: Any, step: str = "", season: Season | None = None) -> Fixture:
    """The first fixture, which is played today. Its card was, up to the step, "sent" by the home team, "confirmed" or
    "approved". Asked again, nothing changes."""
    first: Fixture = (season or scene.running).fixtures.get(number=1)
    now = timezone.now()
    Fixture.objects.filter(pk=first.pk, starts_at__gt=now).update(starts_at=now)
    SquadPlayer.objects.filter(since__gt=now.date()).update(since=now.date() - datetime.timedelta(days=1))
    steps = ("sent", "confirmed", "approved")
    reached = steps[: steps.index(step) + 1] if step else ()
    home, away = (on_phone(squad.players.filter(is_captain=True)[0].player) for squad in first.squads)
    there = first.card_steps.count()
    for seen, done in list(enumerate(reached))[there:]:
        if done == "sent":
            cards.report_card(first.pk, [[(10, 4)]], context=home, expected_version=seen)
        elif done == "confirmed":
            cards.confirm_card(first.pk, context=away, expected_version=seen)
        else:
            cards.approve_card(first.pk, context=context_of(scene.olga), expected_version=seen)
    return Fixture.objects.get(pk=first.pk)


def on_card(step: str = "", action: str = "", query: str = "", **fields: Any) -> Request:
    """The card's own page, or a step of the card."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        first = today(scene, step)
        route, args = ("move_fixture", [scene.running.slug, 1, action]) if action else ("card", [scene.running.slug, 1])
        body = form(seen=first.card_steps.count(), revision=first.revision, **fields)
        return reverse(route, args=args) + query, body

    return request


def card_of_another_season(scene: Any) -> tuple[str, dict[str, Any]]:
    """The season that was being set up runs too. Its captains are others."""
    planned = Season.objects.get(pk=scene.planned.pk)
    if planned.state == "setup":
        schedule.draft_fixtures(planned.pk, Plan(FIRST_DAY, datetime.time(19)), context=context_of(scene.olga))
        schedule.open_season(planned.pk, context=context_of(scene.olga))
        first = today(scene, season=planned)
        for squad in first.squads:
            pair = [row.player for row in squad.players.all()[:2]]
            line_ups.set_line_up(first.pk, squad.pk, [pair], context=context_of(scene.olga))
    revision = Fixture.objects.get(season=planned, number=1).revision
    return reverse("card", args=[planned.slug, 1]), form(seen=0, revision=revision, h1_1=10, a1_1=4)


def begun_today(scene: Any) -> tuple[str, dict[str, Any]]:
    first = today(scene)
    return reverse("move_fixture", args=[scene.running.slug, 1, "begin"]), form(seen=first.revision)


def next_round(scene: Any) -> tuple[str, dict[str, Any]]:
    """The only round of a fixture that was begun, whose table is decided."""
    first = today(scene)
    if not first.is_begun:
        first = fixtures.begin(first.pk, context=context_of(scene.olga))
        match = first.event.stages.get().rounds.get().matches.get()
        results.record_result(match.pk, slip(10, 4), context=context_of(scene.olga))
    return reverse("move_fixture", args=[scene.running.slug, 1, "next"]), form(seen=first.revision)


def ruling(scene: Any) -> int:
    """One that can be undone."""
    there = home(scene).adjustments.first()
    return int((there or penalties.adjust(home(scene).pk, -1, "Late", context=context_of(scene.olga))).pk)


def shared_place(scene: Any) -> dict[str, Any]:
    """Both squads of a season of which every fixture is void share the first place."""
    for one in scene.running.fixtures.exclude(state="void"):
        fixtures.rule(one.pk, "void", "Snow", context=context_of(scene.olga))
    for squad in scene.running.squads.annotate(sum=Sum("adjustments__points")).exclude(sum=None).exclude(sum=0):
        penalties.adjust(squad.pk, -squad.sum, "Even", context=context_of(scene.olga))
    numbers = sorted(scene.running.squads.values_list("number", flat=True))
    return {"section": scene.running.sections.get().pk, "count": 2, "squad_1": numbers[0], "squad_2": numbers[1]}


def decide(scene: Any) -> tuple[str, dict[str, Any]]:
    body = form(seen=0, method="organizers", reason="x", **shared_place(scene))
    return reverse("move_season", args=[scene.running.slug, "decide"]), body


def undecide(scene: Any) -> tuple[str, dict[str, Any]]:
    fields = shared_place(scene)
    made = PlaceDecision.objects.filter(section=fields["section"]).last()
    if made is None:
        order, by = [fields["squad_1"], fields["squad_2"]], context_of(scene.olga)
        made = ranking.decide_place(fields["section"], order, "organizers", "x", context=by, expected_version=0)
    body = form(seen=1, decision=made.pk, reason="Misread")
    return reverse("move_season", args=[scene.running.slug, "undecide"]), body


def let_back(scene: Any) -> tuple[str, dict[str, Any]]:
    squad = home(scene)
    if not squad.withdrawals.exists():
        day, by = timezone.now().date() - datetime.timedelta(days=1), context_of(scene.olga)
        withdrawals.withdraw(squad.pk, "withdrew", "keep", day, "x", context=by, expected_version=0)
    body = form(seen=1, to=squad.pk, reason="Back", back="squad")
    return reverse("move_season", args=[scene.running.slug, "return"]), body


def on_transfer(action: str, *, comes: int) -> Request:
    """A transfer between the two squads of the first fixture. comes: 0 to the home squad, 1 to the visitors. Captains
    are asked in this season from now on."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        season = Season.objects.get(pk=scene.running.pk)
        Season.objects.filter(pk=season.pk).update(rules={**season.rules, "both_captains": True})
        first, day = season.fixtures.get(number=1), timezone.now().date() + datetime.timedelta(days=1)
        new, old = first.squads[comes], first.squads[1 - comes]
        player = old.players.filter(is_captain=False, until=None).last().player
        SquadPlayer.objects.filter(squad=old, since__gte=day).update(since=day - datetime.timedelta(days=2))
        if action == "ask":
            body = form(player=player.pk, on=day.isoformat())
        else:
            there = TransferRequest.objects.filter(season=season, player=player, answer="").first()
            there = there or transfers.ask_transfer(new.pk, player, day, context=context_of(scene.olga))
            body = form(request=there.pk)
        squad = new if action in ("ask", "cancel") else old
        return reverse("move_transfer", args=[season.slug, squad.number, action]), body

    return request


def offer(*, comes: int) -> Request:
    """A player is offered to the home squad (0), or to the visitors (1), by the captain of the other one."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        _, body = on_transfer("ask", comes=comes)(scene)
        new, old = (scene.running.fixtures.get(number=1).squads[side] for side in (comes, 1 - comes))
        return reverse("move_transfer", args=[scene.running.slug, old.number, "offer"]), form(**{**body, "to": new.pk})

    return request


def on_offer(action: str, *, comes: int) -> Request:
    """An answer of the captain to whose squad the player is offered; who offered cancels."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        _, body = offer(comes=comes)(scene)
        new, old = (scene.running.fixtures.get(number=1).squads[side] for side in (comes, 1 - comes))
        player = Player.objects.get(pk=body["player"])
        there = TransferRequest.objects.filter(season=scene.running, player=player, answer="", is_offer=True).first()
        day = datetime.date.fromisoformat(body["on"])
        there = there or transfers.offer_transfer(old.pk, player, new, day, context=context_of(scene.olga))
        number = (old if action == "cancel" else new).number
        return reverse("move_transfer", args=[scene.running.slug, number, action]), form(request=there.pk)

    return request


def on_dates(action: str, *, side: int = 0) -> Request:
    """Dates that the squad of that side proposes for the first fixture: 0 home, 1 visitors. Captains may move matches
    from now on, and an organizer approves."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        season = Season.objects.get(pk=scene.running.pk)
        rules = {**season.rules, "moving": "approved", "moving_within": 30, "moving_notice": 0}
        Season.objects.filter(pk=season.pk).update(rules=rules)
        first, by = season.fixtures.get(number=1), context_of(scene.olga)
        new = first.starts_at + datetime.timedelta(days=2)
        typed = {"date_1": f"{new.astimezone(season.zone):%Y-%m-%dT%H:%M}", "reason": "A wedding"}
        there = DateProposal.objects.filter(fixture=first, side=side).first()
        if action != "propose" and there is None:
            there = date_proposals.propose_dates(first.pk, first.squads[side].pk, [new], "A wedding", context=by)
        if action in ("approve", "refuse") and there and there.state == "open":
            captain = on_phone(first.squads[1 - side].players.filter(is_captain=True)[0].player)
            date_proposals.pick_date(there.pk, 1, context=captain)
        number = there.pk if there else ""
        body = form(seen=first.revision, proposal=number, number=1, **typed)
        if not action:
            return reverse("fixture_dates", args=[season.slug, 1]), body
        return reverse("move_dates", args=[season.slug, 1, action]), body

    return request


def revoke(scene: Any) -> tuple[str, dict[str, Any]]:
    first = scene.running.fixtures.get(number=1)
    there = first.exemptions.filter(revoked=None).first()
    if there is None:
        player = first.away.players.all()[2].player
        there = line_ups.exempt_player(first.pk, first.home_id, player, "Flu", context=context_of(scene.olga))
    body = form(exemption=there.pk, reason="She is well again", back="fixture", to=first.pk)
    return reverse("move_season", args=[scene.running.slug, "revoke"]), body


def home(scene: Any) -> Squad:
    return scene.running.fixtures.get(number=1).home


def of_fixture(action: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        first = scene.running.fixtures.get(number=1)
        body = {name: value(first) if callable(value) else value for name, value in fields.items()}
        return reverse("move_fixture", args=[scene.running.slug, 1, action]), form(**{"seen": first.revision} | body)

    return request


def of_season(which: str, action: str, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        season = getattr(scene, which)
        body = {name: value(scene) if callable(value) else value for name, value in fields.items()}
        return reverse("move_season", args=[season.slug, action]), form(seen=season.version, **body)

    return request


def at(route: str, /, *args: Any, **fields: Any) -> Request:
    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        body = {name: value(scene) if callable(value) else value for name, value in fields.items()}
        return reverse(route, args=[one(scene) if callable(one) else one for one in args]), form(**body)

    return request


def nights(scene: Any) -> tuple[str, dict[str, Any]]:
    fields = {f"night_{one.pk}": 2 for one in scene.planned.sections.all()}
    return reverse("move_season", args=[scene.planned.slug, "nights"]), form(seen=scene.planned.version, **fields)


def positions(scene: Any) -> tuple[str, dict[str, Any]]:
    """A week by the standings, after every match of the season was decided."""
    season = Season.objects.get(pk=scene.running.pk)
    for one in season.fixtures.exclude(state="void"):
        fixtures.rule(one.pk, "void", "Snow", context=context_of(scene.olga))
    at = (timezone.now() + datetime.timedelta(days=90)).strftime("%Y-%m-%dT%H:%M")
    return reverse("move_season", args=[season.slug, "positions"]), form(section=season.sections.get().pk, at=at)


def of_division(action: str, **fields: Any) -> Request:
    """A step of a division in which no team plays."""

    def request(scene: Any) -> tuple[str, dict[str, Any]]:
        league = scene.running.league
        spare = league.divisions.filter(name="Spare").first()
        spare = spare or divisions.add_division(league.pk, "Spare", context=context_of(scene.olga))
        body = form(division=spare.pk, seen_name=spare.name, level=spare.level, **fields)
        return reverse("move_division", args=[league.slug, action]), body

    return request


def a_venue(club: Club) -> int:
    return int(club.venues.get_or_create(name="Elks Hall")[0].pk)


def running(scene: Any) -> str:
    return str(scene.running.slug)


def chair(index: int, side: int = 0) -> Callable[[Fixture], int]:
    return lambda fixture: int(fixture.squads[side].players.all()[index].player_id)


def captain(scene: Any) -> int:
    return int(scene.running.squads.get(number=1).players.filter(is_captain=True)[0].player_id)


RULES = {
    "kind": "fixtures",
    "meetings": "single",
    "pairs": 3,
    "games": 3,
    "least": 0,
    "missing": "lost",
    "play_to": 10,
    "where": "physical",
    "for_game": 1,
    "for_win": 0,
    "for_draw": 0,
    "handicap": 0,
    "handicap_most": 3,
    "handicap_after": 2,
    "unplayed": 5,
    "late_card": 1,
    "late_second": 1,
    "late_more": 1,
    "approval": "captains",
    "card_days": 2,
    "borrowings": 2,
    "borrowed_at_once": "",
    "lenders": "any",
    "transfers": "",
    "moving": "organizer",
    "moving_notice": 2,
    "moving_within": "",
    "moving_silence": "",
    "up": 0,
    "down": 0,
    "play_offs": 0,
    "points": "5-4-3-2-1",
    "ties": "full",
    "drop": 0,
    "credit": "regular",
}
PLAN = {"days-first": DAY, "days-at": "19:00", "days-every": 7, "days-blackouts": ""}

DATE_STEPS = ("propose", "pick", "decline", "counter", "withdraw", "approve", "refuse", "praise")

OF_LEAGUES: dict[str, Request] = {
    "new_league": at("new_league", lambda s: s.club.slug, name="Oak League", divisions="First\nSecond"),
    "league": at("league", "elm-league"),
    "move_division/add": at("move_division", "elm-league", "add", name="Second"),
    "move_division/rename": of_division("rename", name="Premier"),
    "move_division/raise": of_division("raise"),
    "move_division/remove": of_division("remove"),
    "move_division/praise": of_division("praise"),
    "new_season": at("new_season", "elm-league", name="Spring", **RULES),
    "season_rules": at("season_rules", lambda s: s.planned.slug, seen=lambda s: s.planned.version, **RULES),
    "season": at("season", running),
    "season/planned": at("season", lambda s: s.planned.slug),
    "fixtures": at("fixtures", running),
    "calendar": at("calendar", running),
    "season_averages": at("season_averages", running),
    "squad": at("squad", running, 1),
    "fixture": at("fixture", running, 1),
    "my_fixtures": at("my_fixtures"),
    "season_setup": at("season_setup", running),
    "issue_season_pass": at("issue_season_pass", running, 1, player=captain),
    "open_season_pass": at("open_season_pass", running, lambda s: s.captains_token),
    "forget_season_pass": at("forget_season_pass", running),
    "season_cards": at("season_cards", running),
    "card": on_card(h1_1=10, a1_1=4),
    "card/sent": on_card("sent", h1_1=10, a1_1=5, reason="Read out at the bar"),
    "card/confirmed": on_card("confirmed", h1_1=10, a1_1=5, reason="Read out at the bar"),
    "card/approved": on_card("approved", h1_1=10, a1_1=5, reason="Read out at the bar"),
    "card/other_season": card_of_another_season,
    "move_fixture/confirm": on_card("sent", "confirm"),
    "move_fixture/dispute": on_card("sent", "dispute", reason="It was 10–5"),
    "move_fixture/approve": on_card("sent", "approve"),
    "move_fixture/begin_today": begun_today,
    "move_fixture/next": next_round,
    "move_fixture/line-up": of_fixture("line-up", side=0, seen=1, p1_0=chair(0), p1_1=chair(2)),
    "move_fixture/line-up_away": of_fixture("line-up", side=1, seen=1, p1_0=chair(0, 1), p1_1=chair(2, 1)),
    "move_fixture/postpone": of_fixture("postpone", to=AT, reason="Snow"),
    "move_fixture/venue": of_fixture("venue", venue=lambda f: a_venue(f.season.league.club)),
    "move_fixture/rule": of_fixture("rule", state="walkover", side=1, reason="Ill"),
    "move_fixture/begin": of_fixture("begin"),
    "move_fixture/late": of_fixture("late", side=0),
    "move_fixture/exempt": of_fixture("exempt", side=0, player=chair(2, 1), reason="Flu"),
    "move_fixture/praise": of_fixture("praise"),
    "fixture_dates": on_dates(""),
    **{f"move_dates/{action}": on_dates(action) for action in DATE_STEPS},
    **{f"move_dates/{action}_visitors": on_dates(action, side=1) for action in ("pick", "withdraw")},
    "move_season/squad": of_season(
        "planned",
        "squad",
        **{
            "squad-section": lambda s: s.planned.sections.order_by("division__level")[0].pk,
            "squad-team": "Finches",
            "squad-players": "Fay\nFred",
            "squad-since": DAY,
        },
    ),
    "move_season/late": of_season(
        "running",
        "late",
        players="Nan\nNed",
        reason="A new pub",
        **{
            "late-section": lambda s: s.running.sections.get().pk,
            "late-team": "Newts",
            "late-since": DAY,
            "late-missed": "later",
        },
    ),
    "move_season/team": of_season("running", "team", to=lambda s: home(s).pk, **{"team-name": "Larks II"}),
    "move_season/remove": of_season("planned", "remove", to=lambda s: s.planned.squads.earliest("number").pk),
    "move_season/nights": nights,
    "move_season/positions": positions,
    "move_season/draft": of_season("planned", "draft", **PLAN),
    "move_season/weeks": of_season("running", "weeks", reason="Hall painted", **PLAN),
    "move_season/join": of_season("running", "join", name="Zoe", on=DAY, to=lambda s: home(s).pk),
    "move_season/dates": of_season("running", "dates", players_until=DAY, transfers_until=""),
    "move_season/revoke": revoke,
    "move_transfer/offer": offer(comes=1),
    "move_transfer/offer_visitors": offer(comes=0),
    "move_transfer/agree_offer": on_offer("agree", comes=1),
    "move_transfer/cancel_offer": on_offer("cancel", comes=1),
    "move_transfer/ask": on_transfer("ask", comes=0),
    "move_transfer/ask_visitors": on_transfer("ask", comes=1),
    "move_transfer/agree": on_transfer("agree", comes=1),
    "move_transfer/agree_visitors": on_transfer("agree", comes=0),
    "move_transfer/decline": on_transfer("decline", comes=1),
    "move_transfer/cancel": on_transfer("cancel", comes=0),
    "move_season/adjust": of_season("running", "adjust", points="-1", reason="x", to=lambda s: home(s).pk),
    "move_season/take-back": of_season("running", "take-back", adjustment=ruling, reason="It was in the box"),
    "move_season/order": of_season("planned", "order", criterion_1="points", criterion_2="games_won"),
    "move_season/decide": decide,
    "move_season/undecide": undecide,
    "move_season/withdraw": at(
        "move_season",
        running,
        "withdraw",
        seen=0,
        to=lambda s: home(s).pk,
        kind="withdrew",
        results="expunge",
        on=(timezone.now().date() - datetime.timedelta(days=1)).isoformat(),
        reason="Too few",
    ),
    "move_season/return": let_back,
    "move_season/praise": of_season("running", "praise"),
}
