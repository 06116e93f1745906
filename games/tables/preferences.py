"""How a player likes his tables: cards, colours, and what may be done for him. His own business alone."""

from django.db import transaction

from games.accounts.models import Player
from games.tables.models import PlayerSettings


def settings_of(player: Player | None) -> PlayerSettings:
    """The player's settings, or the usual ones."""
    if player is None:
        return PlayerSettings()
    with_pictures = PlayerSettings.objects.select_related("back", "faces").defer("back__body", "faces__body")
    return with_pictures.filter(player=player).first() or PlayerSettings(player=player)


@transaction.atomic
def save_settings(settings: PlayerSettings, player: Player) -> PlayerSettings:
    """Keep them. Sent twice they are kept once. The player's own pictures have a door of their own (`own_cards`)."""
    chosen = [field.attname for field in PlayerSettings._meta.fields[2:] if field.editable]
    values = {name: getattr(settings, name) for name in chosen}
    saved, _ = PlayerSettings.objects.update_or_create(player=player, defaults=values)
    return saved
