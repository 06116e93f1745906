"""Ratings as an honour: a pool is played through again from the earliest game that changed, not from before it.

Where a replay starts, each player's rating is in their last change before it, so one more result reads and writes the
rows of its own players, however many games the pool has.
"""

from collections.abc import Iterable, Iterator
from itertools import islice

from django.db.models import OuterRef, Q, QuerySet, Subquery

from games.accounts.models import Player
from games.engine.choices import Variant
from games.locks import locked
from tournaments.clubs.models import Club
from tournaments.honours.facts import PlayedGame, Position
from tournaments.honours.ratings.pools import Pool, pool_of
from tournaments.honours.ratings.rating import USUAL, Method, Rating
from tournaments.honours.ratings.replay import START, Change, Ladder, replay
from tournaments.honours.ratings.shown import shown
from tournaments.honours.ratings.stored import rating_from, rating_text
from tournaments.rewards.counting import read_games
from tournaments.rewards.models import GameFact, PlayerRating, RatingChange, RatingPool, RewardJob
from tournaments.rewards.queue import Fact, Honour, enqueue, one_by_one
from tournaments.rewards.scopes import scopes_of_pool, tell_boards
from tournaments.rewards.upsets import make_awards_due, note_moved, upsets_in

KIND = "rating"
CHUNK = 500


def key_of(pool: Pool) -> str:
    return f"{pool.club}:{pool.variant.value}:{int(pool.has_bots)}"


def pool_from(key: str) -> Pool:
    """The inverse of `key_of`."""
    club, variant, has_bots = key.split(":")
    return Pool(int(club), Variant(variant), has_bots == "1")


def keys(fact: Fact) -> Iterator[str]:
    pool = pool_of(fact) if isinstance(fact, PlayedGame) else None
    if pool is not None:
        yield key_of(pool)


def recompute(key: str, earliest: Position | None) -> None:
    pool = pool_from(key)
    rating_pool = _locked(pool)
    method = _method_of(rating_pool.club)
    known = _forget_changes(rating_pool, earliest)
    moved: dict[int, Position] = {}
    people = _moved_since(rating_pool, earliest)
    ladder = START
    for games in _chunks(_rated(pool, _games_of(pool).filter(_since("number", earliest)))):
        newcomers = {player for game in games for player in game.players} - ladder.ratings.keys()
        start = Ladder(
            _ratings_before(rating_pool, newcomers, earliest) | dict(ladder.ratings), ladder.games, ladder.through
        )
        done = replay(games, start, method)
        numbered = {game.id: game for game in games}
        _write(rating_pool, done.changes, numbered)
        before = [change for number in numbered for change in known.get(number, ())]
        note_moved(moved, upsets_in(before, numbered), upsets_in(done.changes, numbered), numbered)
        people |= newcomers
        ladder = done.ladder
    finals = {player: ladder.ratings[player] for player in people & ladder.ratings.keys()}
    _write_finals(rating_pool, people, finals | _ratings_before(rating_pool, people - finals.keys(), earliest))
    make_awards_due(moved)
    tell_boards(scopes_of_pool(pool))


def _locked(pool: Pool) -> RatingPool:
    """Its row, and the lock under which its ratings are written."""
    fields = {"club_id": pool.club or None, "variant": pool.variant.value, "has_bots": pool.has_bots}
    return locked(RatingPool.objects.select_related("club")).get_or_create(key=key_of(pool), defaults=fields)[0]


def _method_of(club: Club | None) -> Method:
    """As the club decided; friendly games belong to none."""
    return Method(float(club.rating_margin)) if club and club.rating_margin else USUAL


def rate_again(club_id: int) -> None:
    """All pools of a club, from their first games on: it rates in another way."""
    enqueue(KIND, list(RatingPool.objects.filter(club=club_id).values_list("key", flat=True)))


def _forget_changes(rating_pool: RatingPool, earliest: Position | None) -> dict[int, list[Change]]:
    """Deletes what the replay will write again. Game → what it was."""
    rating_changes = rating_pool.changes.filter(_since("counted_id", earliest)).order_by()
    changes: dict[int, list[Change]] = {}
    for game, player, before, after in rating_changes.values_list("counted_id", "player_id", "before", "after"):
        changes.setdefault(game, []).append(Change(game, player, rating_from(before), rating_from(after)))
    if changes:
        rating_changes.delete()
    return changes


def _moved_since(rating_pool: RatingPool, earliest: Position | None) -> set[int]:
    """Everyone whose present rating may come from a game that is played through again, or is gone."""
    moved = rating_pool.ratings if earliest is None else rating_pool.ratings.filter(last_at__gte=earliest.ended_at)
    return set(moved.values_list("player_id", flat=True))


def _since(number: str, earliest: Position | None) -> Q:
    """Not before that position; the first part is what an index finds."""
    if earliest is None:
        return Q()
    return Q(ended_at__gte=earliest.ended_at) & ~Q(**{"ended_at": earliest.ended_at, f"{number}__lt": earliest.game})


def _before(earliest: Position) -> Q:
    return Q(ended_at__lte=earliest.ended_at) & ~Q(ended_at=earliest.ended_at, counted_id__gte=earliest.game)


def _games_of(pool: Pool) -> QuerySet[GameFact]:
    """In their order. Forfeits and sides that cannot be rated are still among them."""
    return GameFact.objects.filter(club=pool.club or None, variant=pool.variant.value, has_bots=pool.has_bots).order_by(
        "ended_at", "number"
    )


def _rated(pool: Pool, game_facts: QuerySet[GameFact]) -> Iterator[PlayedGame]:
    return (game for game in read_games(game_facts.iterator(chunk_size=2000)) if pool_of(game) == pool)


def _chunks(games: Iterable[PlayedGame]) -> Iterator[list[PlayedGame]]:
    source = iter(games)
    while chunk := list(islice(source, CHUNK)):
        yield chunk


def _ratings_before(rating_pool: RatingPool, players: set[int], earliest: Position | None) -> dict[int, Rating]:
    """As they stood when the replay starts; newcomers are left out. One look at an index for each."""
    if earliest is None or not players:
        return {}
    latest = RatingChange.objects.filter(_before(earliest), pool=rating_pool, player=OuterRef("pk"))
    texts = Player.objects.order_by().annotate(
        text=Subquery(latest.order_by("-ended_at", "-counted_id").values("after")[:1])
    )
    before: dict[int, Rating] = {}
    for some in _numbers(players):
        read = texts.filter(pk__in=some, text__isnull=False).values_list("pk", "text")
        before |= {player: rating_from(text) for player, text in read}
    return before


def _numbers(players: set[int]) -> Iterator[list[int]]:
    ordered = sorted(players)
    return (ordered[start : start + CHUNK] for start in range(0, len(ordered), CHUNK))


def _write(rating_pool: RatingPool, changes: Iterable[Change], games: dict[int, PlayedGame]) -> None:
    """A game that was rated in another pool before leaves its changes there behind."""
    RatingChange.objects.filter(counted__in=games).exclude(pool=rating_pool).delete()
    RatingChange.objects.bulk_create(
        RatingChange(
            pool=rating_pool,
            counted_id=change.game,
            player_id=change.player,
            ended_at=games[change.game].ended_at,
            before=rating_text(change.before),
            after=rating_text(change.after),
            mu=change.after.mu,
            sigma=change.after.sigma,
        )
        for change in changes
    )


def _write_finals(rating_pool: RatingPool, people: set[int], finals: dict[int, Rating]) -> None:
    for some in _numbers(people - finals.keys()):
        rating_pool.ratings.filter(player__in=some).delete()
    PlayerRating.objects.bulk_create(
        (
            PlayerRating(pool=rating_pool, player_id=player, **fields_of(rating))
            for player, rating in sorted(finals.items())
        ),
        batch_size=CHUNK,
        update_conflicts=True,
        unique_fields=["pool", "player"],
        update_fields=["text", "mu", "sigma", "games", "last_at", "number", "give_or_take", "is_provisional"],
    )


def fields_of(rating: Rating) -> dict[str, object]:
    """The columns of a current rating."""
    assert rating.last is not None, "it comes from a game"
    seen = shown(rating, rating.last.ended_at)
    return {
        "text": rating_text(rating),
        "mu": rating.mu,
        "sigma": rating.sigma,
        "games": rating.games,
        "last_at": rating.last.ended_at,
        "number": seen.number,
        "give_or_take": seen.give_or_take,
        "is_provisional": seen.is_provisional,
    }


def forget() -> None:
    RatingChange.objects.all().delete()
    PlayerRating.objects.all().delete()


def all_keys() -> list[str]:
    """Of every pool in which there is a game, or was one."""
    pools = GameFact.objects.order_by().values_list("club", "variant", "has_bots").distinct()
    counted = {key_of(Pool(club or 0, Variant(variant), has_bots)) for club, variant, has_bots in pools}
    return sorted(counted | set(RatingPool.objects.values_list("key", flat=True)))


def check() -> Iterator[str]:
    """Every pool that is not due replays to the ratings and changes that are stored."""
    due = set(RewardJob.objects.filter(kind=KIND).values_list("key", flat=True))
    for key in all_keys():
        if key not in due and not _replays(key):
            yield f"The ratings of pool {key} are not those that its games give."


def _replays(key: str) -> bool:
    pool = pool_from(key)
    method = _method_of(Club.objects.filter(pk=pool.club).first())
    done = replay(_rated(pool, _games_of(pool)), method=method)
    changes = {
        (change.game, change.player, rating_text(change.before), rating_text(change.after)) for change in done.changes
    }
    stored = RatingChange.objects.filter(pool__key=key)
    if changes != set(stored.values_list("counted_id", "player_id", "before", "after")):
        return False
    finals = {player: fields_of(rating) for player, rating in done.ladder.ratings.items()}
    player_ratings = PlayerRating.objects.filter(pool__key=key)
    return finals == {
        player_rating.player_id: {name: getattr(player_rating, name) for name in FIELDS}
        for player_rating in player_ratings
    }


FIELDS = ("text", "mu", "sigma", "games", "last_at", "number", "give_or_take", "is_provisional")


def is_being_recomputed(pool_key: str) -> bool:
    return RewardJob.objects.filter(kind=KIND, key=pool_key).exists()


RATINGS = Honour(KIND, keys, one_by_one(recompute), forget, all_keys, check)
