"""Reports errors to Sentry, where SENTRY_DSN says so: what went wrong and where in the code, and nothing about anyone.

What is sent is built from a short list, so that whatever a later version of the library adds stays here. Messages stay
too: a database's name the very row that it refused. They are in the site's own log, under the same time.
"""

from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

from euchre_site import __version__

Event = dict[str, Any]

KEPT = ("event_id", "timestamp", "level", "platform", "logger", "release", "environment", "sdk", "fingerprint")
OWN_LOGGERS = ("euchre_site.", "games.", "tournaments.")
KEPT_OF_FRAME = ("filename", "module", "function", "lineno", "in_app", "pre_context", "context_line", "post_context")
"""Lines of the code, not of what it worked on."""


def connect() -> None:
    """Called once by the app, in every process. Without SENTRY_DSN the library isn't even loaded."""
    if not settings.SENTRY_DSN:
        return
    try:
        import sentry_sdk
        from sentry_sdk.integrations.atexit import AtexitIntegration
        from sentry_sdk.integrations.celery import CeleryIntegration
        from sentry_sdk.integrations.dedupe import DedupeIntegration
        from sentry_sdk.integrations.django import DjangoIntegration
        from sentry_sdk.integrations.excepthook import ExcepthookIntegration
        from sentry_sdk.integrations.logging import LoggingIntegration
        from sentry_sdk.integrations.threading import ThreadingIntegration
        from sentry_sdk.utils import BadDsn
    except ImportError as error:
        raise ImproperlyConfigured(
            "SENTRY_DSN is set, but the package sentry-sdk isn’t installed. "
            "Install it with “pip install sentry-sdk”, or leave SENTRY_DSN empty."
        ) from error
    options: dict[str, Any] = {
        "release": f"right-bower@{__version__}",
        "before_send": before_send,
        "send_default_pii": False,
        "max_request_body_size": "never",
        "include_local_variables": False,
        "max_breadcrumbs": 0,
        "auto_session_tracking": False,
        # Webhooks go to others, who learn nothing of it.
        "trace_propagation_targets": [],
        "default_integrations": False,
        "auto_enabling_integrations": False,
        "integrations": [
            # Without its words at the end of a command.
            AtexitIntegration(callback=lambda pending, timeout: None),
            CeleryIntegration(propagate_traces=False),
            DedupeIntegration(),
            DjangoIntegration(transaction_style="function_name", middleware_spans=False, signals_spans=False),
            ExcepthookIntegration(),
            LoggingIntegration(level=None),
            ThreadingIntegration(propagate_scope=False),
        ],
    }
    try:
        sentry_sdk.init(settings.SENTRY_DSN, **options)
    except BadDsn as error:
        raise ImproperlyConfigured(f"SENTRY_DSN isn’t an address that Sentry gives: {error}.") from error


def before_send(event: Event, hint: Event) -> Event | None:
    """What is sent of an event: no address, query, body, header, cookie, user, argument, variable or message. Nothing
    of what Django refused: anyone can make it refuse something, as often as they like."""
    if (event.get("logger") or "").startswith("django.security"):
        return None
    sent = {name: event[name] for name in KEPT if name in event}
    if "values" in event.get("exception", {}):
        sent["exception"] = {"values": [_exception(error) for error in event["exception"]["values"]]}
    if "message" in event.get("logentry", {}) and (event.get("logger") or "").startswith(OWN_LOGGERS):
        # As it is in our code, with places for what it speaks of. Others fill them in before they log.
        sent["logentry"] = {"message": event["logentry"]["message"]}
    if event.get("transaction_info", {}).get("source") == "component":
        # The name of a view. Any other would be an address.
        sent["transaction"], sent["transaction_info"] = event["transaction"], event["transaction_info"]
    if "method" in event.get("request", {}):
        sent["request"] = {"method": event["request"]["method"]}
    if "runtime" in event.get("contexts", {}):
        sent["contexts"] = {"runtime": event["contexts"]["runtime"]}
    return sent


def _exception(error: Event) -> Event:
    kept: Event = {name: error[name] for name in ("type", "module") if name in error}
    if frames := (error.get("stacktrace") or {}).get("frames"):
        kept["stacktrace"] = {
            "frames": [{name: frame[name] for name in KEPT_OF_FRAME if name in frame} for frame in frames]
        }
    return kept
