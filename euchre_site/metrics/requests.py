"""Counts requests as they are answered, and how long that took. Neither address nor visitor is kept.

Stands outside everything else of the server, so that pages made for others, refused bodies and the time spent waiting
for a turn count too. Of a live stream or a file, the time until its answer begins.
"""

import time
from collections.abc import Callable, Iterable
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Histogram, disable_created_metrics

from euchre_site.body_limit import Application, Event, Receive, Send

disable_created_metrics()
REGISTRY = CollectorRegistry()
"""Everything that /metrics says. Of this process alone: where several serve the site, each is asked for itself."""

METHODS = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"}
AREAS = {"/static/": "file", "/live/": "live", "/api/": "api", "/healthz/": "probe", "/metrics": "probe"}
"""Beginning of an address, and what it is. All others are pages."""
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_answered = Counter(
    "right_bower_requests",
    "Requests answered by this process.",
    ["area", "method", "status"],
    registry=REGISTRY,
)
_duration = Histogram(
    "right_bower_request_duration_seconds",
    "Seconds until this process began to answer a request.",
    ["area"],
    buckets=BUCKETS,
    registry=REGISTRY,
)


def count(address: str, method: str, status: int, seconds: float) -> None:
    area = next((area for beginning, area in AREAS.items() if address.startswith(beginning)), "page")
    _answered.labels(area, method if method in METHODS else "other", f"{status // 100}xx").inc()
    _duration.labels(area).observe(seconds)


class CountedRequests:
    """Round an ASGI application."""

    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.application(scope, receive, send)
            return
        began = time.perf_counter()

        async def send_counted(event: Event) -> None:
            if event["type"] == "http.response.start":
                count(scope["path"], scope["method"], event["status"], time.perf_counter() - began)
            await send(event)

        await self.application(scope, receive, send_counted)


class CountedWsgiRequests:
    """Round a WSGI application."""

    def __init__(self, application: Callable[..., Iterable[bytes]]) -> None:
        self.application = application

    def __call__(self, environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        began = time.perf_counter()

        def start_counted(status: str, *headers: Any) -> Any:
            address, method = environ.get("PATH_INFO", ""), environ.get("REQUEST_METHOD", "")
            count(address, method, int(status[:3]), time.perf_counter() - began)
            return start_response(status, *headers)

        return self.application(environ, start_counted)
