"""The headers of every answer, the files, and what is refused at the door."""

import gzip
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import HttpRequest, HttpResponse, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.test import AsyncClient, Client, RequestFactory

from euchre_site.middleware import ADMIN_POLICY, POLICY, CompressedPages, ContentSecurityPolicy, StaticFiles


@pytest.mark.django_db
class TestHeaders:
    @pytest.mark.parametrize("path", ["/accounts/login/", "/nowhere/", "/static/admin/css/base.css", "/?a=%00"])
    def test_on_every_answer(self, client: Client, path: str) -> None:
        response = client.get(path)
        response.close()
        assert response["Content-Security-Policy"] == POLICY
        assert response["X-Content-Type-Options"] == "nosniff"
        assert response["Referrer-Policy"] == "same-origin"
        assert response["Cross-Origin-Opener-Policy"] == "same-origin"

    def test_policy_knows_no_other_origin_and_nothing_unsafe(self) -> None:
        assert "unsafe" not in POLICY
        assert "//" not in POLICY
        assert "frame-ancestors 'none'" in POLICY

    def test_admin_may_run_its_expressions_but_no_inline_script(self, client: Client) -> None:
        response = client.get("/admin/login/")
        assert response["Content-Security-Policy"] == ADMIN_POLICY
        assert re.search(r"script-src ([^;]*)", ADMIN_POLICY)[1] == "'self' 'unsafe-eval'"  # type: ignore[index]

    def test_view_may_set_its_own_policy(self, rf: RequestFactory) -> None:
        own = HttpResponse(headers={"Content-Security-Policy": "default-src 'none'"})
        response = ContentSecurityPolicy(lambda request: own)(rf.get("/"))
        assert response["Content-Security-Policy"] == "default-src 'none'"  # type: ignore[index]

    def test_cookies_are_not_for_scripts(self, client: Client) -> None:
        client.get("/accounts/login/")
        assert client.cookies["csrf"]["httponly"]
        assert client.cookies["csrf"]["samesite"] == "Lax"


@pytest.mark.django_db
class TestCompressedPages:
    @pytest.mark.parametrize("path", ["/learn/how-to-play/", "/accounts/login/", "/nowhere/"])
    def test_for_who_takes_them(self, client: Client, path: str) -> None:
        plain, small = client.get(path), client.get(path, headers={"Accept-Encoding": "br, gzip"})
        assert "Content-Encoding" not in plain.headers
        assert small["Content-Encoding"] == "gzip"
        assert "Accept-Encoding" in small["Vary"]
        assert "Accept-Encoding" in plain["Vary"]
        assert int(small["Content-Length"]) == len(small.content) < len(plain.content) / 2
        assert without_tokens(gzip.decompress(small.content)) == without_tokens(plain.content)

    def test_length_of_one_page_reveals_nothing(self, rf: RequestFactory) -> None:
        page = CompressedPages(lambda request: HttpResponse("<p>the same</p>" * 100))
        asked = rf.get("/", headers={"Accept-Encoding": "gzip"})
        lengths = {len(page(asked).content) for _ in range(20)}  # type: ignore[union-attr]
        assert len(lengths) > 1

    def test_the_api_keeps_its_exact_etags(self, rf: RequestFactory) -> None:
        answer = CompressedPages(lambda request: JsonResponse({"text": "the same" * 100}))(
            rf.get("/api/v1/events/", headers={"Accept-Encoding": "gzip"})
        )
        assert "Content-Encoding" not in answer.headers  # type: ignore[union-attr]

    def test_what_is_streamed_goes_out_as_it_comes(self, rf: RequestFactory) -> None:
        stream = StreamingHttpResponse(iter([b"<p>one", b"two"]), content_type="text/html")
        answer: HttpResponseBase = CompressedPages(lambda request: stream)(
            rf.get("/", headers={"Accept-Encoding": "gzip"})
        )  # type: ignore[assignment]
        assert answer is stream
        assert list(stream.streaming_content) == [b"<p>one", b"two"]


def without_tokens(page: bytes) -> bytes:
    return re.sub(rb'csrfmiddlewaretoken" value="\w+"', b"", page)


class TestRefuseNul:
    @pytest.mark.parametrize("path", ["/?name=%00", "/e/%00/", "/live/?topic=a%00"])
    def test_refused_in_words(self, client: Client, path: str) -> None:
        response = client.get(path)
        assert response.status_code == 400
        assert b"a character that" in response.content


@pytest.mark.django_db
class TestStaticFiles:
    def test_served_by_wsgi(self, client: Client) -> None:
        response: Any = client.get("/static/admin/css/base.css")
        assert response["Content-Type"].startswith("text/css")
        with closing(response):
            assert b"body" in b"".join(response.streaming_content)

    def test_served_by_asgi_as_an_async_stream(self) -> None:
        @async_to_sync
        async def read() -> bytes:
            response: Any = await AsyncClient().get("/static/admin/css/base.css")
            assert response.is_async
            with closing(response):
                return b"".join([part async for part in response.streaming_content])

        assert b"body" in read()

    @pytest.mark.parametrize(("method", "status"), [("HEAD", 200), ("GET", 304)])
    def test_what_has_no_content_is_an_async_stream_too(self, method: str, status: int, async_rf: Any) -> None:
        """Without Django's test client, which takes the stream out of such answers."""

        async def no_page(request: HttpRequest) -> HttpResponse:
            return HttpResponse(status=404)

        @async_to_sync
        async def read() -> tuple[int, bytes]:
            kept = {} if method == "HEAD" else {"If-Modified-Since": "Fri, 01 Jan 2100 00:00:00 GMT"}
            request = async_rf.generic(method, "/static/admin/css/base.css", headers=kept)
            response: Any = await StaticFiles(no_page)(request)  # type: ignore[misc]
            with closing(response):
                return response.status_code, b"".join([part async for part in response.streaming_content])

        assert read() == (status, b"")

    def test_no_file_stays_open_for_a_visitor_who_left(self) -> None:
        @async_to_sync
        async def leave() -> list[Path]:
            never_closed = await AsyncClient().get("/static/admin/css/base.css")
            assert never_closed.status_code == 200
            return [file.resolve() for file in Path("/proc/self/fd").iterdir()]

        assert not [file for file in leave() if file.name == "base.css"]

    def test_missing_is_404(self, client: Client) -> None:
        assert client.get("/static/nowhere.css").status_code == 404


@pytest.mark.django_db
class TestLogIn:
    def test_admin_sends_to_the_one_log_in(self, client: Client) -> None:
        response = client.get("/admin/", follow=True)
        assert response.redirect_chain[-1][0].startswith("/accounts/login/")

    def test_sign_up_asks_for_mail_and_no_username(self, client: Client) -> None:
        page = client.get("/accounts/signup/").content.decode()
        assert 'name="email"' in page
        assert "username" not in page
