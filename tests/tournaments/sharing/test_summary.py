"""What is told of an event elsewhere: the exact words of a message, in every state of a night."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from games.accounts.models import Player, User
from tests.cast import context_of, enter, make_event, on_grid, publish, slip
from tests.tournaments.pages.browsing import finish_round
from tests.tournaments.scenes.stages import begin, knock_out, pairs_event, plan_stage, play_out, play_round
from tournaments.clubs.models import Club, Venue
from tournaments.events.models import Event, Stage
from tournaments.events.stage_plans import Places
from tournaments.http import event_or_404
from tournaments.results import commands as results
from tournaments.results.standings_update import settle_unsettled
from tournaments.rounds.finishing import finish_event
from tournaments.sharing.summary import Group, Line, Summary, summary_of, text_of

pytestmark = pytest.mark.django_db

ADDRESS = "https://euchre.example/events/night/"
MIDNIGHT = datetime.datetime(2026, 11, 27, 0, 30, tzinfo=datetime.UTC)
"""In Detroit it's Thursday evening still."""
SEED = f"{2:064x}"
"""Chance seats everyone, the same way each time: in round 1 the first two pairs don't meet each other."""


@pytest.fixture
def night(club: Club, olga: User) -> Event:
    """Four pairs. Only games won rank them, so that some are tied."""
    return on_thursday(pairs_event(club, olga, 4))


def on_thursday(event: Event, criteria: tuple[str, ...] = ("games_won",)) -> Event:
    Event.objects.filter(pk=event.pk).update(starts_at=MIDNIGHT)
    event.stages.update(criteria=list(criteria), seed=SEED)
    return event


def summary_text(event: Event, *, is_short: bool = True) -> str:
    summary = summary_of(event_or_404(event.slug))
    return text_of(summary.in_short if is_short else summary, ADDRESS)


def finish(event: Event, olga: User) -> None:
    finish_event(event.pk, context=context_of(olga), override="That's it")


def lines_of(event: Event) -> list[str]:
    return summary_text(event).splitlines()


AFTER_ROUND_1 = f"""\
Pairs night
Elm Street Euchre
Thursday, November 26, 2026
8 players

Standings after round 1 (games won)
1st: A1 & B1, 1 (tied)
1st: A2 & B2, 1 (tied)
3rd: A3 & B3, 0 (tied)
3rd: A4 & B4, 0 (tied)

{ADDRESS}"""


def test_before_the_first_round_it_says_when_and_where(night: Event, club: Club) -> None:
    Event.objects.filter(pk=night.pk).update(venue=Venue.objects.create(club=club, name="Elks Hall"))
    assert summary_text(night) == (
        "Pairs night\nElm Street Euchre\nThursday, November 26, 2026, 7:30\xa0PM\nElks Hall\n\n"
        f"No results yet. Follow the event here:\n\n{ADDRESS}"
    )


def test_while_the_first_round_is_played_there_are_no_results(night: Event, olga: User) -> None:
    publish(night, olga)
    assert summary_text(night) == (
        "Pairs night\nElm Street Euchre\nThursday, November 26, 2026\n\n"
        f"No results yet. Follow the event here:\n\n{ADDRESS}"
    )


def test_ties_are_called_ties(night: Event, olga: User) -> None:
    play_round(night.stages.get(), olga)
    assert summary_text(night) == AFTER_ROUND_1


def test_while_a_round_is_played_it_shows_the_state_after_the_one_before(night: Event, olga: User) -> None:
    play_round(night.stages.get(), olga)
    before = summary_text(night)
    row = publish(night, olga, 2)
    for match in row.matches.all()[:1]:
        results.record_result(match.pk, slip(10, 6), context=on_grid(olga))
    settle_unsettled()
    assert summary_text(night) == before
    results.record_result(row.matches.last().pk, slip(10, 6), context=on_grid(olga))
    assert "Standings after round 2 (games won)" in summary_text(night)


@pytest.mark.slow
def test_at_the_end_it_names_the_winner(night: Event, olga: User) -> None:
    play_out(night.stages.get(), olga)
    assert "Winner" not in summary_text(night)
    finish(night, olga)
    assert lines_of(night)[3:] == [
        "8 players",
        "",
        "Winner: A1 & B1",
        "",
        "Final standings (games won)",
        "1st: A1 & B1, 3",
        "2nd: A2 & B2, 2",
        "3rd: A3 & B3, 1",
        "4th: A4 & B4, 0",
        "",
        ADDRESS,
    ]


def test_winners_who_are_tied_are_all_named(night: Event, olga: User) -> None:
    play_round(night.stages.get(), olga)
    finish(night, olga)
    [line] = [line for line in lines_of(night) if line.startswith("Tied winner")]
    assert line.startswith("Tied winners: A1 & B1 and A")


def test_a_hidden_name_stays_hidden_in_a_pair_too(night: Event, olga: User) -> None:
    play_round(night.stages.get(), olga)
    Player.objects.filter(name="B1").update(hides_name=True)
    assert "1st: A1 & Hidden player, 1 (tied)" in lines_of(night)
    assert "B1" not in summary_text(night, is_short=False)


def test_it_is_in_the_language_of_the_reader(night: Event, olga: User) -> None:
    play_round(night.stages.get(), olga)
    with translation.override("fr"):
        said = lines_of(night)
    assert said[2] == "jeudi 26 novembre 2026"
    assert said[3] == "8 joueurs"
    assert "(parties gagnées)" in said[5]
    assert [line.partition(":")[0].strip() for line in said[6:10]] == ["1re", "1re", "3e", "3e"]


def test_the_day_is_the_one_of_the_club(night: Event, club: Club) -> None:
    Club.objects.filter(pk=club.pk).update(zone="Europe/Paris")
    assert lines_of(night)[2] == "Friday, November 27, 2026, 1:30\xa0AM"


class TestShortAndFull:
    @pytest.fixture
    def crowd(self, club: Club, olga: User) -> Event:
        event = on_thursday(make_event(club, olga, "rotation"), ("points",))
        enter(event, olga, [f"Player {number}" for number in range(1, 13)])
        publish(event, olga)
        finish_round(event.stages.get(), olga)
        return event

    def test_the_short_one_has_ten_and_says_how_many_more(self, crowd: Event) -> None:
        short, full = summary_text(crowd).splitlines(), summary_text(crowd, is_short=False).splitlines()
        assert short[:6] == full[:6]
        assert "and 2 more" in short
        assert [line for line in full if "Player" in line][:10] == [line for line in short if "Player" in line]
        assert len([line for line in full if "Player" in line]) == 12

    def test_pools_share_the_room(self) -> None:
        summary = two_groups(8)
        assert [len(group.lines) for group in summary.in_short.groups] == [5, 5]
        assert [group.left_out for group in summary.in_short.groups] == [3, 3]
        said = text_of(summary.in_short, ADDRESS).splitlines()
        assert said[said.index("Pool B") + 1] == "1st: Player 0, 9"

    def test_of_many_pools_each_has_an_entry(self) -> None:
        summary = two_groups(3)
        many = Summary(**{**vars(summary), "groups": summary.groups * 6})
        assert [len(group.lines) for group in many.in_short.groups] == [1] * 10


def two_groups(size: int) -> Summary:
    lines = tuple(Line(number + 1, False, f"Player {number}", "9") for number in range(size))
    groups = (Group("Pool A", lines), Group("Pool B", lines))
    return Summary("Night", "Elm", "green", "Thursday", "", True, 16, "", (), (), "Final standings", "points", groups)


class TestKnockOut:
    @pytest.fixture
    def cup(self, club: Club, olga: User) -> Event:
        return on_thursday(
            pairs_event(club, olga, 4, "elimination", name="Cup", config={"third_place": True}), ("progress",)
        )

    def test_before_the_final_it_says_who_meets(self, cup: Event, olga: User) -> None:
        play_round(cup.stages.get(), olga)
        assert lines_of(cup)[3:9] == [
            "8 players",
            "",
            "Final: A1 & B1 against A2 & B2",
            "Third-place match: A4 & B4 against A3 & B3",
            "Semifinal: A1 & B1 beat A4 & B4 10–6",
            "Semifinal: A2 & B2 beat A3 & B3 10–6",
        ]

    @pytest.mark.slow
    def test_at_the_end_it_names_the_champion(self, cup: Event, olga: User) -> None:
        play_out(cup.stages.get(), olga)
        said = lines_of(cup)
        assert said[said.index("8 players") + 2 : said.index("8 players") + 5] == [
            "Champion: A1 & B1",
            "",
            "Final: A1 & B1 beat A2 & B2 10–6",
        ]
        assert "1st: A1 & B1" in said

    @pytest.mark.slow
    def test_a_hidden_name_is_hidden_in_the_final(self, cup: Event, olga: User) -> None:
        play_out(cup.stages.get(), olga)
        Player.objects.filter(name="A1").update(hides_name=True)
        assert "Champion: Hidden player & B1" in lines_of(cup)
        assert "A1" not in summary_text(cup, is_short=False)

    @pytest.mark.slow
    def test_after_pools_the_bracket_is_what_counts(self, club: Club, olga: User) -> None:
        event = on_thursday(pairs_event(club, olga, 4))
        final = plan_stage(event, olga, knock_out(Places(1, 1, 2)))
        play_out(event.stages.get(number=1), olga)
        begin(final, olga)
        play_out(Stage.objects.get(pk=final.pk), olga)
        said = lines_of(event)
        assert "8 players" in said
        assert said[said.index("Bracket") + 1] == "Champion: A1 & B1"


class TestSafeAsPlainText:
    def test_a_name_is_one_line_and_turns_nothing_around(self, night: Event, olga: User) -> None:
        play_round(night.stages.get(), olga)
        Player.objects.filter(name="A1").update(name="\u202eevil\u202c\n2nd: me\u200b")
        assert "1st: evil 2nd: me & B1, 1 (tied)" in lines_of(night)

    def test_an_emoji_of_several_parts_is_not_split(self, night: Event, olga: User) -> None:
        play_round(night.stages.get(), olga)
        Player.objects.filter(name="A1").update(name="👩\u200d🌾 Ann")
        assert "1st: 👩\u200d🌾 Ann & B1, 1 (tied)" in lines_of(night)

    def test_no_line_looks_like_one_of_a_numbered_list(self, night: Event, olga: User) -> None:
        """Some apps would number it again, and make 1, 2, 3 of 1, 1, 3."""
        play_round(night.stages.get(), olga)
        assert not any(line[:1].isdigit() and line[1:2] in ".)" for line in lines_of(night))


@pytest.mark.parametrize(("key", "questions"), [("round_robin", 10), ("elimination", 20)])
@pytest.mark.parametrize("pairs", [4, 8])
def test_it_asks_the_same_number_of_questions(club: Club, olga: User, key: str, questions: int, pairs: int) -> None:
    event = pairs_event(club, olga, pairs, key)
    play_round(event.stages.get(), olga)
    found = event_or_404(event.slug)
    with CaptureQueriesContext(connection) as asked:
        summary_of(found)
    assert len(asked) == questions
