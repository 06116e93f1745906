"""A player's own card back and faces: kept, shown to the player alone, and put back to the site's own."""

import hashlib

from django.db import transaction

from games.accounts.models import Player
from games.engine.cards import Card
from games.engine.errors import RuleError
from games.errors import NotAllowed
from games.locks import locked
from games.tables.card_art import Layout, back_from, sheet_from
from games.tables.models import CardPicture, PlayerSettings

Kind = CardPicture.Kind


def keep_back(player: Player, body: bytes) -> CardPicture:
    """This picture on the backs of all cards that the player sees. The same file again changes nothing."""
    _check_may_keep(player)
    return _keep(player, Kind.BACK, back_from(body))


def keep_faces(player: Player, body: bytes, layout: str) -> CardPicture:
    """The pictures of this sheet on the cards that it has; the others stay as the player chose them."""
    _check_may_keep(player)
    if layout not in list(Layout):
        raise RuleError("Choose the card sheet’s layout from the list.")
    return _keep(player, Kind.FACES, sheet_from(body, Layout(layout)), layout)


@transaction.atomic
def drop_picture(player: Player, kind: str) -> None:
    """The site's own again. Done twice it is done once."""
    player.card_pictures.filter(kind=kind).delete()


def picture_of(player: Player | None, digest: str) -> CardPicture | None:
    """The player's own picture; someone else's counts as missing."""
    return player.card_pictures.filter(digest=digest).first() if player else None


def sheet_with(settings: PlayerSettings, card: Card) -> CardPicture | None:
    """The player's own sheet if it has a picture of that card."""
    sheet = settings.faces
    return sheet if sheet and str(card) in Layout(sheet.layout).cards else None


def _check_may_keep(player: Player) -> None:
    if player.user is None:
        raise NotAllowed("Log in to use your own cards. We save them to your account.")


@transaction.atomic
def _keep(player: Player, kind: Kind, body: bytes, layout: str = "") -> CardPicture:
    settings, _ = locked(PlayerSettings.objects).get_or_create(player=player)
    values = {"body": body, "layout": layout, "digest": hashlib.sha256(body).hexdigest()}
    picture, _ = CardPicture.objects.update_or_create(player=player, kind=kind, defaults=values)
    setattr(settings, kind.value, picture)
    settings.save(update_fields=[kind.value])
    return picture
