"""The choice of language at the foot of every page."""

from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest, HttpResponseRedirect
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.http import require_http_methods

from games.accounts.languages import remember
from games.accounts.models import User
from games.engine.language import say


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def choose_language(request: HttpRequest) -> HttpResponse:
    """Set the language of this browser and go back to the page it was chosen on."""
    if request.method != "POST":
        return render(request, "language.html", {"next": urlsplit(request.META.get("HTTP_REFERER", "")).path or "/"})
    code, back = request.POST.get("language", ""), request.POST.get("next", "")
    if code not in dict(settings.LANGUAGES):
        return HttpResponseBadRequest(say("The site isn’t available in that language. Choose another one."))
    if not url_has_allowed_host_and_scheme(back, {request.get_host()}, require_https=request.is_secure()):
        back = "/"
    if isinstance(request.user, User):
        remember(request.user, code)
    response = HttpResponseRedirect(back)
    age, is_secure = settings.LANGUAGE_COOKIE_AGE, settings.LANGUAGE_COOKIE_SECURE
    response.set_cookie(settings.LANGUAGE_COOKIE_NAME, code, age, secure=is_secure, httponly=True, samesite="Lax")
    return response
