"""Push in the browser that asks: turned on, off and tried out. The script static/js/push.js asks."""

from collections.abc import Callable
from functools import wraps

from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import limits
from games.accounts.guests import visitor
from games.engine.errors import RuleError
from games.engine.language import say
from games.errors import TooOften
from games.notifications.push import subscribing
from games.notifications.push.owners import PushOwner, owner_of


@never_cache
@login_not_required
@require_safe
def push(request: HttpRequest) -> HttpResponse:
    """For the account, or for the personal link that the address names."""
    link = request.GET.get("link", "")
    owner = owner_of(request, link)
    if owner is None and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    return render(request, "notifications/push_page.html", {"link": link, "owner": owner})


def push_command(view: Callable[[HttpRequest, PushOwner], bool]) -> Callable[[HttpRequest], HttpResponse]:
    """Something that the script asks for. view: does it, and says whether push is on in this browser now."""

    @never_cache
    @login_not_required
    @require_POST
    @wraps(view)
    def done(request: HttpRequest) -> HttpResponse:
        owner = owner_of(request, request.POST.get("link", ""))
        if owner is None:
            return _refusal(say("Log in, or open your personal link again."), 403)
        try:
            limits.check(limits.PUSH, visitor(request))
            return JsonResponse({"on": view(request, owner)})
        except TooOften as error:
            answer = _refusal(str(error), 429)
            answer["Retry-After"] = str(error.seconds)
            return answer
        except RuleError as error:
            return _refusal(str(error), 422)

    return done


@push_command
def push_on(request: HttpRequest, owner: PushOwner) -> bool:
    said = request.POST
    browser = subscribing.Browser(
        endpoint=_endpoint(request),
        key=said.get("browser_key", ""),
        secret=said.get("secret", ""),
        site_key=said.get("site_key", ""),
        agent=request.headers.get("User-Agent", ""),
    )
    subscribing.subscribe(owner, request.session.session_key or "", browser)
    return True


@push_command
def push_off(request: HttpRequest, owner: PushOwner) -> bool:
    subscribing.unsubscribe(owner, _endpoint(request))
    return False


@push_command
def push_check(request: HttpRequest, owner: PushOwner) -> bool:
    return subscribing.is_on(owner, _endpoint(request))


@push_command
def push_test(request: HttpRequest, owner: PushOwner) -> bool:
    subscribing.ask_test(owner, _endpoint(request))
    return True


def _endpoint(request: HttpRequest) -> str:
    """Without what no database looks for."""
    return request.POST.get("endpoint", "").replace("\0", "")


def _refusal(sentence: str, status: int) -> JsonResponse:
    return JsonResponse({"message": sentence}, status=status)
