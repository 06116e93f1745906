"""A membership that goes over to another record, and back."""

from dataclasses import asdict, dataclass
from typing import Any

from games.models import Player
from tournaments.models import Club, Membership, Role
from tournaments.services.jackpots.races import members_changed


@dataclass(frozen=True)
class Handed:
    """role, number: of the record that is used no more. before: the role of the other one, "" for none. took_number,
    took_email: whether the other one had none of its own and has them now."""

    role: str
    number: str
    before: str
    took_number: bool
    took_email: bool

    def data(self) -> dict[str, Any]:
        return asdict(self)


def hand_over(club: Club, kept: Player, gone: Player) -> tuple[Handed, str]:
    """With the address of the membership that ends. Roles that let somebody run things never go over; who was a member
    stays one."""
    old = Membership.objects.get(club=club, player=gone)
    own = Membership.objects.filter(club=club, player=kept).first()
    before = own.role if own else ""
    old.delete()
    own = own or Membership(club=club, player=kept, role=Role.GUEST)
    if own.role == Role.GUEST and old.role != Role.GUEST:
        own.role = Role.MEMBER
    took_number, took_email = bool(old.number and not own.number), bool(old.email and not own.email)
    own.number, own.email = own.number or old.number, own.email or old.email
    own.save()
    members_changed(club.pk)
    return Handed(old.role, old.number, before, took_number, took_email), old.email


def give_back(club: Club, kept: Player, gone: Player, was: Handed, email: str) -> None:
    """The inverse. A number that somebody else has by now is not taken away."""
    if own := Membership.objects.filter(club=club, player=kept).first():
        if was.took_number and own.number == was.number:
            own.number = ""
        if was.took_email and own.email == email:
            own.email = ""
        if was.before == Role.GUEST and own.role == Role.MEMBER:
            own.role = Role.GUEST
        own.save()
        if not was.before and own.role in (Role.GUEST, Role.MEMBER):
            own.delete()
    taken = was.number and Membership.objects.filter(club=club, number=was.number).exists()
    about = {"role": was.role, "number": "" if taken else was.number, "email": email}
    Membership.objects.get_or_create(club=club, player=gone, defaults=about)
    members_changed(club.pk)
