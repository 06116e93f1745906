"""Forms round a table: a new one from a preset of house rules, a planned start, an invitation."""

from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Scope
from games.engine.errors import RuleError
from games.engine.language import say
from games.tables.card_art import Layout
from games.tables.models import PlayerSettings, Visibility
from games.tables.options import TableOptions, options_from, table_options
from games.uploaded_pictures import MAX_BYTES

LAYOUTS = [
    (Layout.EUCHRE, _("24 cards: 9 10 J Q K A in 4 rows")),
    (Layout.WITH_JOKER, _("25 cards: 9 10 J Q K A in 4 rows, with the joker below the 9s")),
    (Layout.LONG, _("32 cards: 7 8 9 10 J Q K A in 4 rows")),
    (Layout.FULL, _("52 cards: A 2 3 … Q K in 4 rows")),
]
LASTS = [(1, _("an hour")), (24, _("a day")), (24 * 7, _("a week")), (24 * 30, _("30 days"))]


class ConductForm(forms.Form):
    """How people play at a table. conduct: as it is now."""

    def __init__(self, *args: Any, conduct: TableOptions | None = None, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for shown in table_options():
            self.fields[shown.name] = _field(shown, getattr(conduct or TableOptions(), shown.name))

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        names = [shown.name for shown in table_options() if shown.name in data]
        try:
            data["conduct"] = options_from({name: data[name] for name in names})
        except RuleError as error:
            raise forms.ValidationError(str(error)) from error
        return data

    def conduct(self) -> list[forms.BoundField]:
        return [self[shown.name] for shown in table_options()]


class TableForm(ConductForm):
    """A new table: its name, who finds it, and how people play there. Its house rules come from a picker beside it."""

    name = forms.CharField(max_length=60, required=False, label=_("Name"), help_text=_("Leave empty to use your name."))
    visibility = forms.ChoiceField(choices=Visibility.choices, initial=Visibility.PRIVATE, label=_("Visibility"))

    def __init__(self, *args: Any, hosts: Sequence[tuple[str, str]] = (), **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if hosts:
            self.fields["host"] = forms.ChoiceField(
                required=False,
                choices=[("", say("No club")), *hosts],
                label=say("Club"),
                help_text=say("Club organizers can run their club’s tables, like co-owners."),
            )
            self.order_fields(["name", "host"])

    def about(self) -> list[forms.BoundField]:
        """What is asked of every table."""
        return [self[name] for name in ("name", "host", "visibility") if name in self.fields]

    def asked(self) -> dict[str, Any]:
        """The arguments of open_table, but for the rules."""
        return {name: self.cleaned_data[name] for name in ("conduct", "name", "visibility")}


class StartForm(forms.Form):
    """When the site begins the game."""

    minutes = forms.IntegerField(min_value=1, max_value=24 * 60, initial=30, label=_("Minutes until the game starts"))
    with_bots = forms.BooleanField(required=False, label=_("Fill empty seats with bots"))


class VisibilityForm(forms.Form):
    visibility = forms.ChoiceField(choices=Visibility.choices, label=_("Visibility"), widget=forms.RadioSelect)


class InvitationForm(forms.Form):
    """How long a link holds, and whether it is for one seat."""

    hours = forms.TypedChoiceField(coerce=int, choices=LASTS, initial=24, label=_("Link expires after"))
    seat = forms.ChoiceField(required=False, label=_("Seat"))

    def __init__(self, seats: int, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choices = [("", say("Any seat"))] + [
            (str(seat), say("Seat {number}", number=seat + 1)) for seat in range(seats)
        ]
        self.fields["seat"].choices = choices  # type: ignore[attr-defined]  # a choice field

    def asked(self) -> dict[str, Any]:
        """The arguments of invite."""
        seat = self.cleaned_data["seat"]
        return {"hours": self.cleaned_data["hours"], "seat": int(seat) if seat else None}


class TokenForm(forms.Form):
    """A token for a program: what it is called, and what it may do."""

    name = forms.CharField(max_length=60, label=_("Program name"), help_text=_("Use a name you’ll recognize later."))
    scopes = forms.MultipleChoiceField(
        required=False,
        choices=Scope.choices,
        label=_("Permissions"),
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Every token can read what you can see as a player."),
    )
    days = forms.TypedChoiceField(
        coerce=int,
        choices=[(30, _("30 days")), (90, _("90 days")), (366, _("A year"))],
        initial=90,
        label=_("Expires after"),
    )


class DealsForm(forms.Form):
    deals = forms.CharField(
        required=False,
        max_length=25_000,
        label=_("Deals"),
        widget=forms.Textarea({"rows": 10, "spellcheck": "false", "wrap": "off"}),
        help_text=_("One deal per line. Leave empty to let the site shuffle."),
    )


class SettingsForm(forms.ModelForm):
    class Meta:
        model = PlayerSettings
        fields = (
            *("cards", "four_colours", "felt", "turn", "sound", "sounds", "pause"),
            *("two_taps", "autoplay", "suggestions", "shortcuts"),
        )
        widgets: ClassVar = dict.fromkeys(("cards", "felt", "turn", "sound", "sounds", "pause"), forms.RadioSelect)


class PictureForm(forms.Form):
    """A card back. The file's name is private and not kept."""

    picture = forms.FileField(
        label=_("Picture"),
        help_text=_(
            "PNG or WebP in card shape (5 by 7), at least 200 pixels wide. At most 5 MB and 12 million pixels."
        ),
        error_messages={"empty": _("The file is empty. Choose another one.")},
        widget=forms.ClearableFileInput({"accept": "image/png,image/webp"}),
    )

    def clean_picture(self) -> bytes:
        """What came, and one byte too many at most."""
        body: bytes = self.cleaned_data["picture"].read(MAX_BYTES + 1)
        return body


class SheetForm(PictureForm):
    """A sheet of faces."""

    layout = forms.ChoiceField(choices=LAYOUTS, label=_("Cards on the sheet"))

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["picture"].label = say("Card sheet")
        self.fields["picture"].help_text = say(
            "PNG or WebP. Make all cards the same size, with no gaps, in rows of clubs, diamonds, hearts "
            "and spades. At most 5 MB and 12 million pixels."
        )


def _field(shown: Any, now: Any) -> forms.Field:
    """A table option as a field: a tick for a switch, a list for everything else."""
    if isinstance(shown.default, bool):
        return forms.BooleanField(required=False, initial=now, label=shown.label, help_text=shown.help)
    choices = [(each.value, shown.shown(each)) for each in shown.choices]
    return forms.ChoiceField(choices=choices, initial=now.value, label=shown.label, help_text=shown.help)
