"""JSON as strictly as it can be read: what two programs might understand differently is refused."""

import json
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.parsers import BaseParser

from games.api.problem_words import too_large
from games.engine.language import say

MAX_BYTES = 1_000_000
DEEPEST = 20


class StrictJSONParser(BaseParser):
    """Objects only, in UTF-8; no doubled names, no NaN, no NUL, no half characters, nothing deep or endless."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: Any = None, parser_context: Any = None) -> dict[str, Any]:
        body = stream.read(MAX_BYTES + 1)
        if len(body) > MAX_BYTES:
            raise too_large(MAX_BYTES)
        return read_object(body)


def read_object(body: bytes) -> dict[str, Any]:
    """ParseError with a sentence for anything else."""
    try:
        data = json.loads(body.decode(), object_pairs_hook=_unique, parse_constant=_no_constant)
    except RecursionError as error:
        raise ParseError(say("This JSON is nested too deeply. Use at most {levels} levels.", levels=DEEPEST)) from error
    except UnicodeDecodeError as error:
        raise ParseError(say("This isn’t UTF-8. Send UTF-8 text.")) from error
    except ParseError:
        raise
    except ValueError as error:
        sentence = say("We can’t read this JSON. Send one object, without very long numbers.")
        raise ParseError(sentence) from error
    if not isinstance(data, dict):
        raise ParseError(say("Send one JSON object."))
    _check(data, 1)
    return data


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    values = dict(pairs)
    if len(values) < len(pairs):
        raise ParseError(say("The same field appears twice in one object. Send it only once."))
    return values


def _no_constant(name: str) -> None:
    raise ParseError(say("{word} isn’t valid JSON. Send a plain number or null.", word=name))


def _check(data: Any, depth: int) -> None:
    if depth > DEEPEST:
        raise ParseError(say("This JSON is nested too deeply. Use at most {levels} levels.", levels=DEEPEST))
    if isinstance(data, str):
        if "\0" in data or any("\ud800" <= letter <= "\udfff" for letter in data):
            raise ParseError(say("The text contains a character that we can’t use. Remove it and try again."))
    elif isinstance(data, dict):
        for name, inner in data.items():
            _check(name, depth)
            _check(inner, depth + 1)
    elif isinstance(data, list):
        for inner in data:
            _check(inner, depth + 1)
