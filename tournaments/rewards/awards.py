"""Awards as an honour: per player, computed from games and placings, compared with what is there, and told once."""

from collections.abc import Iterable, Iterator

from games.accounts.models import Player
from games.locks import locked
from tournaments.honours.achievements import awards as pure
from tournaments.honours.achievements.catalogue import PRACTICE_ROWS, ROWS
from tournaments.honours.achievements.counting import Counting
from tournaments.honours.facts import Placing, PlayedGame, Position
from tournaments.rewards.award_countings import count_up, forget_from, participations_after
from tournaments.rewards.counting import read
from tournaments.rewards.custom_achievements import EDGES, KIND, PLACES, own_achievements
from tournaments.rewards.models import Award, AwardCounting, CountedPlace, GameParticipation, RewardJob
from tournaments.rewards.queue import Fact, Honour, position_of
from tournaments.rewards.sources import edges_of, placings_of
from tournaments.rewards.unlocks import announce


def keys(fact: Fact) -> Iterator[str]:
    if isinstance(fact, Placing):
        yield f"{fact.player}/{PLACES}"
    elif isinstance(fact, PlayedGame):
        yield from (str(player) for player in fact.players if player not in fact.bots)


def recompute(key: str, since: Position | None) -> None:
    number, _, part = key.partition("/")
    player = locked(Player.objects).filter(pk=number).first()
    if player is None:
        return
    if part != PLACES:
        forget_from(player.pk, since)
    for due in RewardJob.objects.filter(kind=KIND, key__in=(number, f"{number}/{EDGES}")).exclude(key=key):
        forget_from(player.pk, position_of(due))
    counting, achievements = count_up(player.pk)
    placings = placings_of(player.pk)
    awarded = [one for one in achievements if not one.is_practice]
    _write(player, pure.earned(counting, placings, awarded).awards, placings)


def _write(player: Player, due: Iterable[pure.Award], placings: Iterable[Placing]) -> None:
    stored = list(Award.objects.filter(player=player))
    rows = {(row.achievement, row.tier): row for row in stored}
    difference = pure.compare(map(read_award, stored), due)
    gone = [rows[one.achievement, one.tier].pk for one in difference.revoked]
    if gone:
        Award.objects.filter(pk__in=gone).delete()
    for one in difference.changed:
        Award.objects.filter(pk=rows[one.achievement, one.tier].pk).update(
            earned_at=one.at, evidence=list(one.evidence)
        )
    if difference.new:
        announce(player, difference.new, placings)


def read_award(row: Award) -> pure.Award:
    return pure.Award(row.player_id, row.achievement, row.tier, row.earned_at, tuple(row.evidence))


def forget() -> None:
    Award.objects.all().delete()
    AwardCounting.objects.all().delete()


def all_keys() -> list[str]:
    """Whoever has played, or has a place without: a champion squad's player who was not needed."""
    played, placed = (
        model.objects.filter(player__is_bot=False).order_by().values_list("player", flat=True)
        for model in (GameParticipation, CountedPlace)
    )
    return [str(player) for player in played.union(placed).order_by("player")]


def check() -> Iterator[str]:
    """Awards, and what is counted for them, are what the facts amount to; nobody else has any."""
    waiting = {int(key.partition("/")[0]) for key in RewardJob.objects.filter(kind=KIND).values_list("key", flat=True)}
    known = {int(key) for key in all_keys()}
    for player_id in sorted(known - waiting):
        yield from _differences(player_id)
    for row in Award.objects.exclude(player__in=known | waiting):
        yield f"Award {row.pk}: player {row.player_id} has played nothing that counts."


def _differences(player_id: int) -> Iterator[str]:
    """Everything counted anew, from the first game, in one go."""
    participations = GameParticipation.objects.filter(player=player_id, counted__has_bots=False)
    clubs = participations.order_by().values_list("club_id", flat=True).distinct()
    awarded = (*ROWS, *own_achievements(club for club in clubs if club))
    games = [read(participation.counted) for participation in participations_after(player_id, None)]
    counting = Counting(player_id)
    counting.begin((*awarded, *PRACTICE_ROWS))
    counting.add(games, edges_of(player_id, [game.id for game in games]))
    fresh = pure.earned(counting, placings_of(player_id), awarded).awards
    stored = {award.key: award for award in map(read_award, Award.objects.filter(player=player_id))}
    for award in fresh:
        if stored.pop(award.key, None) != award:
            yield f"Player {player_id}: {award.achievement}, tier {award.tier}, is not awarded as the facts say."
    for award in stored.values():
        yield f"Player {player_id}: {award.achievement}, tier {award.tier}, is awarded without evidence."
    newest = AwardCounting.objects.filter(player=player_id).last()
    agrees = (newest.games, newest.counted) == (len(games), counting.data()) if newest else not games
    if not agrees:
        yield f"Player {player_id}: what is counted for achievements is not what the games amount to."


AWARDS = Honour(KIND, keys, recompute, forget, all_keys, check)
