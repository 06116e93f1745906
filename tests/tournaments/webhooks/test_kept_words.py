"""Why something failed is kept as a message and said in the reader's language."""

import importlib

import pytest
from django.utils import translation

from games.engine.messages import message_from
from games.outgoing import addresses, wire
from games.outgoing.wire import Answer
from tournaments.webhooks import sender

BLANK = "\N{NO-BREAK SPACE}"
FRENCH = {
    wire.NO_ANSWER(seconds="10"): "Le destinataire n’a pas répondu en 10 secondes.",
    wire.NOT_SAFE(reason="certificate has expired"):
        f"Aucune connexion sûre n’a pu être établie{BLANK}: certificate has expired.",
    wire.NOT_TAKEN(status=404): "Le destinataire a répondu 404. Un envoi exige un code de 200 à 299.",
    wire.UNWANTED: f"Le destinataire a répondu 410{BLANK}: il ne veut plus de ces envois.",
    sender.SWITCHED_OFF: "Le webhook a été désactivé.",
}  # fmt: skip


@pytest.mark.parametrize("kept", FRENCH, ids=str)
def test_it_is_said_in_the_language_of_the_reader(kept: wire.Message) -> None:
    again = message_from(kept.as_data())
    with translation.override("fr"):
        assert str(again) == FRENCH[kept]


def test_no_text_is_kept_no_matter_who_sends(monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[Answer] = []

    def refuse(host: str, port: int) -> list[str]:
        raise OSError

    monkeypatch.setattr(addresses, "lookup", refuse)
    monkeypatch.setattr(sender, "_write", lambda taken, answer: kept.append(answer))
    taken = sender.Taken(1, 1, None, "https://nowhere.example/", "00", "n", b"{}")  # type: ignore[arg-type]
    with translation.override("fr"):
        sender._send(taken)
        assert str(kept[0].error) == "Nous ne trouvons pas cette adresse. Vérifiez son orthographe."
    assert str(kept[0].error) == "We can’t find this address. Check its spelling."


def test_what_earlier_releases_kept_is_read() -> None:
    """The migration's templates are frozen: they are those of the release before it."""
    migration = importlib.import_module("tournaments.migrations.0010_webhook_failures_are_messages")
    values = {"seconds": "10", "reason": "OSError", "status": "302", "port": "8080"}
    for template in migration.TEMPLATES:
        text = template.format_map(values)
        assert str(message_from(migration.as_data(text))) == text
        assert migration.as_data(text)[0] == template
    assert migration.as_data("A sentence of an older release.") == ["A sentence of an older release.", {}]
