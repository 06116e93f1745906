"""The code that leads phones to the site, as large as a screen or a sheet of paper."""

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from euchre_site.hall import state


@login_not_required
@require_safe
def code(request: HttpRequest) -> HttpResponse:
    """For everyone: who reads it knows the address already."""
    if state.current() is None:
        raise Http404
    return render(request, "hall/code.html")
