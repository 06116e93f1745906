"""Talk at a table: who may say what and when, what is kept of it, and what the site tells."""

import datetime
import uuid

import pytest
from django.utils import timezone

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.errors import NotAllowed
from games.tables import managing, play, talk, watching
from games.tables.models import Game, Hand, Table, TableLine
from tests.games.tables.cast import command_by, player, table_for

pytestmark = pytest.mark.django_db


def say(table: Table, who: Player, text: str = "", phrase: str = "") -> TableLine:
    return talk.say(table.pk, who, uuid.uuid4(), text=text, phrase=phrase)


def begin(**conduct: object) -> tuple[Table, list[Player]]:
    table, people = table_for(**conduct)
    play.start_game(table.pk, command_by(people[0], table))
    table.refresh_from_db()
    return table, people


def end_game() -> None:
    Hand.objects.update(ended_at=timezone.now())
    Game.objects.update(ended_at=timezone.now(), winners=[0])


def test_lines_are_numbered_and_the_same_request_says_nothing_twice() -> None:
    table, (olga, pam, *_) = table_for()
    key = uuid.uuid4()
    first = talk.say(table.pk, olga, key, text="Hello all")
    assert talk.say(table.pk, olga, key, text="Hello all") == first
    say(table, pam, "Hi")
    assert [(line.number, line.text) for line in talk.lines_of(table)] == [(1, "Hello all"), (2, "Hi")]
    assert talk.version_of(table) == 2


def test_a_line_makes_nobodys_move_stale() -> None:
    table, people = begin()
    before = table.version
    say(table, people[1], phrase="luck")
    table.refresh_from_db()
    assert table.version == before


@pytest.mark.parametrize(
    ("level", "phrase", "text"), [("none", False, False), ("preset", True, False), ("text", True, True)]
)
def test_the_level_holds_during_a_game_and_talk_is_free_after_it(level: str, phrase: bool, text: bool) -> None:
    table, (olga, *_) = begin(chat=level)
    for is_allowed, words in ((phrase, {"phrase": "well"}), (text, {"text": "My partner has the ace"})):
        if is_allowed:
            say(table, olga, **words)
        else:
            with pytest.raises(RuleError):
                say(table, olga, **words)
    end_game()
    assert say(table, olga, "What a game").text == "What a game"


def test_in_a_match_only_phrases_are_said_even_before_it() -> None:
    table, (olga, *_) = table_for(chat="text")
    Table.objects.update(owner=None)
    with pytest.raises(RuleError):
        say(table, olga, "I will signal with tens")
    assert say(table, olga, phrase="hello").kind == TableLine.Kind.PHRASE


def test_watchers_talk_outside_a_game_only_and_strangers_never() -> None:
    table, people = table_for()
    wim, sam = player("Wim"), player("Sam")
    watching.watch(table.pk, wim)
    assert say(table, wim, "Who plays?")
    with pytest.raises(NotAllowed):
        say(table, sam, "Hello")
    play.start_game(table.pk, command_by(people[0], table))
    with pytest.raises(NotAllowed):
        say(table, wim, phrase="luck")


def test_nobody_floods_the_table() -> None:
    table, (olga, pam, *_) = table_for()
    for number in range(talk.MAX_LINES):
        say(table, olga, f"line {number}")
    with pytest.raises(RuleError):
        say(table, olga, "one too many")
    assert say(table, pam, "others may")
    TableLine.objects.update(at=timezone.now() - talk.IN)
    assert say(table, olga, "later")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  two   words\n", "two words"),
        ("a\u202eb\u2066c\u200bd\x00e\ue000f", "abcdef"),
        ("<b>&amp;</b>", "<b>&amp;</b>"),
        ("z" + "\u0301" * 40, "\u017a\u0301\u0301"),
        ("x" * talk.MAX_LINE, "x" * talk.MAX_LINE),
    ],
)
def test_what_is_kept_of_a_line(typed: str, kept: str) -> None:
    assert talk.cleaned(typed) == kept


@pytest.mark.parametrize("typed", ["", "  \n", "\u200b\u202e", "x" * (talk.MAX_LINE + 1)])
def test_lines_that_are_none(typed: str) -> None:
    with pytest.raises(RuleError):
        talk.cleaned(typed)


def test_muting() -> None:
    table, (olga, pam, *_) = table_for()
    with pytest.raises(NotAllowed):
        managing.mute(table.pk, olga.pk, command_by(pam, table), is_muted=True)
    managing.mute(table.pk, pam.pk, command_by(olga, table), is_muted=True)
    managing.mute(table.pk, pam.pk, command_by(olga, table), is_muted=True)
    with pytest.raises(NotAllowed):
        say(table, pam, "But why")
    assert table.journal.filter(action="mute").count() == 1
    managing.mute(table.pk, pam.pk, command_by(olga, table), is_muted=False)
    assert say(table, pam, "Thank you")
    with pytest.raises(RuleError):
        managing.mute(table.pk, olga.pk, command_by(olga, table), is_muted=True)


@pytest.mark.slow
def test_a_chatty_table_tells_the_bidding_and_the_end_and_no_hidden_card() -> None:
    table, people = begin(announcements="chatty")
    while row := play.running_hand(play.running_game(table)):
        state = play.state_of(row)
        orders = [one for one in state.legal_actions if str(one) == "order"]
        action = (orders or list(state.legal_actions))[0]
        play.act(table.pk, str(action), command_by(people[state.turn or 0], table))
    lines = [line.words for line in talk.lines_of(table)]
    first = people[(Hand.objects.get().dealer + 1) % 4].name
    assert lines[0] == f"{first} orders it up."
    assert lines[1].endswith("discards.")
    assert len(lines) == 3
    assert lines[2][-1] == "."


def test_a_quiet_table_tells_nothing() -> None:
    table, people = begin()
    state = play.state_of(Hand.objects.get())
    play.act(table.pk, "pass", command_by(people[state.turn or 0], table))
    assert talk.lines_of(table) == []


def test_old_lines_are_forgotten_with_who_said_them() -> None:
    table, (olga, *_) = table_for()
    old, new = say(table, olga, "long ago"), say(table, olga, "now")
    TableLine.objects.filter(pk=old.pk).update(at=timezone.now() - talk.KEPT - datetime.timedelta(minutes=1))
    assert talk.forget_old_lines() == 1
    assert talk.forget_old_lines() == 0
    assert talk.lines_of(table) == [new]
    old.refresh_from_db()
    assert (old.text, old.player, old.number) == ("", None, 1)
