"""Everything that is kept about a person, as a file for that person."""

import base64
import json
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder

from games.accounts.models import Player, User
from tournaments.clubs.identity import records_of
from tournaments.privacy.personal import LINES

ACCOUNT = ("email", "language", "date_joined", "last_login", "is_staff", "is_superuser", "manages_tables")
PLAYER = ("name", "hides_name", "created_at")


def own_file(player: Player) -> str:
    """As JSON: title → rows, each column under its own name. Moments are in UTC; pictures are in base64."""
    records = records_of(player)
    accounts = list(User.objects.filter(player__in=records).order_by("pk").values_list("pk", flat=True))
    sections: dict[str, list[Any]] = {
        "Your account": list(User.objects.filter(pk__in=accounts).values(*ACCOUNT)),
        "You": list(Player.objects.filter(pk__in=records).order_by("pk").values(*PLAYER)),
    }
    for line in LINES:
        if line.shown:
            sections.setdefault(line.title, []).extend(line.of(records, accounts).values(*line.shown))
    return json.dumps(sections, cls=Encoder, indent=1, ensure_ascii=False)


class Encoder(DjangoJSONEncoder):
    def default(self, o: Any) -> Any:
        return base64.b64encode(o).decode() if isinstance(o, bytes | memoryview) else super().default(o)
