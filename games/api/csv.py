"""Any list as a table for spreadsheets: one line a row, and no text that a spreadsheet would take for a formula."""

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

from rest_framework.renderers import BaseRenderer

from games.cells import neutral


class CSVRenderer(BaseRenderer):
    """Of the list that the answer is or holds; its view says under which name."""

    media_type = "text/csv"
    format = "csv"
    charset = "utf-8"

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        view = (renderer_context or {}).get("view")
        rows = data[getattr(view, "list_name", "results")] if isinstance(data, Mapping) else data or []
        flat = [dict(_flat(row)) for row in rows]
        names = list(dict.fromkeys(name for row in flat for name in row))
        out = io.StringIO()
        writer = csv.writer(out)
        writer.writerow(map(_cell, names))
        writer.writerows([_cell(row.get(name, "")) for name in names] for row in flat)
        return out.getvalue().encode()


def _flat(data: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    """seat.player.name for what is inside; lists of plain values in one cell."""
    for name, value in data.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{name}.")
        elif isinstance(value, list | tuple):
            yield f"{before}{name}", "; ".join(map(_word, value))
        else:
            yield f"{before}{name}", "" if value is None else value


def _word(value: Any) -> str:
    return " ".join(f"{name}={inner}" for name, inner in value.items()) if isinstance(value, Mapping) else str(value)


def _cell(value: Any) -> Any:
    """Numbers stay numbers, also negative ones."""
    return neutral(value) if isinstance(value, str) else value
