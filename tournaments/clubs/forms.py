"""Forms about a club and its people."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games import zones
from games.engine.language import say
from games.tables.models import PlayerSettings
from tournaments.clubs import currencies
from tournaments.clubs.invitations import MAX_DAYS, MAX_USES
from tournaments.clubs.models import Club, Role, Venue
from tournaments.clubs.settings import settings_seen
from tournaments.clubs.venues import version_of

ROLES = [(role.value, role.label) for role in (Role.MEMBER, Role.SCORER, Role.ORGANIZER, Role.OWNER)]
FIRST_ZONE = "America/Detroit"


class ClubForm(forms.Form):
    """A new club. The browser puts its own time zone into the form (js/zone.js)."""

    name = forms.CharField(label=_("Name"), max_length=80)
    zone = zones.ZoneField(
        label=_("Time zone"),
        initial=FIRST_ZONE,
        help_text=_("Enter a large city near you. Event times use that city’s time zone."),
    )
    currency = forms.ChoiceField(
        label=_("Currency"),
        choices=currencies.choices,
        required=False,
        help_text=_("The club uses this currency for fees, prizes and jackpots."),
    )
    about = forms.CharField(
        label=_("About"),
        widget=forms.Textarea({"rows": 3}),
        max_length=2000,
        required=False,
        help_text=_("Write a sentence or two for visitors, such as when and where you play."),
    )
    colour = forms.ChoiceField(
        label=_("Header color"),
        choices=PlayerSettings.Felt.choices,
        help_text=_("This color appears at the top of your pages and screens."),
    )

    def __init__(self, data: Any = None, **about: Any) -> None:
        super().__init__(data, **about)
        if not self.is_bound:
            self.fields["zone"].widget.attrs["data-guess-zone"] = ""

    def clean_name(self) -> str:
        return " ".join(str(self.cleaned_data["name"]).split())

    @property
    def zones(self) -> list[str]:
        return zones.listed(timezone.now())


class ClubSettingsForm(ClubForm):
    """What owners may change at any time."""

    counts_friendly_games = forms.BooleanField(
        label=_("Count friendly online games"),
        required=False,
        help_text=_(
            "With this setting, games at the club’s online tables count for leaderboards, ratings, and "
            "jackpots that include friendly games. The setting applies to tables opened from now on. Games "
            "with bots never count."
        ),
    )

    def __init__(self, data: Any = None, *, club: Club) -> None:
        super().__init__(data, initial={name: getattr(club, name) for name in self.base_fields})
        self.fields["zone"].widget.attrs.pop("data-guess-zone", None)
        self.fields["currency"].help_text = _(
            "The club uses this currency for fees, prizes and jackpots. If you change the currency, amounts stay the "
            "same and aren’t converted."
        )
        self.fields["name"].help_text = _(
            "If you rename the club, its pages keep their addresses, so links still work."
        )
        self.fields["zone"].help_text = _(
            "Enter a large city near you. If you change the time zone, upcoming events keep their time of "
            "day: 7:00 PM stays 7:00 PM."
        )
        self.club = club

    @property
    def seen(self) -> str:
        return settings_seen(self.club)

    def differences(self) -> list[tuple[str, str]]:
        """Label and present value of what is sent otherwise than it is now."""
        differences = []
        for name, sent in self.cleaned_data.items():
            now = getattr(self.club, name)
            if sent != now:
                shown = {"colour": self.club.get_colour_display, "currency": self.club.get_currency_display}
                said = str(shown[name]()) if name in shown and now else _said(now)
                differences.append((str(self.fields[name].label), said))
        return differences

    @property
    def new_zone(self) -> str | None:
        """The zone that was chosen, if it is another one."""
        zone: str | None = self.cleaned_data.get("zone") if self.is_bound and self.is_valid() else None
        return zone if zone != self.club.zone else None


def _said(value: Any) -> str:
    """A setting's value as people read it."""
    if isinstance(value, bool):
        return say("yes") if value else say("no")
    return str(value) or say("(empty)")


class VenueForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    address = forms.CharField(label=_("Address"), max_length=200, required=False)
    tables = forms.IntegerField(
        label=_("Tables"),
        required=False,
        min_value=1,
        max_value=400,
        help_text=_("Leave empty if there are always enough tables."),
    )

    def __init__(self, data: Any = None, *, venue: Venue | None = None) -> None:
        initial = {name: getattr(venue, name) for name in self.base_fields} if venue else {}
        super().__init__(data, initial=initial)
        self.seen = version_of(venue) if venue else ""


class InviteForm(forms.Form):
    role = forms.ChoiceField(label=_("Role"), choices=ROLES, help_text=_("Anyone who opens the link gets this role."))
    days = forms.IntegerField(label=_("Valid for (days)"), min_value=1, max_value=MAX_DAYS, initial=7)
    most = forms.IntegerField(label=_("Number of people"), min_value=1, max_value=MAX_USES, initial=1)

    def asked(self) -> dict[str, Any]:
        data = self.cleaned_data
        return {"role": Role(data["role"]), "days": data["days"], "most": data["most"]}
