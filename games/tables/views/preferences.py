"""A player's own table settings and card pictures, on pages of their own."""

from typing import Any

from django.contrib.auth.decorators import login_not_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from games import limits
from games.accounts.guests import player_at, player_for, visitor
from games.engine.cards import card_from
from games.engine.errors import RuleError
from games.errors import TooOften
from games.tables import own_cards as pictures
from games.tables.forms import PictureForm, SettingsForm, SheetForm
from games.tables.http import too_often
from games.tables.models import CardPicture, Table
from games.tables.pieces import CardLook
from games.tables.preferences import save_settings, settings_of

SAMPLE = tuple(CardLook(card_from(text)) for text in ("JH", "AS", "KD", "TC", "9H"))
PICTURE_HEADERS = {
    "Cache-Control": "private, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@login_not_required
def table_settings(request: HttpRequest) -> HttpResponse:
    """Cards, colours and help. Afterwards back to the table that the player came from."""
    back = Table.objects.filter(code=request.GET.get("back", "")).first()
    player = player_for(request) if request.method == "POST" else player_at(request)
    form = SettingsForm(request.POST if request.method == "POST" else None, instance=settings_of(player))
    if request.method == "POST" and form.is_valid() and player:
        save_settings(form.save(commit=False), player)
        return redirect(back or "lobby")
    context = {"form": form, "back": back, "sample": SAMPLE, "settings": form.instance}
    return render(request, "tables/settings.html", context)


@require_safe
def own_cards(request: HttpRequest) -> HttpResponse:
    """The account's own card back and faces, and how they look."""
    return _page(request)


@require_POST
def keep_picture(request: HttpRequest, kind: str) -> HttpResponse:
    """A picture in place of the one before. What is refused leaves that one as it was."""
    _check_kind(kind)
    form = FORMS[kind](request.POST, request.FILES)
    try:
        limits.check(limits.CARD_PICTURES, visitor(request))
        if form.is_valid():
            _keep(request, kind, form.cleaned_data)
            return redirect("own_cards")
    except TooOften as error:
        return too_often(request, error)
    except RuleError as error:
        form.add_error("picture", str(error))
    return _page(request, {kind: form}, 422)


@require_POST
def drop_picture(request: HttpRequest, kind: str) -> HttpResponse:
    _check_kind(kind)
    pictures.drop_picture(player_for(request), kind)
    return redirect("own_cards")


@require_safe
def card_picture(request: HttpRequest, digest: str) -> HttpResponse:
    """The picture, for its owner alone: this site doesn't host pictures for others."""
    picture = pictures.picture_of(player_at(request), digest)
    if picture is None:
        raise Http404
    return HttpResponse(bytes(picture.body), content_type="image/webp", headers=PICTURE_HEADERS)


FORMS: dict[str, type[PictureForm]] = {CardPicture.Kind.BACK: PictureForm, CardPicture.Kind.FACES: SheetForm}


def _check_kind(kind: str) -> None:
    if kind not in FORMS:
        raise Http404


def _keep(request: HttpRequest, kind: str, typed: dict[str, Any]) -> None:
    player = player_for(request)
    if kind == CardPicture.Kind.BACK:
        pictures.keep_back(player, typed["picture"])
    else:
        pictures.keep_faces(player, typed["picture"], typed["layout"])


def _page(request: HttpRequest, forms: dict[str, PictureForm] | None = None, status: int = 200) -> HttpResponse:
    shown = {kind: (forms or {}).get(kind) or form(auto_id=f"{kind}_%s") for kind, form in FORMS.items()}
    context = {"forms": shown, "sample": SAMPLE, "settings": settings_of(player_at(request))}
    return render(request, "tables/own_cards.html", context, status=status)
