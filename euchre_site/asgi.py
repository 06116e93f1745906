"""Entry for ASGI servers: pages and the live stream."""

import os

import django

from euchre_site.body_limit import BodyLimit
from euchre_site.metrics.requests import CountedRequests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings")
django.setup(set_prefix=False)

from euchre_site.priority_asgi import PriorityHandler  # noqa: E402 - its handlers read the settings


def build_application() -> CountedRequests:
    """For one event loop: which requests wait for which, and who is to be told when their turn comes."""
    return CountedRequests(BodyLimit(PriorityHandler()))


application = build_application()
