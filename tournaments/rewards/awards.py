"""Awards as an honour: per player, computed from games and placings, compared with the stored ones, announced once."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from games.accounts.models import Player
from games.locks import locked
from tournaments.honours.achievements import awards as pure
from tournaments.honours.achievements.catalogue import PRACTICE_ROWS, ROWS
from tournaments.honours.achievements.counting import Counting
from tournaments.honours.facts import Placing, PlayedGame, Position
from tournaments.rewards.award_countings import count_up, forget_from, participations_after
from tournaments.rewards.counting import read
from tournaments.rewards.custom_achievements import EDGES, KIND, PLACES, own_achievements
from tournaments.rewards.models import Award, AwardCounting, GameParticipation, PlacementFact, RewardJob
from tournaments.rewards.queue import Fact, Honour, position_of
from tournaments.rewards.sources import edges_of, own_edges, placings_of
from tournaments.rewards.unlocks import announce
from tournaments.signals import achievements_revoked


def keys(fact: Fact) -> Iterator[str]:
    if isinstance(fact, Placing):
        yield f"{fact.player}/{PLACES}"
    elif isinstance(fact, PlayedGame):
        yield from (str(player) for player in fact.players if player not in fact.bots)


def recompute(wanted: Mapping[str, Position | None]) -> None:
    """The awards of these players. wanted: key → the first game that changed; None for all of them."""
    numbers = {int(key.partition("/")[0]) for key in wanted}
    players = list(locked(Player.objects.filter(pk__in=numbers)).order_by("pk"))
    if not players:
        return
    known = [player.pk for player in players]
    forget_from(_changed_from(wanted, known))
    counted, placings = count_up(known), placings_of(known)
    stored: dict[int, list[Award]] = defaultdict(list)
    for award in Award.objects.filter(player__in=players):
        stored[award.player_id].append(award)
    new: list[pure.Award] = []
    for player in players:
        counting, achievements = counted[player.pk]
        awarded = [achievement for achievement in achievements if not achievement.is_practice]
        earned = pure.earned(counting, placings[player.pk], awarded).awards
        new += _write_known(player, stored[player.pk], earned)
    announce(new, placings)


def _changed_from(wanted: Mapping[str, Position | None], players: Collection[int]) -> dict[int, Position | None]:
    """From which game on the players' are counted again, also for what else is due about them. A changed place has no
    game."""
    waiting = [key for player in players for key in (str(player), f"{player}/{EDGES}") if key not in wanted]
    due = {
        reward_job.key: position_of(reward_job) for reward_job in RewardJob.objects.filter(kind=KIND, key__in=waiting)
    }
    starts: dict[int, Position | None] = {}
    for key, since in (due | dict(wanted)).items():
        player, _, part = key.partition("/")
        if part != PLACES and int(player) in players:
            before = starts.get(int(player), since)
            starts[int(player)] = min(before, since) if before and since else None
    return starts


def _write_known(player: Player, stored: Sequence[Award], due: Iterable[pure.Award]) -> Sequence[pure.Award]:
    """Brings what is stored of a player up to date. Returns what is new."""
    awards = {(held.achievement, held.tier): held for held in stored}
    difference = pure.compare(map(read_award, stored), due)
    gone = [awards[revoked.achievement, revoked.tier].pk for revoked in difference.revoked]
    if gone:
        Award.objects.filter(pk__in=gone).delete()
        revoked = [(award.achievement, award.tier) for award in difference.revoked]
        achievements_revoked.send(Award, player=player, awards=revoked)
    for award in difference.changed:
        Award.objects.filter(pk=awards[award.achievement, award.tier].pk).update(
            earned_at=award.at, evidence=list(award.evidence)
        )
    return difference.new


def read_award(award: Award) -> pure.Award:
    return pure.Award(award.player_id, award.achievement, award.tier, award.earned_at, tuple(award.evidence))


def forget() -> None:
    Award.objects.all().delete()
    AwardCounting.objects.all().delete()


def all_keys() -> list[str]:
    """Everyone who has played, or has a place without playing: a player of a champion squad who was not needed."""
    played, placed = (
        model.objects.filter(player__is_bot=False).order_by().values_list("player", flat=True)
        for model in (GameParticipation, PlacementFact)
    )
    return [str(player) for player in played.union(placed).order_by("player")]


def check() -> Iterator[str]:
    """Awards, and what is counted for them, are what the facts add up to; no one else has any."""
    waiting = {int(key.partition("/")[0]) for key in RewardJob.objects.filter(kind=KIND).values_list("key", flat=True)}
    known = {int(key) for key in all_keys()}
    for player_id in sorted(known - waiting):
        yield from _differences(player_id)
    for award in Award.objects.exclude(player__in=known | waiting):
        yield f"Award {award.pk}: player {award.player_id} has played nothing that counts."


def _differences(player_id: int) -> Iterator[str]:
    """Differences from everything counted again, from the first game, in one go."""
    participations = GameParticipation.objects.filter(player=player_id, counted__has_bots=False)
    clubs = participations.order_by().values_list("club_id", flat=True).distinct()
    awarded = (*ROWS, *own_achievements(club for club in clubs if club))
    games = [read(participation.counted) for participation in participations_after({player_id: None})]
    counting = Counting(player_id)
    counting.begin((*awarded, *PRACTICE_ROWS))
    counting.add(games, own_edges(edges_of(games), player_id))
    fresh = pure.earned(counting, placings_of([player_id])[player_id], awarded).awards
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


TOGETHER = 16
"""Players whose awards are computed in one go: a match has four."""
AWARDS = Honour(KIND, keys, recompute, forget, all_keys, check, TOGETHER)
