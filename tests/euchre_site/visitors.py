"""People who visit a site with the demo club, each with a browser of their own that can be given files."""

import http.client
import json
from contextlib import closing
from uuid import uuid4

from tests.euchre_site.addresses import STAGE
from tests.euchre_site.compose import BehindProxy
from tests.euchre_site.image import Shipped
from tests.flows.browserless import Tally


class Site:
    """One with the demo club in it, and what is known of its people."""

    def __init__(self, image: Shipped) -> None:
        self.image = image
        self.stage = json.loads(image.tell(STAGE))
        self.night = f"/events/{self.stage['night']}"


class Visitor(BehindProxy):
    """One person's browser, which is given files too."""

    def __init__(self, site: Site, **headers: str) -> None:
        super().__init__(site.image.port, Tally())
        self.site, self.headers = site, headers

    def _headers(self) -> dict[str, str]:
        return super()._headers() | self.headers

    def ask(self, path: str, method: str = "GET", body: bytes | None = None, **more: str) -> tuple[int, bytes]:
        """Status and content as they come; of a live stream, that it has begun."""
        with closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=90)) as web:
            web.request(
                method, path, body, self._headers() | {name.replace("_", "-"): one for name, one in more.items()}
            )
            answer = web.getresponse()
            is_stream = answer.getheader("Content-Type", "").startswith("text/event-stream")
            return answer.status, b"" if is_stream else answer.read()

    def give(self, path: str, field: str, name: str, content: bytes, **others: str) -> tuple[int, bytes]:
        """Choose a file in the form of that page and send it."""
        fields = next(form for form in self.get(path).forms if form.action == path).fields | others
        edge = uuid4().hex
        parts = [
            f'--{edge}\r\nContent-Disposition: form-data; name="{key}"\r\n\r\n{value}\r\n'
            for key, value in fields.items()
        ]
        parts.append(f'--{edge}\r\nContent-Disposition: form-data; name="{field}"; filename="{name}"\r\n\r\n')
        body = "".join(parts).encode() + content + f"\r\n--{edge}--\r\n".encode()
        return self.ask(path, "POST", body, Content_Type=f"multipart/form-data; boundary={edge}")

    def log_in(self, who: str) -> "Visitor":
        form = self.get("/accounts/login/").form("/accounts/login/")
        assert self.submit(form, login=self.site.stage[who], password=self.site.stage["password"]).was_redirected
        return self

    def come_in(self) -> "Visitor":
        """As the first player at tonight's first table, with the personal link."""
        link = f"{self.site.night}/pass/{self.site.stage['sides'][0][0]['pass']}/"
        assert self.submit(self.get(link).form(link)).was_redirected
        return self
