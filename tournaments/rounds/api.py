"""Rounds and matches: drawing, publishing, closing, and everything that is said about a score."""

import uuid
from collections.abc import Mapping
from itertools import count
from typing import Any, ClassVar

import django_filters
from django.db.models import Prefetch, QuerySet
from django.http import Http404

from games.accounts.models import Scope
from games.api.filters import WholeFilter
from games.api.frame import DetailEndpoint, ListEndpoint
from games.api.serializers import version_of
from tournaments.api_requests import BulkWrite, ClubWrite, actor_of, event_or_404, may_run
from tournaments.calls.selectors import with_open_calls
from tournaments.commands import lock_event, lock_match
from tournaments.errors import Conflict
from tournaments.events.models import Event, Stage
from tournaments.events.serializers import (
    BulkMatchesSerializer,
    BulkRoundsSerializer,
    BulkSlipsSerializer,
    CorrectionSerializer,
    MatchRowSerializer,
    NewRoundSerializer,
    OneMatchSerializer,
    OneRoundSerializer,
    PlayedRoundsSerializer,
    PublishSerializer,
    ReasonSerializer,
    RoundSerializer,
    SlipSerializer,
)
from tournaments.formats.base import Slip, TableDraw
from tournaments.formats.numbers import GHOST
from tournaments.permissions import Permission, require
from tournaments.results import commands as results
from tournaments.results import history
from tournaments.results.slips import slip_from
from tournaments.rounds import calling, played
from tournaments.rounds import commands as rounds
from tournaments.rounds.models import Match, Round, Seat
from tournaments.rounds.played import PaperRound

SEATS = Prefetch("seats", Seat.objects.select_related("player", "entry").order_by("position"))


class MatchFilters(django_filters.FilterSet):
    stage = WholeFilter("round__stage__number", help_text="The stage's number.")
    round = WholeFilter("round", help_text="The round's id.")
    round_number = WholeFilter("round__number")
    round_status = django_filters.ChoiceFilter("round__status", choices=Round.Status.choices)
    table = WholeFilter()
    state = django_filters.ChoiceFilter(choices=Match.State.choices)


class RoundFilters(django_filters.FilterSet):
    stage = WholeFilter("stage__number")
    status = django_filters.ChoiceFilter(choices=Round.Status.choices)


class Rounds(ListEndpoint, ClubWrite):
    """The rounds of an event, the newest first; POST draws the next one as a draft. Drafts are for organizers. Where
    matches open singly, POST starts the stage, or calls what can be played now, and answers with the newest round."""

    summary = "List an event's rounds"
    summary_of_adding = "Draw a round"
    answer, made, body = RoundSerializer, OneRoundSerializer, NewRoundSerializer
    filters = RoundFilters
    success, is_versioned = 201, False

    def rows(self, slug: str) -> QuerySet[Round]:
        event = event_or_404(slug)
        listed = Round.objects.filter(stage__event=event).select_related("stage")
        return listed if may_run(self.request, event) else listed.exclude(status=Round.Status.DRAFT)

    def locked(self, slug: str) -> Event:
        return event_or_404(slug)

    def do(self, thing: Event, data: Mapping[str, Any], key: Any) -> Round:
        stage = _begun(thing, data["stage"])
        if stage.opens_singly:
            calling.open_matches(stage.pk, context=self.context_of(key))
            return _round(stage.rounds.order_by("-number")[0])
        draft = stage.rounds.filter(number=data["number"], status=Round.Status.DRAFT).first()
        seen = draft.revision if draft else None
        return _round(rounds.draw_round(stage.pk, data["number"], context=self.context_of(key), expected_version=seen))


class RoundDetail(DetailEndpoint):
    """A round with its tables."""

    summary = "Show a round"
    answer = OneRoundSerializer

    def find(self, slug: str, pk: int) -> Round:
        return round_or_404(self.request, slug, pk)


class RoundWrite(ClubWrite):
    """What is done to a round."""

    answer = OneRoundSerializer

    def locked(self, slug: str, pk: int) -> Round:
        lock_event(event_or_404(slug).pk)
        return round_or_404(self.request, slug, pk)


class PublishRound(RoundWrite):
    """Show the draft to everyone."""

    summary = "Publish a round"
    body = PublishSerializer

    def do(self, thing: Round, data: Mapping[str, Any], key: Any) -> Round:
        rounds.publish_round(
            thing.pk, context=self.context_of(key), expected_version=thing.revision, override=data["override"]
        )
        return _round(thing)


class UnpublishRound(RoundWrite):
    """Take a published round back, as long as no table has reported anything."""

    summary = "Unpublish a round"

    def do(self, thing: Round, data: Mapping[str, Any], key: Any) -> Round:
        rounds.unpublish_round(thing.pk, context=self.context_of(key), expected_version=thing.revision)
        return _round(thing)


class CloseRound(RoundWrite):
    """End a round whose tables are all decided."""

    summary = "Close a round"

    def do(self, thing: Round, data: Mapping[str, Any], key: Any) -> Round:
        rounds.close_round(thing.pk, context=self.context_of(key), expected_version=thing.revision)
        return _round(thing)


class PlayedRounds(BulkWrite):
    """Enter rounds that were played earlier, with seats and scores as the score cards have them: all of them, or none.
    They're published, scored and closed, and count when they were played."""

    summary = "Enter rounds from score cards"
    answer, body = BulkRoundsSerializer, PlayedRoundsSerializer
    parts, success, follow_each_other = "rounds", 201, True

    def locked(self, slug: str) -> Event:
        event = event_or_404(slug)
        require(actor_of(self.request), Permission.RUN_EVENT, event)
        return lock_event(event.pk)

    def do(self, thing: Event, data: Mapping[str, Any], key: uuid.UUID) -> dict[str, Any]:
        asked = {"stage": _begun(thing, data["stage"]), "reason": data["reason"]}
        return super().do(thing, {self.parts: [asked | {"round": part} for part in data[self.parts]]}, key)

    def do_part(self, thing: Event, part: Mapping[str, Any], key: uuid.UUID) -> Round:
        asked = {"context": self.context_of(key), "reason": part["reason"]}
        return played.enter_played_round(part["stage"].pk, paper_round_in(part["round"]), **asked)


def paper_round_in(data: Mapping[str, Any]) -> PaperRound:
    """The score card that a body describes. RuleError when a slip makes no sense."""
    house = count(0)
    tables = tuple(
        (
            TableDraw(
                table["table"],
                tuple(
                    tuple(GHOST - next(house) if number is None else number for number in side)
                    for side in table["sides"]
                ),
            ),
            slip_in(table),
        )
        for table in data["tables"]
    )
    byes = tuple((bye["entry"], bye.get("points")) for bye in data.get("byes", ()))
    return PaperRound(data["number"], tables, byes, data.get("played_at"))


class Matches(ListEndpoint):
    """The matches of an event, the newest round first. Those of drafts are for organizers."""

    summary = "List an event's matches"
    answer = MatchRowSerializer
    filters = MatchFilters

    def rows(self, slug: str) -> QuerySet[Match]:
        event = event_or_404(slug)
        matches = shown_matches().filter(round__stage__event=event)
        return matches if may_run(self.request, event) else matches.exclude(round__status=Round.Status.DRAFT)


class MatchDetail(DetailEndpoint):
    """A match with everything that was said about its score."""

    summary = "Show a match"
    answer = OneMatchSerializer

    def find(self, slug: str, pk: int) -> Match:
        return match_or_404(self.request, slug, pk)


class MatchWrite(ClubWrite):
    """What is said about a match. An official's word stands; a player's is confirmed by the other side."""

    answer = OneMatchSerializer
    scope = Scope.REPORT

    def locked(self, slug: str, pk: int) -> Match:
        match_or_404(self.request, slug, pk)
        lock_match(pk)
        return match_or_404(self.request, slug, pk)

    def do(self, thing: Match, data: Mapping[str, Any], key: Any) -> Match:
        self.say(thing, data, {"context": self.context_of(key), "expected_version": thing.last_version})
        return _match(thing.pk)

    def say(self, match: Match, data: Mapping[str, Any], asked: dict[str, Any]) -> None:
        raise NotImplementedError


class ReportScore(MatchWrite):
    """Report the score of a match."""

    summary = "Report a score"
    body = SlipSerializer

    def say(self, match: Match, data: Mapping[str, Any], asked: dict[str, Any]) -> None:
        results.record_result(match.pk, slip_in(data), **asked, seating=match.round.version)


class BulkScores(BulkWrite):
    """Report the scores of many matches at once: all of them, or none."""

    summary = "Report many scores"
    answer, body = BulkMatchesSerializer, BulkSlipsSerializer
    scope = Scope.REPORT
    parts = "results"

    def locked(self, slug: str) -> Event:
        return lock_event(event_or_404(slug).pk)

    def do_part(self, thing: Event, part: Mapping[str, Any], key: uuid.UUID) -> Match:
        match = match_or_404(self.request, thing.slug, part["match"])
        lock_match(match.pk)
        match = _match(match.pk)
        shown = OneMatchSerializer(match, context={"request": self.request, "view": self}).data
        if part["etag"] not in ("*", f'"{version_of(shown)}"'):
            raise Conflict("Someone changed this match after you read it. Read it again, then retry.")
        seen = {"expected_version": match.last_version, "seating": match.round.version}
        results.record_result(match.pk, slip_in(part), context=self.context_of(key), **seen)
        return _match(match.pk)


class ConfirmScore(MatchWrite):
    """Agree with the score that the other side reported."""

    summary = "Confirm a score"

    def say(self, match: Match, data: Mapping[str, Any], asked: dict[str, Any]) -> None:
        results.confirm_result(match.pk, **asked)


class DisputeScore(MatchWrite):
    """Say that the reported score is wrong; an official decides."""

    summary = "Dispute a score"

    def say(self, match: Match, data: Mapping[str, Any], asked: dict[str, Any]) -> None:
        results.dispute_result(match.pk, **asked)


class CorrectScore(MatchWrite):
    """Replace a score that counts."""

    summary = "Correct a score"
    scope: ClassVar = Scope.ORGANIZE
    body = CorrectionSerializer

    def say(self, match: Match, data: Mapping[str, Any], asked: dict[str, Any]) -> None:
        results.correct_result(match.pk, slip_in(data), reason=data["reason"], **asked)


class VoidScore(MatchWrite):
    """Declare that the match does not count."""

    summary = "Void a result"
    scope: ClassVar = Scope.ORGANIZE
    body = ReasonSerializer

    def say(self, match: Match, data: Mapping[str, Any], asked: dict[str, Any]) -> None:
        results.void_result(match.pk, reason=data["reason"], **asked)


class ReopenScore(MatchWrite):
    """Take back the last decision about a match, as long as its round is open."""

    summary = "Undo a decision about a score"
    scope: ClassVar = Scope.ORGANIZE
    body = ReasonSerializer

    def say(self, match: Match, data: Mapping[str, Any], asked: dict[str, Any]) -> None:
        results.reopen_result(match.pk, reason=data["reason"], **asked)


def _begun(event: Event, number: int) -> Stage:
    stage = next((stage for stage in history.begun_stages(event) if stage.number == number), None)
    if stage is None:
        raise Http404
    return stage


def slip_in(data: Mapping[str, Any]) -> Slip:
    """The slip that a body describes. RuleError when it makes no sense."""
    hands = [[hand["side"], hand["points"], hand["alone"], hand.get("hand")] for hand in data.get("hands", ())]
    return slip_from(
        {
            "points": data["points"],
            "hands": hands,
            "tie_winner": data.get("tie_winner"),
            "forfeited": data.get("forfeited", ()),
        }
    )


def round_or_404(request: Any, slug: str, pk: int) -> Round:
    event = event_or_404(slug)
    round_ = Round.objects.filter(stage__event=event, pk=pk).first()
    if round_ is None or (round_.status == Round.Status.DRAFT and not may_run(request, event)):
        raise Http404
    return _round(round_)


def match_or_404(request: Any, slug: str, pk: int) -> Match:
    event = event_or_404(slug)
    match = Match.objects.filter(round__stage__event=event, pk=pk).select_related("round").first()
    if match is None or (match.round.status == Round.Status.DRAFT and not may_run(request, event)):
        raise Http404
    return _match(pk)


def _round(round_: Round) -> Round:
    with_seats = (
        history.rounds_with_seats(round_.stage).prefetch_related(with_open_calls("matches__")).get(pk=round_.pk)
    )
    with_seats.stage = round_.stage
    return with_seats


def _match(pk: int) -> Match:
    return shown_matches().get(pk=pk)


def shown_rounds() -> QuerySet[Round]:
    """With their matches and byes, in order."""
    rounds = Round.objects.select_related("stage").order_by("stage__number", "number")
    return rounds.prefetch_related(Prefetch("matches", shown_matches()), "byes__entry__lineup__player")


def shown_matches() -> QuerySet[Match]:
    """With everything that their shapes show."""
    matches = Match.objects.select_related("round__stage", "standing")
    return matches.prefetch_related(SEATS, "results", with_open_calls())
