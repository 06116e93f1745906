"""The schema of every endpoint follows from what the endpoint says of itself."""

from functools import cache
from typing import Any

from django import forms
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from games.api.serializers import LARGEST, ProblemShape, StrictSerializer

PROBLEM = "application/problem+json"
KEY = OpenApiParameter(
    "Idempotency-Key",
    {"type": "string", "pattern": "^[!-~]{1,255}$"},
    OpenApiParameter.HEADER,
    required=True,
    description="A new random text for every new request, the same for its repeats.",
)
VERSION = OpenApiParameter(
    "If-Match", str, OpenApiParameter.HEADER, required=True, description="The ETag of what was seen."
)
WORD = {"type": "string", "minLength": 1}
READING = (400, 401, 404, 406, 429)
WRITING = (400, 401, 403, 404, 406, 409, 413, 415, 422, 429)


class Conventions(AutoSchema):
    """Bodies, headers, refusals and pages, without a word at the single endpoint."""

    view: Any

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").split("/")[0]]

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular itself does
        return str((self.view.__doc__ or "").strip())

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Reading is open, but for what is only about the asker."""
        known: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
        super().get_auth()  # which writes both into the schema
        return [*known, {}] if self.method == "GET" and self.view.is_open else known

    def get_operation_id(self) -> str:
        words = [part.strip("{}") for part in self.path.removeprefix("/api/v1/").split("/") if part]
        return "_".join([self.method.lower(), *words]).replace("-", "_")

    def _is_list(self) -> bool:
        return hasattr(self.view, "rows") and self.method == "GET"

    def get_request_serializer(self) -> Any:
        return self.view.body if self.method == "POST" else None

    def get_filter_backends(self) -> list[Any]:
        return []

    def get_override_parameters(self) -> list[Any]:
        view = self.view
        if self.method == "POST":
            return [KEY, VERSION] if view.is_versioned else [KEY]
        asked = list(getattr(view, "asked", ()))
        if self._is_list():
            asked += [
                OpenApiParameter("cursor", WORD, description="From next or previous of another page."),
                OpenApiParameter(
                    "limit", {"type": "integer", "minimum": 1, "maximum": 200}, description="Rows a page."
                ),
            ]
            if view.filters is not None:
                asked += [_filter(name, field) for name, field in view.filters.base_filters.items()]
        if len(view.renderer_classes) > 1:
            asked.append(OpenApiParameter("format", str, enum=["json", "csv"], description="csv: for spreadsheets."))
        return asked

    def get_response_serializers(self) -> Any:
        view = self.view
        if self.method == "POST":
            found: dict[Any, Any] = {(view.success, "application/json"): view.shown}
        else:
            answer = page_of(view.answer) if self._is_list() else view.answer
            found = {(200, kind.media_type): answer if kind.format == "json" else str for kind in view.renderer_classes}
        refused = WRITING + ((412, 428) if view.is_versioned else ()) if self.method == "POST" else READING
        for number in refused:
            found[number, PROBLEM] = OpenApiResponse(ProblemShape, description="Refused")
        return found


@cache
def page_of(row: type[StrictSerializer]) -> type[StrictSerializer]:
    """A page of such rows."""
    fields = {
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": row(many=True),
        "__doc__": f"A page of a list: {(row.__doc__ or '').strip()}",
    }
    return type(f"{row.__name__}Page", (StrictSerializer,), fields)


def _filter(name: str, asked: Any) -> OpenApiParameter:
    """A filter of a list, as its form field reads it."""
    field = asked.field
    kind: Any = WORD
    if isinstance(field, forms.ChoiceField):
        choices: Any = field.choices
        kind = {"type": "string", "enum": [value for value, _ in choices if value]}
    elif isinstance(field, forms.IntegerField):
        kind = {"type": "integer", "minimum": 0, "maximum": LARGEST}
    elif isinstance(field, forms.DateTimeField):
        kind = {"type": "string", "format": "date-time"}
    elif isinstance(field, forms.DateField):
        kind = {"type": "string", "format": "date"}
    return OpenApiParameter(name, kind, description=str(asked.extra.get("help_text", "")))


class LineExtension(OpenApiSerializerFieldExtension):
    """A line has a letter at least, unless it may be empty."""

    target_class = "games.api.serializers.Line"

    def map_serializer_field(self, auto_schema: Any, direction: Any) -> dict[str, Any]:
        kind = {"type": "string", "maxLength": self.target.max_length}
        return kind if self.target.allow_blank else kind | {"minLength": 1, "pattern": r"\S"}


def refuse_unknown_fields(result: dict[str, Any], **about: Any) -> dict[str, Any]:
    """Bodies have the fields that are named, and no others."""
    for name, component in result["components"]["schemas"].items():
        if name.endswith("Request") and component.get("type") == "object":
            component["additionalProperties"] = False
    return result
