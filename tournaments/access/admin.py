"""Accounts, with what an administrator does for someone who lost their phone."""

from allauth.mfa import admin as _registers  # noqa: F401  (what it registers is taken out below)
from allauth.mfa.models import Authenticator
from allauth.socialaccount import admin as _registers_too  # noqa: F401  (what it registers is taken out below)
from allauth.socialaccount.models import SocialAccount, SocialApp, SocialToken
from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from unfold.forms import ActionForm
from unfold.widgets import UnfoldAdminTextInputWidget

from games.accounts.models import User
from games.admin import UserAdmin
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.access import second_factor
from tournaments.admin_base import admin_context
from tournaments.errors import CommandError

# Secrets, even sealed, are nothing to look at or to change here. A link is made by who can log in at the provider, and
# providers are in the settings.
admin.site.unregister([User, Authenticator, SocialAccount, SocialApp, SocialToken])


class WithReason(ActionForm):
    reason = forms.CharField(
        max_length=200,
        required=False,
        label="",
        widget=UnfoldAdminTextInputWidget({"placeholder": _("Reason"), "aria-label": _("Reason")}),
    )


@admin.register(User)
class AccountAdmin(UserAdmin):
    action_form = WithReason
    actions = ("remove_second_factor",)

    @admin.action(permissions=["remove"], description=_("Turn off two-step login (enter a reason)"))
    def remove_second_factor(self, request: HttpRequest, accounts: QuerySet[User]) -> None:
        for user in accounts:
            self._remove(request, user, request.POST.get("reason", ""))

    def _remove(self, request: HttpRequest, user: User, reason: str) -> None:
        try:
            second_factor.remove_second_factor(user.pk, reason=reason, context=admin_context(request))
        except (CommandError, RuleError) as error:
            self.message_user(request, str(error), messages.ERROR)
            return
        self.log_change(request, user, "Took the second factor away.")
        self.message_user(request, say("Two-step login turned off for {user}.", user=user), messages.SUCCESS)

    def has_remove_permission(self, request: HttpRequest) -> bool:
        return second_factor.may_remove(admin_context(request).actor)
