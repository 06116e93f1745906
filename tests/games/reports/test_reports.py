"""Reporting somebody at a table: who may, what is attached, who reads it, and how long it is kept."""

import datetime
import uuid

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.accounts.models import Player, User
from games.engine.errors import RuleError
from games.errors import NotAllowed
from games.reports import views
from games.reports.commands import close_report, report
from games.reports.models import Report
from games.tables import talk, watching
from games.tables.models import Table, TableEntry, TableLine
from tests.cast import make_user
from tests.games.tables.cast import command_by, finished_game, player, table_for

pytestmark = pytest.mark.django_db


def moderator() -> User:
    user = User.objects.create_user("mod@example.org", "a long enough pass phrase", manages_tables=True)
    Player.objects.create(name="Mod", user=user)
    return user


def told(table: Table, by: Player, about: Player, **more: str) -> Report:
    return report(table.pk, about.pk, by, uuid.uuid4(), **({"reason": "words"} | more))


def test_a_report_names_the_game_and_the_last_line_and_a_second_one_adds_to_it() -> None:
    game = finished_game()
    table, olga, pam = game.table, player("Olga"), player("Pam")
    talk.say(table.pk, pam, uuid.uuid4(), text="You idiot")
    key = uuid.uuid4()
    found = report(table.pk, pam.pk, olga, key, reason="words", words="Rude.")
    assert (found.game, found.last_line, found.words) == (game, 1, "Rude.")
    assert report(table.pk, pam.pk, olga, key, reason="words", words="Rude.") == found, "sent twice"
    again = told(table, olga, pam, words="And again.")
    assert (again.pk, again.words) == (found.pk, "Rude. And again.")
    assert Report.objects.count() == 1


def test_a_second_report_sent_twice_adds_its_words_once() -> None:
    table, (olga, pam, *_) = table_for()
    told(table, olga, pam, words="Rude.")
    key = uuid.uuid4()
    for _ in range(2):
        again = report(table.pk, pam.pk, olga, key, reason="words", words="And again.")
    assert again.words == "Rude. And again."
    told(table, olga, pam, words="And now")
    late = report(table.pk, pam.pk, olga, key, reason="words", words="And again.")
    assert late.words == "Rude. And again. And now"


def test_what_is_said_and_done_later_hides_nothing_of_what_was_reported(client: Client) -> None:
    table, (olga, pam, *_) = table_for()
    talk.say(table.pk, pam, uuid.uuid4(), text="You idiot")
    found = told(table, olga, pam)
    moments = range(views.BEFORE + views.AFTER)
    later = timezone.now() + datetime.timedelta(seconds=1)
    lines = [TableLine(table=table, number=2 + one, player=pam, kind="text", text=f"Line {one}") for one in moments]
    TableLine.objects.bulk_create(lines)
    entries = [TableEntry(table=table, version=1000 + one, action=f"later {one}", at=later) for one in moments]
    TableEntry.objects.bulk_create(entries)
    client.force_login(moderator())
    answer = client.get(reverse("one_report", args=[found.pk]))
    shown = [line.text for line in answer.context["lines"]]
    assert (shown[:2], len(shown)) == (["You idiot", "Line 0"], 1 + views.AFTER)
    done = [entry.action for entry in answer.context["journal"]]
    assert done[: views.AFTER + 1] == [*(f"later {one}" for one in reversed(range(views.AFTER))), "sit"]
    assert done[-1] == "open"


def test_a_report_that_a_moderator_closed_says_so_to_the_next(client: Client) -> None:
    table, (olga, pam, *_) = table_for()
    found = told(table, olga, pam)
    address = reverse("one_report", args=[found.pk])
    client.force_login(moderator())
    assert client.post(address, {"answer": "Talked to Pam."}).status_code == 302
    assert client.post(address, {"answer": "Talked to Pam."}).status_code == 302, "sent twice"
    second = make_user("Max")
    second.manages_tables = True
    second.save()
    client.force_login(second)
    answer = client.post(address, {"answer": "Muted <Pam>."})
    assert answer.status_code == 409
    page = answer.content.decode()
    for words in ("This report is already closed.", "Closed by Mod", "Talked to Pam.", "Muted &lt;Pam&gt;."):
        assert words in page
    found.refresh_from_db()
    assert found.answer == "Talked to Pam."


def test_the_people_of_a_table_are_listed_for_those_who_were_there(client: Client) -> None:
    table, _ = table_for()
    address = reverse("table_people", args=[table.code])
    sam = make_user("Sam")
    client.force_login(sam)
    assert client.get(address).status_code == 404
    watching.watch(table.pk, sam.player)
    assert "Olga" in client.get(address).content.decode()


def test_only_people_who_were_there_report_and_are_reported() -> None:
    table, (olga, pam, *_) = table_for()
    with pytest.raises(NotAllowed):
        told(table, player("Sam"), pam)
    for about in (player("Sam"), olga, Player.objects.create(name="Benny", is_bot=True)):
        with pytest.raises(RuleError):
            told(table, olga, about)
    with pytest.raises(RuleError):
        told(table, olga, pam, reason="praise")
    assert not Report.objects.exists()


def test_moderators_read_it_with_chat_and_hands_and_close_it(client: Client) -> None:
    game = finished_game()
    table, olga, pam = game.table, player("Olga"), player("Pam")
    talk.say(table.pk, pam, uuid.uuid4(), text="You idiot")
    found = told(table, olga, pam, words="Rude.")
    client.force_login(moderator())
    assert "Pam" in client.get(reverse("reports")).content.decode()
    page = client.get(reverse("one_report", args=[found.pk])).content.decode()
    for words in ("You idiot", "Rude.", "Insults or unwanted messages", "Hand 1", "Reported by Olga"):
        assert words in page
    client.post(reverse("one_report", args=[found.pk]), {"answer": "Talked to Pam."})
    found.refresh_from_db()
    assert (found.closed_by.name, found.answer) == ("Mod", "Talked to Pam.")
    page = client.get(reverse("reports")).content.decode()
    assert "No open reports" in page
    assert "Talked to Pam." in page


def test_nothing_of_a_hand_that_is_being_played_is_attached(client: Client) -> None:
    table, people = table_for()
    from games.tables import play

    play.start_game(table.pk, command_by(people[0], table))
    found = told(table, people[0], people[1])
    client.force_login(moderator())
    assert "No finished hands yet." in client.get(reverse("one_report", args=[found.pk])).content.decode()


def test_others_do_not_read_reports_nor_the_one_who_is_reported(client: Client) -> None:
    table, (olga, pam, *_) = table_for()
    found = told(table, olga, pam)
    mod = moderator()
    about_mod = Report.objects.create(table=table, by=olga, about=mod.player, reason="other", key=uuid.uuid4())
    user = User.objects.create_user("sam@example.org", "a long enough pass phrase")
    Player.objects.create(name="Sam", user=user)
    client.force_login(user)
    assert "Pam" not in client.get(reverse("reports")).content.decode()
    assert client.get(reverse("one_report", args=[found.pk])).status_code == 404
    with pytest.raises(NotAllowed):
        close_report(found.pk, user.player)
    client.force_login(mod)
    assert client.get(reverse("one_report", args=[about_mod.pk])).status_code == 404
    assert client.get(reverse("one_report", args=[found.pk])).status_code == 200


def test_the_chat_is_kept_until_the_report_is_closed() -> None:
    table, (olga, pam, *_) = table_for()
    talk.say(table.pk, pam, uuid.uuid4(), text="You idiot")
    TableLine.objects.update(at=timezone.now() - talk.KEPT - datetime.timedelta(days=1))
    found = told(table, olga, pam)
    assert talk.forget_old_lines() == 0
    close_report(found.pk, moderator().player)
    assert talk.forget_old_lines() == 1


def test_from_the_menu_of_a_table_people_are_blocked_and_reported(client: Client) -> None:
    client.post(reverse("play_now"))
    table = Table.objects.get()
    assert reverse("table_people", args=[table.code]) in client.get(table.get_absolute_url()).content.decode()
    assert "You’re the only person here" in client.get(reverse("table_people", args=[table.code])).content.decode()
    guest = Client()
    key, seen = str(uuid.uuid4()), str(table.version)
    guest.post(reverse("move_seat", args=[table.code, 1, "sit"]), {"key": key, "seen": seen})
    other = table.seats.get(number=1).player
    page = client.get(reverse("table_people", args=[table.code])).content.decode()
    assert reverse("move_block", args=[other.pk, "block"]) in page
    form = reverse("report_player", args=[table.code, other.pk])
    assert form in page
    assert "The player isn’t notified." in client.get(form).content.decode()
    sent = {"key": str(uuid.uuid4()), "reason": "leaving", "words": ""}
    assert "Report sent. A moderator will read it." in client.post(form, sent, follow=True).content.decode()
    assert Report.objects.get().about == other
    assert Client().get(form).status_code == 404
    assert client.get(reverse("report_player", args=[table.code, player("Sam").pk])).status_code == 404
