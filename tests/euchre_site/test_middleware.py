"""The headers of every answer, the files, and what is refused at the door."""

import re
from contextlib import closing
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from django.http import HttpResponse
from django.test import AsyncClient, Client, RequestFactory

from euchre_site.middleware import ADMIN_POLICY, POLICY, ContentSecurityPolicy


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


class TestRefuseNul:
    @pytest.mark.parametrize("path", ["/?name=%00", "/e/%00/", "/live/?topic=a%00"])
    def test_refused_in_words(self, client: Client, path: str) -> None:
        response = client.get(path)
        assert response.status_code == 400
        assert b"cannot be used" in response.content


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

    def test_missing_is_404(self, client: Client) -> None:
        assert client.get("/static/nowhere.css").status_code == 404


@pytest.mark.django_db
class TestDoor:
    def test_admin_sends_to_the_one_log_in(self, client: Client) -> None:
        response = client.get("/admin/", follow=True)
        assert response.redirect_chain[-1][0].startswith("/accounts/login/")

    def test_sign_up_asks_for_mail_and_no_username(self, client: Client) -> None:
        page = client.get("/accounts/signup/").content.decode()
        assert 'name="email"' in page
        assert "username" not in page
