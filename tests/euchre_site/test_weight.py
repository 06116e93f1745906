"""What a first view of a page carries: its HTML, styles and scripts, compressed as they are sent, without pictures.

These are the pages whose size does not depend on what a club has; `python -m benchmarks pages` weighs all the others.
"""

import gzip
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

MOST = 100_000
PART = re.compile(r'<(?:link rel="stylesheet"|script)[^>]*?(?:href|src)="/static/([^"]+)"')
PAGES = (
    "home",
    "account_login",
    "account_signup",
    "learn",
    "how_to_play",
    "first_hands",
    "learn_words",
    "learn_tips",
    "learn_history",
    "learn_rules",
    "privacy",
    "contact",
    "whats_new",
)


@pytest.mark.django_db
@pytest.mark.parametrize("name", PAGES)
def test_first_view(client: Client, name: str) -> None:
    page = client.get(reverse(name), headers={"Accept-Encoding": "gzip"})
    assert page.status_code == 200
    parts = set(PART.findall(gzip.decompress(page.content).decode()))
    assert len(parts) > 10
    files = {part: finders.find(part) for part in parts}
    sizes = {part: len(gzip.compress(Path(str(file)).read_bytes())) for part, file in files.items()}
    assert len(page.content) + sum(sizes.values()) <= MOST, (len(page.content), sizes)
