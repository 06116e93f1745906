"""The topics of tables that pages listen to. Only people who may see a table's page learn its topic."""

from typing import Any

from games.live import register_topic
from games.live.pages import register_page
from games.tables.lobby import lobby_version
from games.tables.models import Table
from games.tables.talk import version_of


def table_version(user: Any, ident: str) -> int | None:
    return Table.objects.filter(topic_code=ident).values_list("version", flat=True).first()


def lobby_topic_version(user: Any, ident: str) -> int | None:
    return lobby_version() if ident == "all" else None


def talk_version(user: Any, ident: str) -> int | None:
    table = Table.objects.filter(topic_code=ident).first()
    return version_of(table) if table else None


register_topic("table", table_version)
register_topic("lobby", lobby_topic_version)
register_topic("talk", talk_version)
for route in ("table", "table_hand", "table_shared"):
    register_page(route, "table")
