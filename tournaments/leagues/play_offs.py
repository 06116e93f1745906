"""Play-offs of a section: a knockout in which every squad is one pair, seeded from the table."""

from collections.abc import Mapping, Sequence
from datetime import datetime

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import mark, say_number
from tournaments.activity_log.models import Action
from tournaments.checkin import entries
from tournaments.commands import command
from tournaments.context import Context
from tournaments.events.commands import create_event
from tournaments.leagues import tables
from tournaments.leagues.commands import allow, check_seen, lock_section, write
from tournaments.leagues.models import OVER, Fixture, PlayOff, PlayOffSeat, Section, SectionLine, Squad, SquadPlayer
from tournaments.leagues.standing_facts import gone_from
from tournaments.rounds import commands as rounds
from tournaments.rounds.final_places import finish_of

Pairs = Mapping[int, Sequence[Player]]
"""Squad id → the two who play for it."""


@command(
    Action.MAKE_PLAY_OFFS,
    lock=lock_section,
    permission=allow,
    version=check_seen,
    replay=lambda done: PlayOff.objects.get(section=done.detail["section"]),
)
def make_play_offs(
    section: Section,
    starts_at: datetime,
    *,
    context: Context,
    pairs: Pairs | None = None,
    expected_version: int | None = None,
) -> PlayOff:
    """The section's knockout, its first round published.

    pairs: who plays for a squad; by default the captain and the next.
    """
    season = section.season
    tables.settle(season)
    lines = _qualified(section, season.settings.play_offs)
    event = create_event(
        season.league.club,
        f"{season.league} {season.name}: {section} play-offs"[:80],
        starts_at,
        "elimination",
        {},
        context=context,
        play_to=season.settings.play_to,
        rules=season.table_rules,
        stage_name=mark("Playoffs"),
    )
    play_off = PlayOff.objects.create(section=section, event=event)
    for seed, line in enumerate(lines, start=1):
        pair = (pairs or {}).get(line.squad_id) or usual_pair(line.squad)
        entry = entries.register(event.pk, pair, context=context, check_in=True)
        PlayOffSeat.objects.create(play_off=play_off, squad=line.squad, entry=entry, seed=seed)
    round_ = rounds.draw_round(event.stages.get().pk, 1, context=context)
    rounds.publish_round(round_.pk, context=context, expected_version=round_.revision)
    write(season, context, detail={"section": section.pk})
    return play_off


def usual_pair(squad: Squad) -> list[Player]:
    """The captain and the first other player, as the squad is now."""
    squad_players = SquadPlayer.objects.filter(squad=squad, until__isnull=True).select_related("player")
    players = [squad_player.player for squad_player in squad_players.order_by("-is_captain", "since", "pk")[:2]]
    if len(players) < 2:
        raise RuleError("{squad} needs 2 players for the playoffs. Add players to the team first.", squad=squad)
    return players


def winner_of(play_off: PlayOff) -> Squad | None:
    """The squad that won; None until then."""
    first = [finisher.entry for finisher in finish_of(play_off.event, with_lot=False).finishers if finisher.place == 1]
    decided = len(first) == 1 and is_over(play_off)
    return play_off.seats.select_related("squad__team").get(entry__number=first[0]).squad if decided else None


def check_not_drawn(section: Section) -> None:
    """RuleError once the play-offs of the section were drawn from its table."""
    if PlayOff.objects.filter(section=section).exists():
        raise RuleError("The {section} playoffs are already drawn, so the standings can’t change.", section=section)


def is_over(play_off: PlayOff) -> bool:
    """Whether the knockout has no round left to play."""
    stage = play_off.event.stages.get()
    stage.event = play_off.event
    latest = stage.rounds.order_by("-number").first()
    if latest is None or latest.status != latest.Status.CLOSED:
        return False
    return rounds.planned_rounds(stage, latest.number + 1) == latest.number


def _qualified(section: Section, number: int) -> list[SectionLine]:
    """The best of the table. RuleError while the table can still change, or when a tie keeps it open."""
    if not number:
        raise RuleError("This season has no playoffs. The final standings decide who wins.")
    if PlayOff.objects.filter(section=section).exists():
        raise RuleError("{section} already has playoffs.", section=section)
    left = Fixture.objects.filter(section=section).exclude(state__in=OVER).count()
    if left:
        raise RuleError(
            say_number(
                "{number} match in {section} still has to be played or decided before the playoffs.",
                "{number} matches in {section} still have to be played or decided before the playoffs.",
                left,
                section=section,
            )
        )
    gone = gone_from(section)
    section_lines = section.lines.select_related("squad__team").order_by("place", "squad__number")
    lines = [line for line in section_lines if line.squad.number not in gone]
    if len(lines) < 2:
        raise RuleError("{section} has too few teams for playoffs.", section=section)
    qualified = lines[:number]
    if tied := next((line for line in lines[number:] if line.place == qualified[-1].place), None):
        raise RuleError(
            "{squad} and {other} are tied for the last playoff spot. Break the tie first, under “Ties”.",
            squad=qualified[-1].squad,
            other=tied.squad,
        )
    return qualified
