"""The part of the admin that owners of clubs may enter: what sets up their leagues, and no row of another club."""

from functools import reduce
from typing import Any

from django.contrib.admin.options import BaseModelAdmin
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from unfold.admin import TabularInline
from unfold.sites import UnfoldAdminSite

from games.accounts.models import User
from tournaments.admin_base import CommandAdmin
from tournaments.clubs.models import Club, Venue
from tournaments.leagues.models import League
from tournaments.permissions import Permission, clubs_where

CHOICES: dict[type[Model], str] = {Club: "pk", League: "club", Venue: "club"}
"""What forms of owners offer, and where its club is."""


class OwnersSite(UnfoldAdminSite):
    """The admin. Owners of clubs enter too; they see what an `OwnersAdmin` shows them, and nothing else."""

    def has_permission(self, request: HttpRequest) -> bool:
        return super().has_permission(request) or bool(owned_by(request))

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """One door: the site's own page has the rate limits."""
        return HttpResponseRedirect(reverse("account_change_password"))


def owned_by(request: HttpRequest) -> set[int]:
    """Keys of the clubs that the account owns, asked once for each request."""
    user = request.user
    if not isinstance(user, User) or not user.is_active:
        return set()
    known: set[int] | None = request.__dict__.get("_owned_clubs")
    if known is None:
        known = request.__dict__["_owned_clubs"] = clubs_where(user, Permission.RUN_CLUB)
    return known


def _is_staff(request: HttpRequest) -> bool:
    """Whom the site itself lets in: only they have permissions of Django's kind."""
    return request.user.is_active and request.user.is_staff


class _ForOwners(BaseModelAdmin):
    """club_path: from a row to its club, "league.club"; of an inline, from the row that it is shown with."""

    club_path = ""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.sees_all(request) or self._owns(request, obj)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return (_is_staff(request) and super().has_change_permission(request, obj)) or self._owns(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def sees_all(self, request: HttpRequest) -> bool:
        """Whether the site's staff asks, who see the rows of every club."""
        return _is_staff(request) and super().has_view_permission(request)

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        path = CHOICES.get(db_field.remote_field.model)
        if path and not self.sees_all(request):
            instances = db_field.remote_field.model._default_manager.all()
            kwargs["queryset"] = instances.filter(**{f"{path}__in": owned_by(request)})
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def _owns(self, request: HttpRequest, obj: Any) -> bool:
        if obj is None:
            return bool(owned_by(request))
        club: Club = reduce(getattr, self.club_path.split("."), obj)
        return club.pk in owned_by(request)


class OwnersAdmin(_ForOwners, CommandAdmin):
    """For rows of a club: its owners see and change them, the site's staff those of all clubs."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return (_is_staff(request) and super().has_add_permission(request)) or self._owns(request, None)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        instances = super().get_queryset(request)
        if self.sees_all(request):
            return instances
        path = self.club_path.replace(".", "__")
        return instances.filter(**{f"{path}__in": owned_by(request)})


class OwnersInline(_ForOwners, TabularInline):
    """Rows that are shown with a row of a club."""

    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        usual: bool = TabularInline.has_add_permission(self, request, obj)
        return (_is_staff(request) and usual) or self._owns(request, obj)
