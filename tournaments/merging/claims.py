"""An account says that a record of the club is its own. An organizer, who knows the person, agrees: then they merge."""

from dataclasses import dataclass

from games.accounts.models import Player
from games.engine.errors import RuleError
from tournaments.activity_log.models import Action, AuditLogEntry
from tournaments.clubs.identity import player_of, records_of
from tournaments.clubs.models import Club, Membership
from tournaments.commands import command, lock_club
from tournaments.context import Context
from tournaments.errors import Conflict, NotAllowed
from tournaments.merging.commands import Locked, lock, merge_locked
from tournaments.merging.models import PlayerMerge, RecordClaim
from tournaments.merging.preview import preview_of
from tournaments.permissions import Permission

Status = RecordClaim.Status
MAX_OPEN = 5
"""Of one account at one club."""


@command(
    Action.CLAIM_RECORD, lock=lock_club, permission=None, replay=lambda done: RecordClaim.objects.get(journal=done)
)
def claim_record(club: Club, record_id: int, words: str, *, context: Context) -> RecordClaim:
    """Ask for a record. words: how an organizer can tell."""
    if context.actor.user is None:
        raise NotAllowed("Log in to claim this record.")
    player = player_of(context.actor.user)
    record = Player.objects.get(pk=record_id)
    if problems := preview_of(club, player, record).problems:
        raise RuleError(" ".join(problems))
    mine = RecordClaim.objects.filter(club=club, player=player, status=Status.OPEN)
    if same := mine.filter(record=record).first():
        return same
    if mine.count() >= MAX_OPEN:
        raise RuleError(
            "You already have {number} open requests at this club. Wait for an answer first.", number=MAX_OPEN
        )
    written = context.log(detail={"kept": player.pk, "gone": record_id})
    return RecordClaim.objects.create(club=club, player=player, record=record, words=words, journal=written)


@dataclass(frozen=True)
class _LockedClaim:
    claim: RecordClaim
    held: Locked

    @property
    def club(self) -> Club:
        return self.held.club


def _lock(claim_id: int) -> RecordClaim:
    claim = RecordClaim.objects.select_related("club", "player", "record").get(pk=claim_id)
    claim.club = lock_club(claim.club_id)
    return claim


def _lock_both(claim_id: int) -> _LockedClaim:
    claim = RecordClaim.objects.select_related("player", "record").get(pk=claim_id)
    held = lock(claim.club_id, records_of(claim.record))
    claim.club = held.club
    return _LockedClaim(claim, held)


@command(
    Action.AGREE_CLAIM,
    lock=_lock_both,
    permission=Permission.LOOK_AFTER_PLAYERS,
    replay=lambda done: PlayerMerge.objects.get(journal=done),
    not_hashed=("expected_version",),
)
def agree_claim(asked: _LockedClaim, *, context: Context, expected_version: str) -> PlayerMerge:
    """It is the same person: the record is merged into the account's. expected_version: the digest of the preview."""
    claim = asked.claim
    if context.actor.user is not None and context.actor.user.pk == claim.player.user_id:
        raise NotAllowed("You can’t approve your own request. Ask another organizer.")
    written = _answer(claim, Status.AGREED, context)
    return merge_locked(asked.held, claim.player, claim.record, written, expected_version)


@command(Action.DECLINE_CLAIM, lock=_lock, permission=Permission.LOOK_AFTER_PLAYERS)
def decline_claim(claim: RecordClaim, *, context: Context) -> RecordClaim:
    """Records that the player is someone else: nothing changes."""
    _answer(claim, Status.DECLINED, context)
    return claim


def open_claims(club: Club) -> list[RecordClaim]:
    record_claims = RecordClaim.objects.filter(club=club, status=Status.OPEN)
    return list(record_claims.select_related("player", "record"))


def claimable(player: Player) -> Membership | None:
    """The club at which a user may claim this record; None for accounts, bots and merged records."""
    if player.user_id or player.is_bot or player.erased_at or hasattr(player, "alias"):
        return None
    memberships = list(player.memberships.select_related("club")[:2])
    return memberships[0] if len(memberships) == 1 else None


def _answer(claim: RecordClaim, status: Status, context: Context) -> AuditLogEntry:
    """Needs the club's lock."""
    claim.refresh_from_db(fields=["status"])
    if claim.status != Status.OPEN:
        raise Conflict("This request was already answered: {answer}.", answer=claim.get_status_display().lower())
    claim.status = status
    claim.save(update_fields=["status"])
    detail = {"kept": claim.player_id, "gone": claim.record_id}
    return context.log(claim.club, detail=detail)
