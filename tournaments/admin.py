"""The admin as one more face of the verbs: set-up is saved through a service, facts can be read but not edited."""

from typing import Any, ClassVar
from uuid import UUID, uuid4

from django import forms
from django.contrib import admin, messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from unfold.admin import ModelAdmin, TabularInline

from games.engine.errors import RuleError
from games.models import User
from tournaments.errors import Refused
from tournaments.formats.base import Slip
from tournaments.models import Club, Event, JournalEntry, Match, Membership, ResultEntry, Source, Stage, Venue
from tournaments.permissions import Actor
from tournaments.services import results
from tournaments.services.journal import By
from tournaments.services.setup import save_setup
from tournaments.slips import check_shape


def by_admin(request: HttpRequest, key: UUID | None = None) -> By:
    assert isinstance(request.user, User), "the admin lets nobody in who is not logged in"
    return By(Actor(request.user, getattr(request.user, "player", None)), Source.ADMIN, key)


class DoorAdmin(ModelAdmin):
    """Saves through the services and shows their refusals as messages. Nothing can be deleted here."""

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        save_setup(obj, by=by_admin(request), fields=form.changed_data)

    def save_formset(self, request: HttpRequest, form: Any, formset: Any, change: bool) -> None:
        for obj in formset.save(commit=False):
            save_setup(obj, by=by_admin(request), fields=[])
        formset.save_m2m()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        try:
            return super().changeform_view(request, object_id, form_url, extra_context)
        except (Refused, RuleError) as error:
            self.message_user(request, str(error), messages.ERROR)
            return HttpResponseRedirect(request.path)


class ReadOnly:
    """For facts: they are appended by verbs and looked at here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class VenueInline(TabularInline):
    model = Venue
    extra = 0
    can_delete = False


class MembershipInline(TabularInline):
    model = Membership
    extra = 0
    can_delete = False
    autocomplete_fields = ("player",)


@admin.register(Club)
class ClubAdmin(DoorAdmin):
    list_display = ("name", "zone")
    search_fields = ("name",)
    prepopulated_fields: ClassVar = {"slug": ["name"]}
    inlines = (VenueInline, MembershipInline)


class StageInline(ReadOnly, TabularInline):
    model = Stage
    fields = ("number", "name", "format", "sources", "config", "criteria", "rules")


@admin.register(Event)
class EventAdmin(DoorAdmin):
    """What may change while an event runs. A new one is set up from the club's page, from a format card."""

    list_display = ("name", "club", "starts_at", "confirmation")
    list_filter = ("club",)
    search_fields = ("name",)
    fields = ("club", "name", "slug", "starts_at", "venue", "confirmation", "fee")
    readonly_fields = ("club", "slug")
    inlines = (StageInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False


class ScoreForm(forms.ModelForm):
    """One score per side, and why, when a score that counts is replaced."""

    score = forms.RegexField(
        r"^\s*\d{1,3}(\s*[-–:]\s*\d{1,3})+\s*$", help_text="Points in the order of the sides, as in 10-7."
    )
    tie_winner = forms.IntegerField(required=False, min_value=0, help_text="Only when level: 0 for the first side.")
    reason = forms.CharField(required=False, max_length=200, help_text="Needed to correct a score that counts.")
    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid4)
    seen = forms.IntegerField(widget=forms.HiddenInput)

    class Meta:
        model = Match
        fields: ClassVar[list[str]] = []

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["seen"] = self.instance.last_version

    def slip(self) -> Slip:
        text = self.cleaned_data["score"].replace("–", "-").replace(":", "-")
        slip = Slip(tuple(int(part) for part in text.split("-")), tie_winner=self.cleaned_data["tie_winner"])
        check_shape(slip)
        return slip


class ResultInline(ReadOnly, TabularInline):
    model = ResultEntry
    fields = ("version", "kind", "score", "source", "user", "player", "reason", "at")
    readonly_fields = fields


@admin.register(Match)
class MatchAdmin(DoorAdmin):
    """Record or correct a score; seats and state follow from the draw and from the results."""

    form = ScoreForm
    list_display = ("table", "round", "state", "standing")
    list_filter = ("state", "round__stage__event")
    list_select_related = ("round", "standing")
    fields = ("round", "table", "state", "standing", "score", "tie_winner", "reason", "key", "seen")
    readonly_fields = ("round", "table", "state", "standing")
    inlines = (ResultInline,)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        by, seen = by_admin(request, form.cleaned_data["key"]), form.cleaned_data["seen"]
        if obj.is_terminal:
            results.correct_result(obj.pk, form.slip(), reason=form.cleaned_data["reason"], by=by, seen=seen)
        else:
            results.record_result(obj.pk, form.slip(), by=by, seen=seen)


@admin.register(JournalEntry)
class JournalAdmin(ReadOnly, ModelAdmin):
    list_display = ("at", "verb", "event", "user", "player", "source", "reason")
    list_filter = ("verb", "source", "club")
    list_select_related = ("event", "user", "player")
