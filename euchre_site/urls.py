"""Which app answers which path."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path

from euchre_site import about, health
from euchre_site.hall import views as hall
from games import live

# One door for everyone: the admin's own log-in form would skip allauth's rate limits.
admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # allauth's own way

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("games.accounts.urls")),
    path("live/", live.stream, name="live"),
    path("contact/", about.contact, name="contact"),
    path("whats-new/", about.whats_new, name="whats_new"),
    path("hall/", hall.code, name="hall_code"),
    path("health/", health.health, name="health"),
    path("healthz/live", health.live, name="healthz_live"),
    path("healthz/ready", health.ready, name="healthz_ready"),
    path("api/v1/", include("euchre_site.api")),
    path("", include("games.urls")),
    path("", include("tournaments.urls")),
]

handler400 = "euchre_site.errors.bad_request"
handler403 = "euchre_site.errors.permission_denied"
handler404 = "euchre_site.errors.page_not_found"
handler500 = "euchre_site.errors.server_error"
