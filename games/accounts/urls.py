"""Addresses of an account: allauth's own, and those of ways to log in that the settings turn on."""

from allauth.account import views as allauth_views
from allauth.account.decorators import reauthentication_required
from django.contrib.auth.decorators import login_required
from django.urls import include, path

from games.accounts.openid import views as openid
from games.accounts.passkeys import views as passkeys

set_password = login_required(reauthentication_required(allauth_views.password_set))
"""Not allauth's alone, which asks no one who they are: a password is a way in that stays."""

urlpatterns = [
    path("password/set/", set_password, name="account_set_password"),
    path("", include("allauth.account.urls")),
    path("2fa/", include("allauth.mfa.base.urls")),
    path("2fa/totp/", include("allauth.mfa.totp.urls")),
    path("2fa/recovery-codes/", include("allauth.mfa.recovery_codes.urls")),
    path("2fa/webauthn/", passkeys.list_passkeys, name="mfa_list_webauthn"),
    path("2fa/webauthn/add/", passkeys.add_passkey, name="mfa_add_webauthn"),
    path("2fa/webauthn/reauthenticate/", passkeys.confirm_by_passkey, name="mfa_reauthenticate_webauthn"),
    path("2fa/webauthn/login/", passkeys.log_in_by_passkey, name="mfa_login_webauthn"),
    path("2fa/webauthn/keys/<int:pk>/edit/", passkeys.rename_passkey, name="mfa_edit_webauthn"),
    path("2fa/webauthn/keys/<int:pk>/remove/", passkeys.remove_passkey, name="mfa_remove_webauthn"),
    path("linked/", openid.linked_accounts, name="socialaccount_connections"),
    path("linked/confirm/", openid.confirm_at_provider, name="confirm_at_provider"),
    path("oidc/sign-up/", openid.sign_up, name="socialaccount_signup"),
    path("oidc/<slug:provider_id>/login/", openid.go_to_provider, name="openid_connect_login"),
    path("oidc/<slug:provider_id>/login/callback/", openid.come_back, name="openid_connect_callback"),
]
