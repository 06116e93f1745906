"""An account says that a record of the club is its own. An organizer, who knows the person, agrees: then they merge."""

from django.db import transaction

from games.engine.errors import RuleError
from games.models import Player
from tournaments.errors import NotAllowed, Stale
from tournaments.models import Club, JournalEntry, Membership, PlayerMerge, RecordClaim
from tournaments.permissions import Verb, require
from tournaments.services import journal
from tournaments.services.events.setup import player_of
from tournaments.services.journal import By
from tournaments.services.people.merge_preview import preview_of
from tournaments.services.people.merges import lock, merge_locked
from tournaments.services.people.persons import records_of

Status = RecordClaim.Status
MOST_OPEN = 5
"""Of one account at one club."""


@transaction.atomic
def claim_record(club_id: int, record_id: int, words: str, *, by: By) -> RecordClaim:
    """Ask for a record. words: how an organizer can tell."""
    club, body = journal.lock_club(club_id), {"club": club_id, "record": record_id, "words": words}
    if done := journal.replayed(by, "claim_record", body):
        return RecordClaim.objects.get(journal=done)
    if by.actor.user is None:
        raise NotAllowed("Log in to say that this is you.")
    player = player_of(by.actor.user)
    record = Player.objects.get(pk=record_id)
    if problems := preview_of(club, player, record).problems:
        raise RuleError(" ".join(problems))
    mine = RecordClaim.objects.filter(club=club, player=player, status=Status.OPEN)
    if same := mine.filter(record=record).first():
        return same
    if mine.count() >= MOST_OPEN:
        raise RuleError("{number} of your questions are open. Wait for the answers first.", number=MOST_OPEN)
    written = journal.write_club(club, "claim_record", by, body, detail={"kept": player.pk, "gone": record_id})
    return RecordClaim.objects.create(club=club, player=player, record=record, words=words, journal=written)


@transaction.atomic
def agree_claim(claim_id: int, *, by: By, seen: str) -> PlayerMerge:
    """It is the same person: the record is merged into the account's. seen: the digest of the preview."""
    claim, body = _claim(claim_id), {"claim": claim_id}
    if done := journal.replayed(by, "agree_claim", body):
        return PlayerMerge.objects.get(journal=done)
    held = lock(claim.club_id, records_of(claim.record))
    require(by.actor, Verb.LOOK_AFTER_PLAYERS, held.club)
    if by.actor.user is not None and by.actor.user.pk == claim.player.user_id:
        raise NotAllowed("Somebody else has to agree that this is you.")
    written = _answer(claim, Status.AGREED, "agree_claim", by)
    return merge_locked(held, claim.player, claim.record, written, seen)


@transaction.atomic
def decline_claim(claim_id: int, *, by: By) -> RecordClaim:
    claim, body = _claim(claim_id), {"claim": claim_id}
    journal.lock_club(claim.club_id)
    if not journal.replayed(by, "decline_claim", body):
        require(by.actor, Verb.LOOK_AFTER_PLAYERS, claim.club)
        _answer(claim, Status.DECLINED, "decline_claim", by)
    return claim


def open_claims(club: Club) -> list[RecordClaim]:
    rows = RecordClaim.objects.filter(club=club, status=Status.OPEN)
    return list(rows.select_related("player", "record"))


def claimable(player: Player) -> Membership | None:
    """The club at which somebody may say that this record is his; None for accounts, bots and merged records."""
    if player.user_id or player.is_bot or player.erased_at or hasattr(player, "alias"):
        return None
    rows = list(player.memberships.select_related("club")[:2])
    return rows[0] if len(rows) == 1 else None


def _claim(claim_id: int) -> RecordClaim:
    return RecordClaim.objects.select_related("club", "player", "record").get(pk=claim_id)


def _answer(claim: RecordClaim, status: Status, verb: str, by: By) -> JournalEntry:
    """Needs the club's lock."""
    claim.refresh_from_db(fields=["status"])
    if claim.status != Status.OPEN:
        raise Stale("That was answered meanwhile: {answer}.", answer=claim.get_status_display().lower())
    claim.status = status
    claim.save(update_fields=["status"])
    detail = {"kept": claim.player_id, "gone": claim.record_id}
    return journal.write_club(claim.club, verb, by, {"claim": claim.pk}, detail=detail)
