"""The site's addresses and one more: a page of base.html that says nothing."""

from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import include, path


@login_not_required
def empty(request: HttpRequest) -> HttpResponse:
    return render(request, "base.html")


urlpatterns = [path("empty/", empty), path("", include("euchre_site.urls"))]
