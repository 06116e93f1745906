"""The schema of every endpoint follows from what the endpoint says of itself."""

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from django import forms
from drf_spectacular.extensions import OpenApiSerializerFieldExtension
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import ResolvedComponent
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework import serializers

from games.api.serializers import LARGEST, ProblemSerializer, StrictSerializer

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
FAILURES = {500: "Something broke on our side", 503: "The site can't reach its data right now"}
EXAMPLES = Path(__file__).with_name("examples.json")
HEADERS: dict[str, tuple[str, dict[str, Any]]] = {
    "ETag": ("The version of what is shown, with its quotes.", {"type": "string"}),
    "Idempotent-Replayed": (
        "There when the same request was answered before. This is that answer.",
        {"type": "string", "enum": ["true"]},
    ),
    "Link": ('The addresses of the pages beside this one, as `rel="next"` and `rel="prev"`.', {"type": "string"}),
    "RateLimit": ('What is left of the limit, as in `"api-read";r=598`.', {"type": "string"}),
    "RateLimit-Policy": ('The limit and its seconds, as in `"api-read";q=600;w=60`.', {"type": "string"}),
    "Retry-After": ("Seconds to wait.", {"type": "integer", "minimum": 1}),
    "WWW-Authenticate": ("How to send a token.", {"type": "string"}),
}
"""What an answer may bring along → what it says, and what it looks like."""
SUFFIX = re.compile(r"Serializer(?=(?:Page|Expanded)?$)")
UNCOUNTED = (406, *FAILURES)
"""Refused before the request was counted, so without a word about the limit."""


class Conventions(AutoSchema):
    """Bodies, headers, refusals and pages, without a word at the single endpoint."""

    view: Any

    def get_tags(self) -> list[str]:
        return [self.path.removeprefix("/api/v1/").split("/")[0]]

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular itself does
        return str((self.view.__doc__ or "").strip())

    def get_summary(self) -> str:
        view = self.view
        return str(view.summary_of_adding if self._is_adding() else view.summary)

    def get_examples(self) -> list[OpenApiExample]:
        """As `python -m tests.tournaments.api.golden` has recorded them."""
        return [
            OpenApiExample(
                name.capitalize(),
                value=value,
                request_only=name == "request",
                response_only=name == "answer",
                media_type=self.view.renderer_classes[0].media_type,
            )
            for name, value in recorded_examples().get(self.get_operation_id(), {}).items()
        ]

    def get_auth(self) -> list[dict[str, list[str]]]:
        """Reading is open, but for what is only about the asker."""
        known: list[dict[str, list[str]]] = [{"token": []}, {"session": []}]
        super().get_auth()  # which writes both into the schema
        return [*known, {}] if self.method == "GET" and self.view.is_open else known

    def get_operation_id(self) -> str:
        words = [part.strip("{}") for part in self.path.removeprefix("/api/v1/").split("/") if part]
        return "_".join([self.method.lower(), *words]).replace("-", "_")

    def get_serializer_name(self, serializer: Any, direction: Any) -> str:
        """Version 1 of the API calls its components shapes. Programs are made from the schema, so they keep that."""
        return SUFFIX.sub("Shape", type(serializer).__name__)

    def _is_list(self) -> bool:
        return hasattr(self.view, "rows") and self.method == "GET"

    def _is_adding(self) -> bool:
        return hasattr(self.view, "rows") and self.method == "POST"

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
            if view.expansions:
                words = {"type": "string", "enum": list(view.expansions)}
                kind = {"type": "array", "items": words, "minItems": 1, "uniqueItems": True}
                about = "What comes along in `expanded`, with commas between."
                asked.append(OpenApiParameter("expand", kind, explode=False, style="form", description=about))
            if view.filters is not None:
                asked += [_filter(name, field) for name, field in view.filters.base_filters.items()]
        if len(view.renderer_classes) > 1:
            asked.append(OpenApiParameter("format", str, enum=["json", "csv"], description="csv: for spreadsheets."))
        return asked

    def get_response_serializers(self) -> Any:
        view = self.view
        if self.method == "POST":
            shapes: dict[Any, Any] = {(view.success, "application/json"): view.shown}
        else:
            answer = page_of(view.answer, tuple(view.expansions.items())) if self._is_list() else view.answer
            shapes = {
                (200, kind.media_type): answer if kind.format == "json" else str for kind in view.renderer_classes
            }
        if self.method == "POST":
            refused = WRITING + ((412, 428) if view.is_versioned else ())
        else:
            refused = READING if view.is_open else (*READING, 403)
            if not view.is_endless:
                shapes[304] = OpenApiResponse(description="Not changed since the `ETag` in `If-None-Match`")
        for number in refused:
            shapes[number, PROBLEM] = OpenApiResponse(ProblemSerializer, description="Refused")
        for number, description in FAILURES.items():
            shapes[number, PROBLEM] = OpenApiResponse(ProblemSerializer, description=description)
        return shapes

    def _get_response_headers_for_code(self, status_code: str, direction: Any = "response") -> dict[str, Any]:
        headers = {}
        for name in self._headers_of(int(status_code)):
            about, shape = HEADERS[name]
            header = ResolvedComponent(name, ResolvedComponent.HEADER, {"description": about, "schema": shape}, name)
            self.registry.register_on_missing(header)
            headers[name] = header.ref
        return headers

    def _headers_of(self, status: int) -> list[str]:
        view, is_write, is_done = self.view, self.method == "POST", status < 300
        sent = {
            "ETag": status == 304 or (is_done and (view.is_found_again if is_write else not view.is_endless)),
            "Idempotent-Replayed": is_write and is_done,
            "Link": (is_done or status == 304) and self._is_list(),
            "RateLimit": status not in UNCOUNTED,
            "RateLimit-Policy": status not in UNCOUNTED,
            "Retry-After": status in (429, 503),
            "WWW-Authenticate": status == 401,
        }
        return [name for name, is_sent in sent.items() if is_sent]


@cache
def recorded_examples() -> dict[str, dict[str, Any]]:
    """Operation → "request" and "answer"."""
    examples: dict[str, dict[str, Any]] = json.loads(EXAMPLES.read_text(encoding="utf-8"))
    return examples


@cache
def page_of(shape: type[StrictSerializer], expansions: tuple[tuple[str, Any], ...]) -> type[StrictSerializer]:
    """A page of such rows."""
    along = {name: expansion.shape(many=True, required=False) for name, expansion in expansions}
    expanded = type(f"{shape.__name__}Expanded", (StrictSerializer,), {**along, "__doc__": "What `expand` asked for."})
    fields = {
        **({"expanded": expanded(required=False)} if along else {}),
        "next": serializers.URLField(allow_null=True),
        "previous": serializers.URLField(allow_null=True),
        "results": shape(many=True),
        "__doc__": f"A page of a list: {(shape.__doc__ or '').strip()}",
    }
    return type(f"{shape.__name__}Page", (StrictSerializer,), fields)


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
