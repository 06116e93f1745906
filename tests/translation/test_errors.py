"""Errors that people meet on pages, programs in the API and administrators at the command line, word for word."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.accounts.models import User
from tests.tournaments.api.program import Program
from tests.tournaments.pages.browsing import form, settings_form, slip_form, text_of
from tests.tournaments.pages.scene import Scene

pytestmark = [pytest.mark.slow, pytest.mark.django_db]


@pytest.fixture(scope="module")
def scene(kept_db: None) -> Scene:
    return Scene()


class Desk:
    """A club with events in every state. What its people send, in one language."""

    def __init__(self, scene: Scene, language: str) -> None:
        self.scene, self.language = scene, language

    def browser(self, role: str, **more: Any) -> Client:
        client = Client(headers={"accept-language": self.language}, **more)
        client.cookies = self.scene.browser(role).cookies
        return client

    def open(self, role: str, address: str, *args: Any) -> Any:
        return self.browser(role).get(reverse(address, args=args))

    def send(self, role: str, address: str, /, *args: Any, **fields: Any) -> Any:
        return self.browser(role).post(reverse(address, args=args), fields)

    def settings(self, **fields: Any) -> Any:
        return self.send("owner", "event_settings", "empty", **settings_form(self.scene.empty, **fields))

    def score(self, *points: int) -> Any:
        match = self.scene.match(2)
        return self.send("owner", "decide", "night", match.pk, "record", **slip_form(match, *points))

    def slip(self, *points: int) -> Any:
        match = self.scene.match(1)
        return self.send("phone", "slip", "night", match.pk, **slip_form(match, *points))

    def draw(self) -> Any:
        stage = self.scene.expected.stages.get()
        return self.send("owner", "draw_round", "expected", **form(stage=stage.pk, number=1))

    def close(self) -> Any:
        row = self.scene.round
        return self.send("owner", "move_round", "night", row.pk, "close", **form(seen=row.revision))

    def from_an_old_page(self) -> Any:
        client = self.browser("owner", enforce_csrf_checks=True)
        return client.post(reverse("walk_in", args=["empty"]), form(name="Q"))

    def upload(self, content: bytes) -> Any:
        return self.send("owner", "roster", "empty", **form(file=SimpleUploadedFile("list.pdf", content)))


def sign_up(desk: Desk) -> Any:
    typed = {"password1": "q8f", "password2": "q8f"}
    return desk.send("anonymous", "account_signup", email="new@example.org", name="New", **typed)


def wrong_password(desk: Desk) -> Any:
    return desk.send("anonymous", "account_login", login="olga@example.org", password="wrong")


ON_PAGES: dict[str, tuple[Callable[[Desk], Any], str, str]] = {
    "a wrong password": (
        wrong_password,
        "That email address and password don’t match. Try again.",
        "Cette adresse courriel et ce mot de passe ne correspondent pas. Réessayez.",
    ),
    "a short password": (
        sign_up,
        "This password is too short. It must contain at least 10 characters.",
        "Ce mot de passe est trop court. Il doit contenir au minimum 10 caractères.",
    ),
    "more points than hands": (
        lambda desk: desk.score(99, 3),
        "That score isn’t possible: 8 hands make at most 32 points and you entered 102.",
        "Ce score n’est pas possible : 8 donnes rapportent au plus 32 points et vous en avez saisi 102.",
    ),
    "a tie": (
        lambda desk: desk.score(7, 7),
        "Points are tied at 7. Which side reached 7 first?",
        "Égalité à 7 points. Quel camp a atteint 7 le premier ?",
    ),
    "a score on a phone that can't be": (
        lambda desk: desk.slip(30, 1),
        "No round of 8 hands can end 30–1 under these house rules.",
        "Aucune ronde de 8 donnes ne peut finir à 30–1 avec ces règles de la maison.",
    ),
    "too few players": (
        Desk.draw,
        "A progressive needs at least 4 players, and you have 0. Wait for more to arrive.",
        "Un progressif demande au moins 4 personnes, et vous en avez 0. Attendez d’autres arrivées.",
    ),
    "an amount in words": (
        lambda desk: desk.settings(fee="ten"),
        "Entry fee Enter a number.",
        "Frais d’inscription Saisissez un nombre.",
    ),
    "a start in words": (
        lambda desk: desk.settings(starts_at="tomorrow"),
        "Starts at Enter a date and a time.",
        "Début Saisissez une date et une heure.",
    ),
    "a name too long": (
        lambda desk: desk.settings(name="N" * 90),
        "Name Use at most 80 characters. You have 90.",
        "Nom Utilisez au plus 80 caractères. Vous en avez 90.",
    ),
    "a file that is no list": (
        lambda desk: desk.upload(b"%PDF-1.4 \x00\x01"),
        "We can’t read that list. This is a PDF, not a list. Save the file as XLSX, ODS or CSV and try again.",
        (
            "Nous ne pouvons pas lire cette liste. C’est un PDF, pas une liste. Enregistrez le fichier en "
            "XLSX, ODS ou CSV et réessayez."
        ),
    ),
    "a round with open tables": (
        Desk.close,
        "These tables don’t have a final result yet: 1, 2. Enter, confirm or void each result first.",
        (
            "Ces tables n’ont pas encore de résultat définitif : 1, 2. Saisissez, confirmez ou annulez d’abord "
            "chaque résultat."
        ),
    ),
    "someone else's console": (
        lambda desk: desk.open("member", "console", "night"),
        "You can’t run the event. Ask an organizer of Elm Street Euchre.",
        "Vous ne pouvez pas gérer le tournoi. Adressez-vous à l’organisation de Elm Street Euchre.",
    ),
    "an old page": (
        Desk.from_an_old_page,
        (
            "We didn’t change anything. The page was open for a long time, or you logged in or out in "
            "another tab. Go back, reload the page and send the form again."
        ),
        (
            "Nous n’avons rien modifié. La page est restée ouverte très longtemps, ou vous vous êtes "
            "connecté ou déconnecté entre-temps dans un autre onglet. Revenez en arrière, rechargez la page "
            "et renvoyez le formulaire."
        ),
    ),
    "an address that isn't there": (
        lambda desk: desk.open("anonymous", "event", "nothing"),
        "This page doesn’t exist The address may be mistyped, or the night, table or player was removed.",
        "Cette page n’existe pas L’adresse est peut-être mal tapée, ou la soirée, la table ou le joueur n’existe plus.",
    ),
    "a link that was replaced": (
        lambda desk: desk.open("member", "join_club", "abcdef"),
        "This invitation no longer works This invitation may have expired, or someone may have used or revoked it. "
        "Ask the person who sent it for a new link.",
        "Cette invitation ne fonctionne plus Cette invitation a peut-être expiré, ou quelqu’un l’a peut-être utilisée "
        "ou révoquée. Demandez un nouveau lien à la personne qui l’a envoyée.",
    ),
}


@pytest.mark.parametrize("what", ON_PAGES)
@pytest.mark.heavy
def test_on_pages(scene: Scene, what: str) -> None:
    provoke, english, french = ON_PAGES[what]
    assert english in text_of(provoke(Desk(scene, "en")))
    assert french in text_of(provoke(Desk(scene, "fr")))


CHANGE = "/events/empty/change/"
IN_THE_API: dict[str, tuple[Callable[[Program], Any], str, str]] = {
    "no token": (
        lambda program: Program().post(CHANGE, {"name": "A"}),
        "not_authenticated",
        "Send an API token in the Authorization: Bearer header.",
    ),
    "a wrong token": (
        lambda program: program.get("/me/", Authorization="Bearer nonsense"),
        "not_authenticated",
        "This token is invalid, revoked or expired. Create a new one under API tokens.",
    ),
    "no key": (
        lambda program: program.post(CHANGE, {"name": "A"}, **{"Idempotency-Key": ""}),
        "idempotency_key_required",
        "Send the header Idempotency-Key with random text and no spaces. Use new text for every request.",
    ),
    "no version": (
        lambda program: program.post(CHANGE, {"name": "A"}),
        "precondition_required",
        "Send an If-Match header with the ETag you read.",
    ),
    "an old version": (
        lambda program: program.post(CHANGE, {"name": "A"}, seen='"1"'),
        "precondition_failed",
        "The resource changed after you read it. Its current state is in the field “present”.",
    ),
    "a token that may only report": (
        lambda program: Program(User.objects.get(email="olga@example.org"), "report").post(
            CHANGE, {"name": "A"}, seen='"1"'
        ),
        "scope_missing",
        "This request needs a token with the organize scope.",
    ),
    "nothing there": (
        lambda program: program.get("/events/nothing/"),
        "not_found",
        "Not found, or you don’t have access.",
    ),
}


@pytest.mark.parametrize("what", IN_THE_API)
def test_in_the_api(scene: Scene, what: str) -> None:
    provoke, code, detail = IN_THE_API[what]
    answer = provoke(Program(scene.olga)).json()
    assert (answer["code"], answer["detail"]) == (code, detail)


AT_THE_COMMAND_LINE: dict[tuple[str, ...], str] = {
    (
        "restore",
        "{file}",
    ): "list.csv is damaged or not a backup (file is not a database). Take an older one. Nothing was changed.",
    (
        "import_club",
        "{file}",
    ): "Nothing was imported. This file is damaged or isn’t a club archive. Export the club again.",
    ("export_club", "no-club", "{file}"): "There's no club with the address no-club.",
    ("import_roster", "{file}", "--event", "no-event"): "There's no event with the address no-event.",
    ("serve", "--port", "99999"): "Error: argument --port: a port is a number from 0 to 65535, not 99999",
}


@pytest.mark.parametrize("words", AT_THE_COMMAND_LINE)
def test_at_the_command_line(scene: Scene, tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "list.csv"
    file.write_text("hello")
    with pytest.raises(CommandError) as refused:
        call_command(*(word.format(file=file) for word in words))
    assert str(refused.value) == AT_THE_COMMAND_LINE[words]
