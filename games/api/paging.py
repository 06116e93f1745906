"""Lists a page at a time, by where the last page ended: pages neither overlap nor skip while rows come in."""

from typing import Any

from django.core.exceptions import ValidationError as Unreadable
from django.db.models import QuerySet
from rest_framework.exceptions import NotFound, ValidationError
from rest_framework.pagination import CursorPagination
from rest_framework.request import Request

from games.engine.language import say


class Cursor(CursorPagination):
    """limit: so many rows a page. The view's `ordering` names a column that no two rows share, or few."""

    page_size: int = 50
    page_size_query_param = "limit"
    page_size_query_description = "Rows a page."
    max_page_size: int = 200
    cursor_query_description = "Where the page begins: from `next` or `previous` of another page."

    def get_ordering(self, request: Request, queryset: QuerySet[Any], view: Any) -> tuple[str, ...]:
        return tuple(getattr(view, "ordering", ("-pk",)))

    def get_page_size(self, request: Request) -> int:
        text = request.query_params.get("limit", str(self.page_size))
        if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= self.max_page_size):
            raise ValidationError({"limit": [say("Give a whole number from 1 to {most}.", most=self.max_page_size)]})
        return int(text)

    def paginate_queryset(self, queryset: Any, request: Request, view: Any = None) -> list[Any] | None:
        try:
            return super().paginate_queryset(queryset, request, view)
        except (ValueError, Unreadable, OverflowError) as error:
            raise NotFound from error
