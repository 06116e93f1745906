"""What every page of the admin shares: it writes through commands, or not at all."""

from typing import Any
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect

from games.accounts.models import User
from games.admin_times import NamedTimes
from games.engine.errors import RuleError
from tournaments.context import Context
from tournaments.errors import CommandError
from tournaments.events.commands import save_setup
from tournaments.permissions import Actor
from tournaments.results.models import Channel


def admin_context(request: HttpRequest, key: UUID | None = None) -> Context:
    assert isinstance(request.user, User), "the admin lets nobody in who is not logged in"
    return Context(Actor(request.user, getattr(request.user, "player", None)), Channel.ADMIN, key)


class CommandAdmin(NamedTimes):
    """Saves through the commands and shows their refusals as messages. Nothing can be deleted here."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        save_setup(obj, context=admin_context(request), fields=form.changed_data)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        for obj in formset.save(commit=False):
            save_setup(obj, context=admin_context(request), fields=[])
        formset.save_m2m()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (CommandError, RuleError) as error:
            self.message_user(request, str(error), messages.ERROR)
            return HttpResponseRedirect(request.path)


class ReadOnly:
    """For facts: they are appended by commands and looked at here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False
