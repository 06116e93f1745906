"""Writes right_bower/operations.py from the schema: `python generate.py`, or with --check compares."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCHEMA = HERE.parents[1] / "tests" / "data" / "api_schema.json"
TARGET = HERE / "right_bower" / "operations.py"
ROOT = "/api/v1"
HEAD = '''"""Each operation of the API as a method. Written by generate.py from the schema."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

if TYPE_CHECKING:
    from right_bower.client import Answer


def part(value: object) -> str:
    """A slug, number or code as a part of a path."""
    return quote(str(value), safe="")


class Operations:
    """Named as in the schema. The request itself is the client's."""

    def request(self, method: str, path: str, **more: Any) -> "Answer":
        """See `Client.request`."""
        raise NotImplementedError
'''
PLACE = re.compile(r"{(\w+)}")


def main() -> int:
    text = written(json.loads(SCHEMA.read_text(encoding="utf-8")))
    if "--check" in sys.argv[1:]:
        return int(TARGET.read_text(encoding="utf-8") != text)
    TARGET.write_text(text, encoding="utf-8")
    return 0


def written(schema: dict[str, Any]) -> str:
    """The module, as ruff sets it."""
    source = HEAD + "".join(methods(schema))
    ruff = [sys.executable, "-m", "ruff", "format", "--line-length", "120", "-"]
    return subprocess.run(ruff, input=source, capture_output=True, text=True, check=True).stdout  # noqa: S603  (our own command line)


def methods(schema: dict[str, Any]) -> Iterator[str]:
    for path, operations in schema["paths"].items():
        for method in ("get", "post", "put", "patch", "delete"):
            if method in operations and path.startswith(f"{ROOT}/") and not is_stream(operations[method]):
                yield method_of(method.upper(), path.removeprefix(ROOT), operations[method])


def is_stream(operation: dict[str, Any]) -> bool:
    """Whether it answers with events for as long as it's open."""
    return "text/event-stream" in operation["responses"].get("200", {}).get("content", {})


def method_of(method: str, path: str, operation: dict[str, Any]) -> str:
    places = PLACE.findall(path)
    queries = [one["name"] for one in operation.get("parameters", ()) if one["in"] == "query"]
    arguments = ["self", *(f"{safe(name)}: object" for name in places)]
    address = PLACE.sub(lambda place: "{part(" + safe(place[1]) + ")}", path)
    call = [f'"{method}"', f'f"{address}"' if places else f'"{path}"']
    if method != "GET":
        arguments += ["body: Mapping[str, Any] | None = None", "*", 'etag: str = ""', 'key: str = ""']
        call += ["body=body", "etag=etag", "key=key"]
    elif queries:
        arguments += ["*", *(f"{safe(name)}: Any = None" for name in queries)]
        call.append("query={" + ", ".join(f'"{name}": {safe(name)}' for name in queries) + "}")
    about = operation.get("summary") or operation.get("description") or operation["operationId"]
    return f'''
    def {operation["operationId"]}({", ".join(arguments)}) -> "Answer":
        """{about.rstrip(".")}."""
        return self.request({", ".join(call)})
'''


def safe(name: str) -> str:
    """A parameter's name that Python has for itself gets an underscore."""
    return f"{name}_" if name in ("from", "format", "class", "in", "type", "id") else name


if __name__ == "__main__":
    sys.exit(main())
