"""How a player is shown to others at tables: a face, and for a guest a name."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from games.accounts.guests import MAX_NAME, introduce, player_at, player_for
from games.accounts.models import Face
from games.engine.language import say


class IntroductionForm(forms.Form):
    name = forms.CharField(required=False, max_length=MAX_NAME)
    face = forms.ChoiceField(required=False, choices=[("", ""), *Face.choices])


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def introduction(request: HttpRequest) -> HttpResponse:
    form = IntroductionForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        introduce(player_for(request), **form.cleaned_data)
        messages.success(request, say("Saved."))
        return redirect("introduction")
    context = {"me": player_at(request), "faces": Face.choices, "max_name": MAX_NAME, "form": form}
    return render(request, "account/introduction.html", context)
