"""The people of a club: the list, roles, invitations; and which records are one person's."""

from collections.abc import Callable
from functools import wraps
from typing import Any

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_not_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.accounts.models import Player
from games.engine.errors import RuleError
from games.engine.language import say
from tournaments.clubs import audit_words, invitations, members, permission_table, public_names
from tournaments.clubs.forms import ROLES, InviteForm
from tournaments.clubs.models import Club, Role
from tournaments.errors import CommandError
from tournaments.http import (
    NotHere,
    actor_for,
    asked_number,
    club_or_404,
    context_for,
    done,
    number_in,
    refusal_status,
    refused,
    text_in,
    words_asked,
)
from tournaments.merging import claims
from tournaments.merging import commands as merging
from tournaments.merging.models import PlayerMerge, RecordClaim
from tournaments.merging.preview import preview_of
from tournaments.permissions import Permission, may, require
from tournaments.results.models import Channel

PER_PAGE = 50
View = Callable[..., HttpResponse]


def people_page(permission: Permission) -> Callable[[View], View]:
    """For those who may do that at the club."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            club = club_or_404(slug)
            try:
                require(actor_for(request), permission, club)
                return view(request, club, **kwargs)
            except (CommandError, RuleError) as error:
                return refused(request, error, None, request.headers.get("referer", ""))

        return guarded

    return decorate


owner_page = people_page(Permission.RUN_CLUB)
records_page = people_page(Permission.LOOK_AFTER_PLAYERS)


@login_not_required
@require_safe
def who_may(request: HttpRequest) -> HttpResponse:
    context = {"columns": permission_table.columns(), "lines": permission_table.lines()}
    return render(request, "people/who_may.html", context)


@require_safe
@records_page
def people(request: HttpRequest, club: Club) -> HttpResponse:
    return _people_page(request, club)


@require_POST
@owner_page
def move_member(request: HttpRequest, club: Club, pk: int, action: str) -> HttpResponse:
    context, seen = context_for(request, None, Channel.PAGE), text_in(request, "seen", 12)
    player = get_object_or_404(Player, memberships__club=club, pk=pk)
    if action == "role":
        role = next((role for role in Role if role == request.POST.get("role")), None)
        if role is None:
            raise RuleError("Choose a role from the list.")
        members.set_role(club.pk, pk, role, context=context, expected_version=seen)
        text = say("{player}’s role is now {role}.", player=player, role=str(role.label).lower())
        return done(request, text, _here(club))
    if action == "remove":
        members.remove_member(club.pk, pk, context=context, expected_version=seen)
        return done(request, say("{player} removed from the club. Past results stay.", player=player), _here(club))
    raise Http404


@require_POST
@records_page
def rename_player(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    context, seen = context_for(request, None, Channel.PAGE), request.POST.get("seen", "")
    known, name = _known(club, pk), request.POST.get("name", "")
    try:
        player = members.rename_player(club, pk, name, context=context, expected_version=seen)
    except (CommandError, RuleError) as error:
        renaming = {"player": known, "typed": name, "error": error}
        return _people_page(request, club, status=refusal_status(error), renaming=renaming)
    if not members.namesakes(club, player):
        return done(request, say("Name changed to {player}", player=player), _here(club))
    text = say(
        "Name changed. Another player in the club is also called {name}, so this player appears as {player}. If "
        "they’re the same person, merge the 2 records.",
        name=player.name,
        player=player.called,
    )
    messages.warning(request, text)
    return redirect(_here(club))


@require_POST
def leave_club(request: HttpRequest, slug: str) -> HttpResponse:
    club = get_object_or_404(Club, slug=slug)
    try:
        members.leave_club(club.pk, context=context_for(request, None, Channel.PAGE))
    except (CommandError, RuleError) as error:
        return refused(request, error, None, request.headers.get("referer", ""))
    return done(request, say("You left {club}.", club=club), club.get_absolute_url())


@require_POST
@owner_page
def move_invitation(request: HttpRequest, club: Club, action: str) -> HttpResponse:
    """A new link is shown on the page that answers, and nowhere again."""
    context = context_for(request, None, Channel.PAGE)
    if action == "revoke":
        invitations.revoke_invitation(club.pk, number_in(request, "invitation"), context=context)
        return done(request, say("Link revoked"), _here(club))
    if action != "make":
        raise Http404
    form = InviteForm(request.POST)
    if not form.is_valid():
        return _people_page(request, club, status=422, form=form)
    token = invitations.invite(club.pk, context=context, **form.asked())
    link = request.build_absolute_uri(reverse("join_club", args=[token]))
    picture = segno.make(link, micro=False).svg_data_uri(scale=6, border=2, light="white")
    made = {"link": link, "picture": picture, "role": str(form.asked()["role"].label).lower()}
    return _people_page(request, club, made=made)


@login_not_required
@require_http_methods(["GET", "HEAD", "POST"])
def join_club(request: HttpRequest, token: str) -> HttpResponse:
    """What an invitation leads to. Looking at it does nothing; the button takes it up."""
    club_invitation, error, status = invitations.invitation_of(token), None, 200
    if club_invitation is None and request.method != "POST":
        return render(request, "people/not_invited.html", status=404)
    if request.method == "POST":
        try:
            member = invitations.join_club(token, context=context_for(request, None, Channel.PAGE))
            text = say("Your role in {club} is now {role}.", role=member.get_role_display().lower(), club=member.club)
            return done(request, text, member.club.get_absolute_url())
        except (CommandError, RuleError) as refusal:
            error, status = refusal, refusal_status(refusal)
    if club_invitation is None:
        return render(request, "people/not_invited.html", status=404)
    context = {"invitation": club_invitation, "club": club_invitation.club, "token": token, "error": error}
    return render(request, "people/join_club.html", context, status=status)


@require_http_methods(["GET", "HEAD", "POST"])
@records_page
def merge(request: HttpRequest, club: Club) -> HttpResponse:
    """?kept=3&gone=7: what merging would do; POST does it."""
    if request.method == "POST":
        pair = [_known(club, number_in(request, name)) for name in ("kept", "gone")]
        seen, context = text_in(request, "seen", 64), context_for(request, None, Channel.PAGE)
        merging.merge_players(club.pk, pair[0].pk, pair[1].pk, context=context, expected_version=seen)
        text = say("{gone} merged into {kept}", gone=pair[1], kept=pair[0])
        return done(request, text, reverse("merge", args=[club.slug]))
    asked = [asked_number(request, name) for name in ("kept", "gone")]
    preview = preview_of(club, *(_known(club, pk) for pk in asked if pk)) if all(asked) else None
    shown = {
        "club": club,
        "preview": preview,
        "standing": _standing(club),
        "kept": asked[0],
        "gone": asked[1],
        "people": [member.player for member in members.members_of(club)],
    }
    return render(request, "people/merge.html", shown)


@require_POST
@records_page
def undo_merge(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    player_merge = get_object_or_404(PlayerMerge.objects.select_related("kept", "gone"), club=club, pk=pk)
    merging.undo_merge(player_merge.pk, context=context_for(request, None, Channel.PAGE))
    text = say("Merge undone. {gone} and {kept} are 2 records again.", gone=player_merge.gone, kept=player_merge.kept)
    return done(request, text, reverse("merge", args=[club.slug]))


def claim(request: HttpRequest, slug: str, pk: int) -> HttpResponse:
    """A user with an account claims a record without one."""
    club = get_object_or_404(Club, slug=slug)
    people = Player.objects.filter(memberships__club=club, user=None)
    record = get_object_or_404(public_names.known_to(actor_for(request), people), pk=pk)
    if request.method == "POST":
        try:
            claims.claim_record(
                club.pk, record.pk, text_in(request, "words"), context=context_for(request, None, Channel.PAGE)
            )
        except (CommandError, RuleError) as error:
            return refused(request, error, None, request.headers.get("referer", ""))
        text = say("Claim sent. An organizer of {club} will answer.", club=club)
        return done(request, text, reverse("player", args=[record.pk]))
    return render(request, "people/claim.html", {"club": club, "record": record})


@require_http_methods(["GET", "HEAD", "POST"])
@records_page
def answer_claim(request: HttpRequest, club: Club, pk: int) -> HttpResponse:
    """What agreeing would do, and both answers."""
    record_claims = RecordClaim.objects.select_related("player", "record")
    record_claim = get_object_or_404(record_claims, club=club, pk=pk)
    if request.method == "POST":
        context = context_for(request, None, Channel.PAGE)
        if request.POST.get("answer") == "agree":
            claims.agree_claim(record_claim.pk, context=context, expected_version=text_in(request, "seen", 64))
            text = say("{gone} merged into {kept}", gone=record_claim.record, kept=record_claim.player)
            return done(request, text, _here(club))
        claims.decline_claim(record_claim.pk, context=context)
        return done(request, say("Claim declined. The records stay separate."), _here(club))
    if record_claim.status != RecordClaim.Status.OPEN:
        raise NotHere("Someone already answered this claim.")
    preview = preview_of(club, record_claim.player, record_claim.record)
    return render(request, "people/answer_claim.html", {"club": club, "claim": record_claim, "preview": preview})


def _people_page(
    request: HttpRequest,
    club: Club,
    *,
    status: int = 200,
    form: InviteForm | None = None,
    made: Any = None,
    renaming: dict[str, Any] | None = None,
) -> HttpResponse:
    """renaming: whose name was refused, what was typed and why; the list shows that name alone."""
    about = renaming["player"].name if renaming else words_asked(request, "name")
    page = Paginator(members.members_of(club, about), PER_PAGE).get_page(request.GET.get("page"))
    may_run = may(actor_for(request), Permission.RUN_CLUB, club)
    context = {
        "club": club,
        "page_obj": page,
        "words": about,
        "may_run": may_run,
        "roles": ROLES,
        "made": made,
        "renaming": renaming,
        "runs": members.in_roles(club),
        "claims": claims.open_claims(club),
        "changes": audit_words.sentences(members.changes_of(club)),
        "invitations": invitations.open_invitations(club) if may_run else (),
        "form": form or InviteForm(),
    }
    return render(request, "people/people.html", context, status=status)


def _here(club: Club) -> str:
    return reverse("people", args=[club.slug])


def _known(club: Club, pk: int) -> Player:
    return get_object_or_404(Player, memberships__club=club, pk=pk)


def _standing(club: Club) -> list[PlayerMerge]:
    player_merges = PlayerMerge.objects.filter(club=club, undoes=None, undone=None)
    return list(player_merges.select_related("kept", "gone", "journal__user__player", "journal__player"))
