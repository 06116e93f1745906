"""What is told of the date of a league match: that it has another one, and how captains agree on one."""

from collections.abc import Collection

from django.db.models import Q
from django.urls import reverse

from games.engine.messages import NOTHING, Message, message
from games.notifications.kinds import NotificationKind
from games.notifications.values import Moment
from games.notifications.writing import NewNotification, cancel_unsent, notify
from tournaments.activity_log.models import AuditLogEntry
from tournaments.leagues.date_desk import is_too_late
from tournaments.leagues.models import DateProposal, Fixture, Squad, SquadPlayer
from tournaments.notifications.recipients import organizers_in

# Translators: {fixture} is a league match such as "Elks – Moose", {when} its new day and time.
MOVED = message("{fixture} has a new date")
MOVED_WORDS = message("It’s now on {when}.")
PUT_OFF = message("{fixture} is postponed")
PUT_OFF_WORDS = message("There’s no new date yet.")

# Translators: {squad} is a team, {fixture} a league match such as "Elks – Moose", {when} a day and time, {reason} what
# a captain or an organizer typed.
PROPOSED = message("{squad} proposes other dates for {fixture}")
REASON = message("Reason: {reason}")
DECLINED = message("{squad} declined your dates for {fixture}")
TO_APPROVE = message("{fixture}: a new date needs your approval")
TO_APPROVE_WORDS = message("The proposed date is {when}.")
REFUSED = message("An organizer declined the new date for {fixture}")
WITHDRAWN = message("{squad} withdrew its dates for {fixture}")
EXPIRED = message("No one picked a date for {fixture} in time")
EXPIRED_PICK = message("No organizer approved the new date for {fixture} in time")
STAYS = message("It’s still on {when}.")

State = DateProposal.State


def postpone(entry: AuditLogEntry) -> None:
    """Everyone in both teams, of the date that it has by now."""
    fixture = Fixture.objects.select_related(*_OF_FIXTURE).filter(pk=entry.detail.get("fixture")).first()
    if fixture is None:
        return
    club, name = fixture.season.league.club, str(fixture)
    title, words = PUT_OFF(fixture=name), PUT_OFF_WORDS
    if fixture.state != Fixture.State.POSTPONED:
        title, words = MOVED(fixture=name), MOVED_WORDS(when=Moment(fixture.starts_at, club.zone))
    squads = SquadPlayer.objects.filter(squad__in=[fixture.home_id, fixture.away_id], until__isnull=True)
    link = fixture.get_absolute_url()
    drafts = [NewNotification(player, title, link, words) for player in squads.values_list("player", flat=True)]
    notify(NotificationKind.FIXTURE_MOVED, f"{entry.pk}", drafts, zone=club.zone)


def propose(entry: AuditLogEntry) -> None:
    """The captains who can answer. Also those whose own dates were answered with others."""
    proposal = _proposal(journal=entry)
    if proposal and proposal.state == State.OPEN and not is_too_late(proposal):
        title = PROPOSED(squad=str(proposal.squad), fixture=str(proposal.fixture))
        _tell(entry, proposal, _captains(proposal.answering), title, REASON(reason=proposal.reason))


def pick(entry: AuditLogEntry) -> None:
    """Both teams, of the new date; or the organizers, who have to approve it."""
    proposal = _proposal(answered=entry)
    if proposal and proposal.state == State.ACCEPTED and proposal.decided_id is None:
        postpone(entry)
    elif proposal and proposal.state == State.PICKED and proposal.pick:
        club = proposal.season.league.club
        title = TO_APPROVE(fixture=str(proposal.fixture))
        words = TO_APPROVE_WORDS(when=Moment(proposal.pick, club.zone))
        drafts = [NewNotification(player, title, _page(proposal), words) for player in organizers_in(club)]
        notify(NotificationKind.DATE_TO_APPROVE, f"{proposal.pk}", drafts, zone=club.zone)


def decline(entry: AuditLogEntry) -> None:
    """The captains who proposed."""
    if proposal := _proposal(answered=entry):
        title = DECLINED(squad=str(proposal.answering), fixture=str(proposal.fixture))
        _tell(entry, proposal, _captains(proposal.squad), title, _why(proposal))


def refuse(entry: AuditLogEntry) -> None:
    """The captains of both teams."""
    if proposal := _proposal(decided=entry):
        _tell(
            entry, proposal, _captains(*proposal.fixture.squads), REFUSED(fixture=str(proposal.fixture)), _why(proposal)
        )


def withdraw(entry: AuditLogEntry) -> None:
    """The captains who had picked a date. No one is asked to pick one any longer, or to approve it."""
    proposal = _proposal(decided=entry) or _proposal(answered=entry)
    if proposal is None:
        return
    cancel_unsent(NotificationKind.DATES_PROPOSED, f"{proposal.journal_id}")
    cancel_unsent(NotificationKind.DATE_TO_APPROVE, f"{proposal.pk}")
    if proposal.picked:
        title = WITHDRAWN(squad=str(proposal.squad), fixture=str(proposal.fixture))
        _tell(entry, proposal, _captains(proposal.answering), title)


def expire(entry: AuditLogEntry) -> None:
    """The captains who waited for an answer, unless the match has another date, of which they're told anyway."""
    proposal = _proposal(decided=entry) or _proposal(answered=entry)
    if proposal is None or not proposal.is_as_it_was:
        return
    fixture, waited = str(proposal.fixture), [proposal.squad]
    title = EXPIRED(fixture=fixture)
    if proposal.picked:
        title, waited = EXPIRED_PICK(fixture=fixture), [*proposal.fixture.squads]
    words = NOTHING
    if not proposal.was_postponed:
        words = STAYS(when=Moment(proposal.was_at, proposal.season.league.club.zone))
    _tell(entry, proposal, _captains(*waited), title, words)


_OF_FIXTURE = "season__league__club", "home__team", "away__team"


def _proposal(**which: AuditLogEntry) -> DateProposal | None:
    """The one that the log's entry began, answered or decided."""
    related = (f"fixture__{name}" for name in _OF_FIXTURE)
    return DateProposal.objects.select_related(*related).prefetch_related("dates").filter(Q(**which)).first()


def _captains(*squads: Squad) -> set[int]:
    captains = SquadPlayer.objects.filter(squad__in=squads, is_captain=True, until__isnull=True)
    return set(captains.values_list("player", flat=True))


def _why(proposal: DateProposal) -> Message:
    return REASON(reason=proposal.answer_reason) if proposal.answer_reason else NOTHING


def _page(proposal: DateProposal) -> str:
    return reverse("fixture_dates", args=[proposal.season.slug, proposal.fixture.number])


def _tell(
    entry: AuditLogEntry, proposal: DateProposal, players: Collection[int], title: Message, words: Message = NOTHING
) -> None:
    """The same to each of them, but for the one who did it."""
    drafts = [NewNotification(player, title, _page(proposal), words) for player in players if player != entry.player_id]
    notify(NotificationKind.DATES_PROPOSED, f"{entry.pk}", drafts, zone=proposal.season.league.club.zone)
