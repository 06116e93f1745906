"""Prizes by programs: organizers see what would be paid, everyone what was published."""

from typing import Any

import pytest

from games.accounts.models import Scope
from tests.tournaments.api.program import Program
from tests.tournaments.scenes.prize import PrizeNight, clean, prize_night, shares, three_level
from tournaments.honours.prize_plan import Tied
from tournaments.prizes.commands import sheet_of
from tournaments.prizes.models import PrizeOffer, ShownPrizes

pytestmark = pytest.mark.django_db


@pytest.fixture
def night() -> PrizeNight:
    night = prize_night()
    night.event.club.currency = "CAD"
    night.event.club.save()
    return night


def path(night: PrizeNight, thing: str = "payouts") -> str:
    return f"/events/{night.event.slug}/{thing}/"


def amounts(shown: Any) -> dict[tuple[int, str], int]:
    return {(payout["entry"], payout["player"]["name"]): payout["cents"] for payout in shown["results"]}


def test_organizers_alone_see_what_would_be_paid(night: PrizeNight) -> None:
    night.promise()
    preview = Program(night.owen).read(path(night))
    assert sum(amounts(preview).values()) == preview["pot"]["for_prizes"] == 4000
    assert (preview["currency"], preview["published_at"], len(preview["digest"])) == ("CAD", None, 64)
    for program in (Program(), Program(night.scott), Program(night.olga, Scope.REPORT)):
        shown = program.read(path(night))
        assert shown == preview | {"results": [], "digest": ""}


def test_a_plan_is_set_and_what_is_left_out_has_its_default(night: PrizeNight) -> None:
    program = Program(night.olga)
    assert program.read(path(night))["problems"] == ["This event has no prizes yet. Save a prize plan first."]
    shown = program.do(path(night, "prizes"), "plan", {"plan": {"unit": "whole"}, "added": 1000, "house_percent": 500})
    plan = shown["plan"]
    assert (shown["revision"], shown["added"], plan["unit"], plan["tied"]) == (1, 1000, "whole", "split")
    assert shown["words"][0] == "1st: 50%, 2nd: 30%, 3rd: 20%."
    again = program.do(path(night, "prizes"), "plan", {"plan": plan})
    assert (again["revision"], again["plan"]) == (2, plan)
    assert PrizeOffer.objects.get(event=night.event).promised.tied is Tied.SPLIT
    body = {"plan": {"tables": [{"entries": 0, "amounts": [3000, 5000]}]}}
    refused = program.post(f"{path(night, 'prizes')}plan/", body, seen=program.version(path(night, "prizes")))
    assert (refused.status_code, refused.json()["code"]) == (422, "refused")


def test_published_payouts_are_those_of_the_sheet_and_are_published_once(night: PrizeNight) -> None:
    night.promise()
    program = Program(night.olga)
    preview = program.read(path(night))
    shown = program.do(path(night), "publish")
    sheet = sheet_of(night.event)
    assert sheet
    assert amounts(shown) == amounts(preview) == {(line.number, line.player.name): line.cents for line in sheet.lines}
    again = program.post(f"{path(night)}publish/", {}, seen=program.version(path(night)))
    assert (again.status_code, again.json()["detail"]) == (409, "Olga already published the payouts.")
    assert ShownPrizes.objects.count() == 1
    assert night.fresh().finished_at
    plan = program.post(f"{path(night, 'prizes')}plan/", {"plan": {}}, seen=program.version(path(night, "prizes")))
    assert plan.json()["detail"] == "Payouts are published, so you can’t change the prize plan."
    assert clean()


def test_a_plan_that_changed_after_the_preview_was_read_is_noticed(night: PrizeNight) -> None:
    night.promise()
    program = Program(night.olga)
    seen = program.version(path(night))
    night.promise(shares(60, 40))
    refused = program.post(f"{path(night)}publish/", {}, seen=seen)
    assert refused.status_code == 412
    assert amounts(refused.json()["present"]) == amounts(program.read(path(night)))


def test_only_organizers_see_who_is_paid(night: PrizeNight) -> None:
    night.promise()
    night.show()
    program = Program(night.owen)
    payout = program.read(path(night))["results"][0]
    where = f"{path(night)}{payout['id']}/"
    assert program.do(where, "paid")["is_paid"] is True
    assert program.read(path(night))["results"][0]["is_paid"] is True
    assert {payout["is_paid"] for payout in Program().read(path(night))["results"]} == {None}
    assert Program().read(where)["is_paid"] is None
    assert program.do(where, "unpaid")["is_paid"] is False
    assert clean()


def test_an_open_tie_is_named_and_nothing_is_published() -> None:
    night = prize_night(better=three_level)
    night.promise(shares(50, 30, 20, tied=Tied.DECIDE))
    program = Program(night.olga)
    shown = program.read(path(night))
    assert (shown["results"], shown["digest"], len(shown["problems"]) > 0) == ([], "", True)
    refused = program.post(f"{path(night)}publish/", {}, seen=program.version(path(night)))
    assert refused.status_code == 422
    assert shown["problems"][0] in refused.json()["detail"]
