"""Forms about a club and its people."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.clubs.invitations import MAX_DAYS, MAX_USES
from tournaments.clubs.models import Club, Role

ROLES = [(role.value, role.label) for role in (Role.MEMBER, Role.SCORER, Role.ORGANIZER, Role.OWNER)]


class ClubSettingsForm(forms.ModelForm):
    """What owners may change at any time. Name, address and clock are the administrators'."""

    class Meta:
        model = Club
        fields = ("about", "colour", "counts_friendly_games")
        widgets: ClassVar = {"about": forms.Textarea({"rows": 3})}
        labels: ClassVar = {
            "about": _("About"),
            "colour": _("Color"),
            "counts_friendly_games": _("Friendly games online count"),
        }


class InviteForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=ROLES, help_text=_("Whoever opens the link gets this role."))
    days = forms.IntegerField(label=_("Valid for days"), min_value=1, max_value=MAX_DAYS, initial=7)
    most = forms.IntegerField(label=_("For how many people"), min_value=1, max_value=MAX_USES, initial=1)

    def asked(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"role": Role(data["role"]), "days": data["days"], "most": data["most"]}
