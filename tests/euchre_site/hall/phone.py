"""A phone as a program, run on another computer: `python -m tests.euchre_site.hall.phone '{"address": …}'`.

It prints what it saw, as JSON. pass: a personal link's path, to come in by; login: an email and a password instead;
look: a page to read then; slip: where to report a score.
"""

import http.client
import json
import sys
from random import Random
from typing import Any
from urllib.parse import urlsplit

from tests.flows.browserless import Browser, Tally


class Phone(Browser):
    """At a site that may be anywhere. As browsers do, it says from which page a form is sent."""

    def __init__(self, address: str, host: str = "") -> None:
        at = urlsplit(address)
        super().__init__(at.port or 80, Tally(), Random(1))
        self.at, self.host = at.hostname or "", host or at.netloc

    def _connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(self.at, self.port, timeout=30)

    def _headers(self) -> dict[str, str]:
        return super()._headers() | {"Host": self.host, "Origin": f"http://{self.host}"}


def play(asked: dict[str, Any]) -> dict[str, Any]:
    phone = Phone(asked["address"], asked.get("host", ""))
    home = phone.get("/")
    seen: dict[str, Any] = {"home": home.status, "text": home.text}
    if "pass" in asked:
        come_in = phone.get(asked["pass"])
        seen["seat"] = phone.submit(come_in.form(asked["pass"])).status
    if "login" in asked:
        email, password = asked["login"]
        form = phone.get("/accounts/login/").form("/accounts/login/")
        seen["login"] = phone.submit(form, login=email, password=password).status
    if "slip" in asked:
        form = phone.get(asked["slip"]).form(asked["slip"])
        without = form.fields.pop("csrfmiddlewaretoken")
        seen["forged"] = phone.submit(form, points_0=10, points_1=6).status
        form.fields["csrfmiddlewaretoken"] = without
        sent = phone.submit(form, points_0=10, points_1=6)
        seen["sent"] = [sent.status, sent.path]
    if "look" in asked:
        page = phone.get(asked["look"])
        seen |= {"look": page.status, "text": page.text}
    seen["cookies"] = sorted(phone.cookies)
    return seen


if __name__ == "__main__":
    sys.stdout.write(json.dumps(play(json.loads(sys.argv[1]))))
