"""A secretary's season of two divisions of eight squads: through the pages' forms, and in a real browser."""

import html
from typing import Any

import pytest
from django.urls import reverse

from tests.flows.browsers import open_browser
from tests.flows.secretary import Secretary, run_a_season
from tests.sizes import SOAK
from tournaments.leagues.models import League


class AtBrowser(Secretary):
    """Olga types into the forms of the admin and of the pages; what they hide, they send themselves. In the admin she
    founds the league, looks up the season's house rules, opens the season and closes it."""

    def __init__(self, browser: Any, site: str) -> None:
        super().__init__()
        self.olga.is_staff = self.olga.is_superuser = True
        self.olga.save()
        self.site, self.page = site, open_browser(browser, site, self.olga)

    def post(self, route: str, /, *args: Any, status: int = 302, **fields: Any) -> str:
        if route == "new_league":
            return self.found_in_admin(fields["name"], fields["divisions"].split("\n"))
        if route == "move_season" and args[-1] in ("open", "close"):
            return self.act_in_admin(f"{args[-1]}_season")
        address = reverse(route, args=args)
        if not (route == "move_season" and "draft" in args):  # the preview's page has that form
            self.page.goto(self.site + page_of(route, args))
        forms = self.page.locator(f'form[action="{address}"]' if route.startswith("move") else "main form")
        if "side" in fields and forms.count() > 1:
            forms = forms.filter(has=self.page.locator(f'input[name="side"][value="{fields["side"]}"]'))
        self.type_into(forms.first, fields)
        return self.press(forms.first, 200 if status == 302 else status)

    def preview(self, days: dict[str, Any]) -> str:
        self.page.goto(self.site + reverse("season_setup", args=["fall"]))
        form = self.page.locator("main form[method=get]")
        self.type_into(form, days)
        return self.press(form, 200)

    def found_in_admin(self, name: str, divisions: list[str]) -> str:
        self.page.goto(self.site + reverse("admin:tournaments_league_add"))
        self.page.select_option("[name=club]", label=str(self.club))
        self.page.fill("[name=name]", name)
        self.page.fill("[name=divisions]", "\n".join(divisions))
        said = self.press_in_admin("[name=_save]")
        assert League.objects.get(name=name).slug == "elm-league", "the address follows the name"
        return said

    def act_in_admin(self, action: str) -> str:
        """A step of the season, from the list of seasons."""
        self.page.goto(self.site + reverse("admin:tournaments_season_changelist"))
        self.page.locator("tr", has_text="Fall").locator("input.action-select").check()
        self.page.select_option("[name=action]", action)
        return self.press_in_admin("[name=index]")

    def press_in_admin(self, button: str) -> str:
        with self.page.expect_navigation() as answer:
            self.page.locator(button).first.click()
        said = html.unescape(self.page.content())
        assert answer.value.status == 200, said
        return said

    def type_into(self, form: Any, fields: dict[str, Any]) -> None:
        self.page.evaluate("document.querySelectorAll('main details').forEach((one) => { one.open = true; })")
        for name, value in fields.items():
            control = form.locator(f'[name="{name}"]:not([type=hidden])')
            if control.count() and control.evaluate("(one) => one.tagName") == "SELECT":
                control.select_option(str(value))
            elif control.count():
                control.fill(str(value))

    def press(self, form: Any, status: int) -> str:
        with self.page.expect_navigation() as answer:
            form.locator("button").last.click()
        said = html.unescape(self.page.content())
        assert answer.value.status == status, said
        return said


def page_of(route: str, args: tuple[Any, ...]) -> str:
    """Where the form is that is sent to that address."""
    if route == "move_season":
        return reverse("season_setup", args=args[:1])
    return reverse("fixture", args=args[:2]) if route == "move_fixture" else reverse(route, args=args)


@pytest.mark.slow
@pytest.mark.skipif(not SOAK, reason="with SOAK=1: what the browser does too, faster to look into")
@pytest.mark.django_db
def test_a_season_of_two_divisions_of_eight_squads() -> None:
    run_a_season(Secretary())


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
@pytest.mark.heavy
def test_the_same_season_in_a_browser(browser: Any, site: str) -> None:
    desk = AtBrowser(browser, site)
    run_a_season(desk)
    desk.page.context.close()
