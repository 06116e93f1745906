"""Times in the admin: those of whom they belong to, and always with the zone named."""

from collections.abc import Callable
from datetime import datetime
from functools import reduce
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import FieldDoesNotExist
from django.db import models
from django.http import HttpRequest, HttpResponse
from django.template.response import SimpleTemplateResponse
from django.utils import timezone
from django.utils.formats import date_format
from unfold.admin import ModelAdmin


class NamedTimes(ModelAdmin):
    """Every time of a row in the row's zone: beside it in lists, named once above a form, in which it is also typed.

    zone_path: from a row to the name of its zone, "club.zone". Rows of the site itself have none and keep UTC.
    """

    zone_path = ""
    change_form_before_template = "admin/zone.html"

    def zone_of(self, instance: Any) -> ZoneInfo:
        path = self.zone_path.split(".") if self.zone_path else []
        return ZoneInfo(str(reduce(getattr, path, instance)) if path else "UTC")

    def get_list_display(self, request: HttpRequest) -> Any:
        return [self._named(name) if self._is_time(name) else name for name in super().get_list_display(request)]

    def changeform_view(
        self, request: HttpRequest, object_id: str | None = None, form_url: str = "", extra_context: Any = None
    ) -> HttpResponse:
        instance = self.get_object(request, unquote(object_id)) if object_id else None
        with timezone.override(self.zone_of(instance) if instance else ZoneInfo("UTC")):
            response = super().changeform_view(request, object_id, form_url, extra_context)
            if isinstance(response, SimpleTemplateResponse):
                response.render()
            return response

    def _is_time(self, name: Any) -> bool:
        try:
            return isinstance(self.opts.get_field(name), models.DateTimeField)
        except FieldDoesNotExist:
            return False

    def _named(self, name: str) -> Callable[[Any], str | None]:
        @admin.display(description=self.opts.get_field(name).verbose_name, ordering=name)
        def shown(instance: Any) -> str | None:
            moment: datetime | None = getattr(instance, name)
            zone = self.zone_of(instance)
            return f"{date_format(timezone.localtime(moment, zone), 'DATETIME_FORMAT')} {zone}" if moment else None

        shown.__name__ = name
        return shown
