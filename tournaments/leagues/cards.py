"""The score card of a fixture between the two captains and the league's organizers.

A captain sends the whole card, the other one confirms or disputes it, an organizer approves or corrects it. Two cards
that differ can only be corrected. Until both sides agree, or an organizer decides, the card is a claim; then its games
become results, each by a command of `results`.
"""

import dataclasses

from games.engine.errors import RuleError
from tournaments.access.models import Phone
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.commands import command, require_reason
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.events.models import Event
from tournaments.formats.seasons.settings import Approval
from tournaments.leagues import card_games, card_steps, fixtures
from tournaments.leagues.card_steps import Card, Game, Games, Kind, State, games_in
from tournaments.leagues.commands import allow, allow_captains, captain_side, lock_fixture, save_fixture, write
from tournaments.leagues.models import CardStep, Fixture
from tournaments.permissions import SYSTEM
from tournaments.results import commands as results
from tournaments.results.phones import phone_at


@command(Action.REPORT_CARD, lock=lock_fixture, permission=allow_captains, not_hashed=("expected_version",))
def report_card(fixture: Fixture, games: Games, *, context: Context, expected_version: int) -> Fixture:
    """Send the whole card as a captain. The same card from the other captain's phone confirms it; a different one makes
    it disputed, and both are kept. Begins the fixture if need be.

    expected_version: how many steps the card had on the page that it was typed on.
    """
    side = _side(context, fixture)
    card = _open_card(fixture)
    card_games.check_shape(fixture, games)
    if not fixture.is_begun:
        fixture = fixtures.begin(fixture.pk, context=context)
    event, games = _event(fixture), card_games.with_missing(fixture, games)
    card_games.check_games(fixture, games)
    own, theirs = card.claim_of(side), card.claim_of(1 - side)
    if own and card.state is State.REPORTED and games_in(own) == _plain(games):
        return fixture
    if own and own.number > expected_version:
        raise _changed(fixture)
    phone = _phone(event, context)
    if theirs and games_in(theirs) == _plain(games):
        return _agree(fixture, theirs, side, phone, context)
    written = write(fixture.season, context, detail={"fixture": fixture.pk})
    card_steps.append(fixture, Kind.REPORTED, written, side=side, games=_plain(games), phone=phone)
    save_fixture(fixture)
    return fixture


@command(Action.CONFIRM_CARD, lock=lock_fixture, permission=allow_captains)
def confirm_card(fixture: Fixture, *, context: Context, expected_version: int) -> Fixture:
    """Agree with the other captain's card. It counts, or waits for an organizer, as the season's rules say."""
    side, claim = _asked(fixture, context, expected_version)
    return _agree(fixture, claim, side, _phone(_event(fixture), context), context)


@command(Action.DISPUTE_CARD, lock=lock_fixture, permission=allow_captains)
def dispute_card(fixture: Fixture, reason: str, *, context: Context, expected_version: int) -> Fixture:
    """Say what is wrong with the other captain's card. That captain can send it again; else an organizer decides."""
    side, claim = _asked(fixture, context, expected_version)
    why = require_reason(reason)
    phone = _phone(_event(fixture), context)
    written = write(fixture.season, context, reason=why, detail={"fixture": fixture.pk})
    card_steps.append(fixture, Kind.DISPUTED, written, side=side, answers=claim, reason=why, phone=phone)
    save_fixture(fixture)
    return fixture


@command(Action.APPROVE_CARD, lock=lock_fixture, permission=allow)
def approve_card(fixture: Fixture, *, context: Context, expected_version: int) -> Fixture:
    """Lock a card as it was sent or confirmed, as an organizer. It counts now, if it didn't yet."""
    card = card_steps.card_of(fixture)
    _check_seen(fixture, card, expected_version)
    if card.state in (State.NONE, State.APPROVED):
        raise RuleError("{fixture} has no score card to approve.", fixture=fixture)
    if fixture.state not in (Fixture.State.PLANNED, Fixture.State.PLAYED):
        raise RuleError("{fixture} is already marked “{state}”.", fixture=fixture, state=fixtures.state_words(fixture))
    if len(card.claims) > 1:
        raise RuleError("The captains sent different cards. Enter the right scores with “Correct the card”.")
    for claim in card.claims:
        _play(fixture, claim, context)
    _decide(fixture, Kind.APPROVED, write(fixture.season, context, detail={"fixture": fixture.pk}))
    return fixture


@command(Action.CORRECT_CARD, lock=lock_fixture, permission=allow)
def correct_card(fixture: Fixture, games: Games, reason: str, *, context: Context, expected_version: int) -> Fixture:
    """Say what counts in every game at once, with one reason. Games that are right stay as they are."""
    card = card_steps.card_of(fixture)
    _check_seen(fixture, card, expected_version)
    why = require_reason(reason)
    if fixture.state not in (Fixture.State.PLANNED, Fixture.State.PLAYED):
        raise RuleError("{fixture} is already marked “{state}”.", fixture=fixture, state=fixtures.state_words(fixture))
    card_games.check_shape(fixture, games)
    if not fixture.is_begun:
        raise RuleError("{fixture} has no card to correct yet. Enter one instead.", fixture=fixture)
    games, missing = card_games.with_missing(fixture, games), card_games.missing_games(fixture)
    card_games.check_games(fixture, games, is_correction=True)
    for match in card_games.decided_matches(fixture):
        if (match.round.number, match.table) in missing:
            continue
        slip = fixtures.slip_of(match, games[match.round.number - 1][match.table - 1])
        if match.standing is None or match.standing.reported.points != slip.points:
            seen = match.last_version
            results.correct_result(match.pk, slip, reason=why, context=context, expected_version=seen)
    fixtures.play_card(fixture, games, context)
    written = write(fixture.season, context, reason=why, detail={"fixture": fixture.pk})
    _decide(fixture, Kind.CORRECTED, written, why)
    return fixture


def _side(context: Context, fixture: Fixture) -> int:
    side = captain_side(context.actor, fixture)
    if side is None:
        raise NotAllowed("Only the 2 teams’ captains can do that. You can enter, approve or correct the card.")
    return side


def _open_card(fixture: Fixture) -> Card:
    """The card, while captains can still change it."""
    card = card_steps.card_of(fixture)
    if fixture.is_over or card.is_decided:
        raise Conflict("The card for {fixture} is final. Ask an organizer to correct it.", fixture=fixture)
    return card


def _asked(fixture: Fixture, context: Context, expected_version: int) -> tuple[int, CardStep]:
    """The side that answers, and the card that the other side sent and waits for an answer."""
    side = _side(context, fixture)
    card = _open_card(fixture)
    if card.state is State.REPORTED and card.claim_of(side):
        raise NotAllowed("Your own team sent this card. The other captain has to confirm or dispute it.")
    _check_seen(fixture, card, expected_version)
    claim = card.claim_of(1 - side)
    if card.state is not State.REPORTED or claim is None:
        raise _changed(fixture)
    return side, claim


def _agree(fixture: Fixture, claim: CardStep, side: int, phone: Phone | None, context: Context) -> Fixture:
    """Both sides say the same: their games become results."""
    if phone and phone.pk == claim.phone_id:
        raise NotAllowed(
            "You sent the card from this phone, so you can’t confirm it here. Use the other captain’s "
            "phone, or ask an organizer."
        )
    # Two captains agreed, so the site records it, even if one of them may do more.
    _play(fixture, claim, dataclasses.replace(context, actor=SYSTEM))
    written = write(fixture.season, context, detail={"fixture": fixture.pk})
    card_steps.append(fixture, Kind.CONFIRMED, written, side=side, answers=claim, phone=phone)
    if fixture.season.settings.approval is Approval.CAPTAINS:
        fixtures.count(fixture)
    else:
        save_fixture(fixture)
    return fixture


def _play(fixture: Fixture, claim: CardStep, context: Context) -> None:
    """Makes the games of a sent card count. WrongGames where one has counted otherwise since."""
    card_games.check_games(fixture, games_in(claim))
    fixtures.play_card(fixture, games_in(claim), context)


def _decide(fixture: Fixture, kind: Kind, written: AuditLogEntry, reason: str = "") -> None:
    """An organizer's word: it counts and is locked."""
    card_steps.append(fixture, kind, written, reason=reason)
    fixtures.count(fixture)


def _check_seen(fixture: Fixture, card: Card, expected_version: int) -> None:
    if expected_version != card.version:
        raise _changed(fixture)


def _changed(fixture: Fixture) -> Conflict:
    return Conflict("The card for {fixture} has changed since you opened this page. Check it again.", fixture=fixture)


def _event(fixture: Fixture) -> Event:
    assert fixture.event, "a card begins its fixture"
    return fixture.event


def _phone(event: Event, context: Context) -> Phone | None:
    return phone_at(event, context.device) if context.device else None


def _plain(games: Games) -> list[list[Game]]:
    return [[(home, away) for home, away in game] for game in games]
