"""The seeds of an event's first stage: by entry number, by rating, by an earlier event's standings, or as an organizer
puts them. Later stages take theirs from the standings before them (`proposals`)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.activity_log.models import Action
from tournaments.checkin.models import Entry, StageEntry
from tournaments.commands import command, lock_stage
from tournaments.context import Context
from tournaments.errors import Conflict
from tournaments.events.models import Event, Stage
from tournaments.events.proposals import Line
from tournaments.honours.facts import Contest
from tournaments.honours.ratings.shown import NEWCOMERS_NUMBER
from tournaments.permissions import Permission
from tournaments.results.history import seeding_of
from tournaments.rewards.models import PlacementFact, PlayerRating
from tournaments.rounds.commands import check_still_played
from tournaments.rounds.models import Round

MAX_EVENTS = 5
"""How many earlier events are offered to seed by."""


def offers_seeds(stage: Stage) -> bool:
    """Whether an organizer may put the entries of this stage in order, and the order decides anything."""
    return stage.number == 1 and stage.play.is_seeded(stage.settings)


def is_open(stage: Stage) -> bool:
    """Whether seeds can still be changed, because no round was published."""
    return not stage.rounds.exclude(status=Round.Status.DRAFT).exists()


@command(Action.SET_SEEDS, lock=lock_stage, permission=Permission.RUN_EVENT)
def set_seeds(stage: Stage, order: Sequence[int], *, context: Context, expected_version: int) -> Stage:
    """Keeps an order of seeds for the first stage, and discards a draft that was drawn from another one.

    order: ids of entries, best seed first; entries that are not on it come after those, by entry number. With an empty
    order the numbers are the seeds again. expected_version: of the event that the form showed. RuleError when the
    format uses no seeds, and once a round was published.
    """
    check_still_played(stage)
    _check_time(stage)
    if stage.event.version != expected_version:
        raise Conflict("Someone changed the event while you had this page open. Check the list again.")
    entries = {entry.pk: entry for entry in stage.event.entries.filter(pk__in=order)}
    if len(entries) < len(order):
        raise RuleError("Someone on this list is no longer in the event, or is on the list twice. Reload the page.")
    stage.places.all().delete()
    StageEntry.objects.bulk_create(
        StageEntry(stage=stage, entry=entries[pk], seed=seed) for seed, pk in enumerate(order, start=1)
    )
    stage.rounds.filter(status=Round.Status.DRAFT).delete()
    context.log(
        detail={
            "stage": stage.number,
            "title": stage.kept_title,
            "order": [entries[pk].number for pk in order],
        }
    )
    return stage


def _check_time(stage: Stage) -> None:
    if stage.number > 1:
        raise RuleError("{stage} gets its seeds from the previous standings.", stage=stage.title)
    if not offers_seeds(stage):
        raise RuleError("{stage} doesn’t use seeds.", stage=stage.title)
    if not is_open(stage):
        raise RuleError("Round 1 is published, so the seeds are locked. To change them, unpublish the round first.")


def seeds_now(stage: Stage) -> list[Line]:
    """Everyone who has not left, best seed first, as the next draw will see them."""
    rank = {number: seed for seed, number in enumerate(seeding_of(stage))}
    ordered = sorted(_entries(stage), key=lambda entry: (rank.get(entry.number, len(rank)), entry.number))
    return [Line(entry) for entry in ordered]


def seeds_by_number(stage: Stage) -> list[Line]:
    return [Line(entry) for entry in _entries(stage)]


def seeds_by_rating(stage: Stage) -> list[Line]:
    """By the mean of the ratings that an entry's players have in the club for this kind of game, as everyone sees them;
    someone without one counts as a newcomer."""
    entries = _entries(stage)
    ratings = ratings_of(stage, [player for entry in entries for player in _players(entry)])
    strength = {entry.pk: _strength(entry, ratings) for entry in entries}
    ordered = sorted(entries, key=lambda entry: (-strength[entry.pk], entry.number))
    return [Line(entry, _rating_text(entry, ratings)) for entry in ordered]


def ratings_of(stage: Stage, players: Sequence[Player]) -> dict[int, PlayerRating]:
    """By player: the rating in the club for the kind of game that the stage plays. Someone without one isn't in it."""
    rated = PlayerRating.objects.filter(
        pool__club=stage.event.club,
        pool__variant=stage.rules["variant"],
        pool__has_bots=False,
        player__in=players,
    )
    return {player_rating.player_id: player_rating for player_rating in rated}


def rating_number(player: Player, ratings: Mapping[int, PlayerRating]) -> int:
    """As everyone sees it; of someone without one a newcomer's."""
    return ratings[player.pk].number if player.pk in ratings else NEWCOMERS_NUMBER


def seeds_by_event(stage: Stage, earlier: Event) -> list[Line]:
    """By the mean of the places that an entry's players took there; players who were not there come last."""
    entries = _entries(stage)
    people = [player for entry in entries for player in _players(entry)]
    placement_facts = PlacementFact.objects.filter(contest=Contest.EVENT.value, number=earlier.pk, player__in=people)
    places = dict(placement_facts.values_list("player", "place"))

    def order(entry: Entry) -> tuple[bool, Fraction, int]:
        taken = [places[player.pk] for player in _players(entry) if player.pk in places]
        return not taken, Fraction(sum(taken), len(taken) or 1), entry.number

    return [Line(entry, _places_text(entry, places)) for entry in sorted(entries, key=order)]


def earlier_events(stage: Stage) -> list[Event]:
    """Finished events of the club in which someone of this one has a place, the newest first."""
    people = Player.objects.filter(entries__event=stage.event)
    ranked = PlacementFact.objects.filter(contest=Contest.EVENT.value, player__in=people).values("number")
    finished = stage.event.club.events.exclude(finished_at=None).exclude(pk=stage.event_id)
    return list(finished.filter(pk__in=ranked).order_by("-starts_at")[:MAX_EVENTS])


def _entries(stage: Stage) -> list[Entry]:
    here = stage.event.entries.exclude(status=Entry.Status.DROPPED)
    return list(here.order_by("number").prefetch_related("lineup__player"))


def _players(entry: Entry) -> list[Player]:
    return [entry_player.player for entry_player in entry.lineup.all() if entry_player.is_active]


def _strength(entry: Entry, ratings: Mapping[int, PlayerRating]) -> Fraction:
    numbers = [rating_number(player, ratings) for player in _players(entry)]
    return Fraction(sum(numbers), len(numbers) or 1)


def _rating_text(entry: Entry, ratings: Mapping[int, PlayerRating]) -> str:
    numbers = [
        str(ratings[player.pk].number) if player.pk in ratings else say("not rated yet") for player in _players(entry)
    ]
    return " + ".join(numbers)


def _places_text(entry: Entry, places: Mapping[int, int]) -> str:
    taken = [str(places[player.pk]) if player.pk in places else say("no-show") for player in _players(entry)]
    return " + ".join(taken)
