"""The form with what a person wants to be told, in which ways and when."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from games import zones
from games.accounts.models import Player
from games.engine.language import say
from games.notifications.choices import Preference, chosen_by
from games.notifications.kinds import GROUPS, MailFrequency, NotificationKind
from games.notifications.writing import settings_of


class SettingsForm(forms.Form):
    """One line for each kind, and quiet hours."""

    quiet_from = forms.TimeField(label=_("From"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"))
    quiet_until = forms.TimeField(label=_("Until"), widget=forms.TimeInput({"type": "time"}, format="%H:%M"))
    zone = zones.ZoneField(label=_("Time zone"), help_text=_("Type a city, such as Detroit."))

    def __init__(self, data: Any, *, player: Player) -> None:
        wishes = settings_of(player)
        initial = {name: getattr(wishes, name) for name in ("quiet_from", "quiet_until", "zone")}
        super().__init__(data, initial=initial)
        if not wishes.zone:
            self.fields["zone"].widget.attrs["data-guess-zone"] = ""
        chosen = chosen_by(player)
        for _title, kinds in GROUPS:
            for kind in kinds:
                push = forms.BooleanField(label=_("Push"), required=False, initial=chosen[kind].push)
                mail = forms.ChoiceField(label=_("Email"), choices=MailFrequency.choices, initial=chosen[kind].mail)
                for name, field in ((f"push_{kind}", push), (f"mail_{kind}", mail)):
                    # Each stands in a table, without a label of its own.
                    label = say("{field}: {kind}", field=field.label, kind=kind.label)
                    field.widget.attrs["aria-label"] = label
                    self.fields[name] = field

    @property
    def groups(self) -> list[tuple[str, list[tuple[NotificationKind, Any, Any]]]]:
        """For the page: the title of each group, and each of its kinds with its two fields."""
        return [
            (title, [(kind, self[f"push_{kind}"], self[f"mail_{kind}"]) for kind in kinds]) for title, kinds in GROUPS
        ]

    @property
    def quiet_hours(self) -> list[Any]:
        return [self["quiet_from"], self["quiet_until"], self["zone"]]

    def chosen(self) -> dict[NotificationKind, Preference]:
        """What was chosen for each kind that is listed."""
        return {
            kind: Preference(self.cleaned_data[f"push_{kind}"], MailFrequency(self.cleaned_data[f"mail_{kind}"]))
            for _title, kinds in GROUPS
            for kind in kinds
        }
