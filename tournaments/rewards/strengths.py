"""How strong people play, for those who look for a game online: the rating from the most games without bots."""

from collections.abc import Collection, Mapping

from games.engine.choices import Variant
from games.finding.kinds import register_strengths
from tournaments.rewards.models import PlayerRating


def strengths(players: Collection[int], variant: Variant) -> Mapping[int, int]:
    """As everyone sees it, by player; of whichever club, or of friendly games."""
    player_ratings = PlayerRating.objects.filter(player__in=players, pool__variant=variant.value, pool__has_bots=False)
    return dict(player_ratings.order_by("games", "-pool").values_list("player", "number"))


register_strengths(strengths)
