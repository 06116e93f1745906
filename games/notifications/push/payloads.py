"""What a push message says, as static/js/push_worker.js reads it. Pure."""

import hashlib
import json

from games.notifications.push.encryption import MAX_BYTES, to_text

MAX_TOPIC = 32
MAX_TITLE, MAX_BODY = 120, 440
"""Letters. Phones show less of both, and with every letter at its longest the message still has room."""


def payload_of(title: str, body: str, link: str, tag: str) -> bytes:
    """link: a path of this site, where a tap leads. tag: a later message with the same one takes the place of this one
    on the screen. ValueError when the link is too long to be sent."""
    said = {"title": _short(title, MAX_TITLE), "body": _short(body, MAX_BODY), "link": link, "tag": tag}
    payload = json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
    if len(payload) > MAX_BYTES:
        raise ValueError(f"a push message has at most {MAX_BYTES} bytes, not {len(payload)}")
    return payload


def topic_of(text: str) -> str:
    """A name for a push service, of any text: a later message of that name takes the place of one that still waits
    there (RFC 8030, section 5.4). The service learns nothing of the text but that it is the same."""
    return to_text(hashlib.sha256(text.encode()).digest()[: MAX_TOPIC * 3 // 4])


def _short(text: str, most: int) -> str:
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"
