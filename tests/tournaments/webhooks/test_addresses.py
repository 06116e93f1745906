"""An owner cannot have the site send anything inside; tests/games/outgoing asks the same of every address."""

from uuid import uuid4

import pytest

from games.accounts.models import User
from games.engine.errors import RuleError
from tests.cast import context_of
from tests.tournaments.scenes.webhook import PUBLIC, webhook
from tournaments.clubs.models import Club
from tournaments.webhooks import commands
from tournaments.webhooks.models import Webhook


@pytest.mark.parametrize("host", ["10.0.0.7", "[::ffff:127.0.0.1]", "0x7f.1"])
def test_an_owner_cannot_type_one(olga: User, club: Club, host: str) -> None:
    with pytest.raises(RuleError, match="on a private network"):
        webhook(club, olga, f"https://{host}/")
    assert not Webhook.objects.exists()
    row = webhook(club, olga)
    with pytest.raises(RuleError, match="on a private network"):
        commands.change_webhook(
            row.pk, f"https://{host}/", ["round.published"], context=context_of(olga, key=uuid4()), expected_version=1
        )
    row.refresh_from_db()
    assert row.address == PUBLIC
