"""One call of a tool: arguments that fit, what is asked of the site, and the answer as data."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlsplit

from euchre_site.mcp_server.refusals import REPEAT, Refusal, list_changed, not_offered, wrong_arguments
from euchre_site.mcp_server.site import Answer, Site, in_path
from euchre_site.mcp_server.tools import TOOLS, Tool

PAGE = {"limit": 200}


@dataclass
class Desk:
    """Calls of one assistant.

    scopes: what the token may; None where the site did not say. allows_writes: whether the person who started this
    wants writing. sent: keys of additions whose list was compared before.
    """

    site: Site
    scopes: frozenset[str] | None
    allows_writes: bool = False
    sent: dict[str, tuple[str, str]] = field(default_factory=dict)

    def offered(self) -> list[Tool]:
        """The tools that this token may use."""
        return [tool for tool in TOOLS.values() if not self._why_not(tool)]

    def call(self, name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """What the tool answers. Refusal when it is not offered, its arguments don't fit, or the site refuses."""
        tool = TOOLS.get(name)
        if tool is None:
            raise not_offered("There’s no tool of that name.")
        if why := self._why_not(tool):
            raise not_offered(why)
        _check(tool, arguments)
        return self._write(tool, arguments) if tool.is_write else self._read(tool, arguments)

    def _why_not(self, tool: Tool) -> str:
        """Why the tool is not offered; empty when it is."""
        if not tool.is_write:
            return ""
        if not self.allows_writes:
            return "Only reading is offered. The person can start this program with --allow-writes."
        if self.scopes is None:
            return "The site didn’t say what the token may do. Start this program again when the site is there."
        return "" if tool.scope in self.scopes else f"The token doesn’t have the scope “{tool.scope}”."

    def _read(self, tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        limit = PAGE if "cursor" in tool.query else {}
        answer = self.site.read(_path(tool, arguments), limit | {name: arguments.get(name) for name in tool.query})
        return _shown(answer)

    def _write(self, tool: Tool, arguments: Mapping[str, Any]) -> dict[str, Any]:
        path, version = _path(tool, arguments), arguments["version"]
        key = arguments.get("key") or secrets.token_hex(16)
        if tool.adds:
            self._compare_list(path, version, key)
            version = ""
        try:
            answer = self.site.write(path + tool.action, tool.body(arguments), key, version)
        except Refusal as refusal:
            if refusal.status == 0 or refusal.status >= 500:
                # Whether it came through isn't known.
                refusal.more["key"], refusal.what_to_do = key, REPEAT
            raise
        return _shown(answer) | {"key": key}

    def _compare_list(self, path: str, version: str, key: str) -> None:
        """The API compares no list; so it is read again, but not for a repeat of what was compared before."""
        if self.sent.get(key) == (path, version):
            return
        present = self.site.read(path, PAGE)
        if present.version != version:
            raise list_changed(_shown(present))
        self.sent[key] = (path, version)


def _check(tool: Tool, arguments: Mapping[str, Any]) -> None:
    # Loading it takes two seconds where packages for all of its formats are installed.
    from jsonschema import Draft202012Validator

    errors = Draft202012Validator(tool.input_schema).iter_errors(dict(arguments))
    if complaints := [f"{'.'.join(map(str, error.path)) or 'arguments'}: {error.message}."[:300] for error in errors]:
        raise wrong_arguments(complaints[:10])


def _path(tool: Tool, arguments: Mapping[str, Any]) -> str:
    """The address, with whole numbers as such even where JSON had 7.0."""
    plain = {name: int(value) if isinstance(value, float) else value for name, value in arguments.items()}
    return tool.path.format_map({name: in_path(value) for name, value in plain.items()})


def _shown(answer: Answer) -> dict[str, Any]:
    """The site's answer as data, with its version. Of a list, the cursor of the page that follows."""
    data = answer.data
    if "next" in data and "results" in data:
        asked = parse_qs(urlsplit(data["next"] or "").query)
        data = {"results": data["results"], "next_cursor": next(iter(asked.get("cursor", ())), None)}
    return {"version": answer.version, "data": data}
