"""Why something failed is kept in English and said in the reader's language."""

import pytest
from django.utils import translation

from tournaments.webhooks import addresses, sender, wire
from tournaments.webhooks.selectors import failure_message
from tournaments.webhooks.wire import Answer

BLANK = "\N{NO-BREAK SPACE}"
FRENCH = {
    "There was no answer within 10 seconds.": "Il n’y a pas eu de réponse en 10 secondes.",
    "No safe connection could be made: certificate has expired.":
        f"Aucune connexion sûre n’a pu être établie{BLANK}: certificate has expired.",
    "The answer was 404; 200 to 299 would mean that it has arrived.":
        f"La réponse était 404{BLANK}; de 200 à 299 voudrait dire que c’est arrivé.",
    "The answer was 410: nobody wants this any more.": f"La réponse était 410{BLANK}: personne n’en veut plus.",
    sender.SWITCHED_OFF: "Le webhook a été désactivé.",
    "A sentence of an older release.": "A sentence of an older release.",
}  # fmt: skip


@pytest.mark.parametrize("kept", FRENCH)
def test_it_is_said_in_the_language_of_the_reader(kept: str) -> None:
    assert failure_message(kept) == kept
    with translation.override("fr"):
        assert failure_message(kept) == FRENCH[kept]


def test_what_is_kept_is_english_whoever_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Answer] = []

    def refuse(host: str, port: int) -> list[str]:
        raise OSError

    monkeypatch.setattr(addresses, "lookup", refuse)
    monkeypatch.setattr(sender, "_write", lambda taken, answer: kept.append(answer))
    taken = sender.Taken(1, 1, None, "https://nowhere.example/", "00", "n", b"{}")  # type: ignore[arg-type]
    with translation.override("fr"):
        sender._send(taken)
        assert failure_message(kept[0].error) == "Cet hôte est introuvable. Vérifiez l’orthographe de l’adresse."
    assert kept[0].error == "This host is not found. Look whether the address is spelled right."


def test_sentences_with_values_are_all_known() -> None:
    words = [text for name, text in vars(wire).items() if name.isupper() and isinstance(text, str)]
    assert {text for text in words if "{" in text} == set(wire.SENTENCES)
