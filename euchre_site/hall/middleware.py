"""What is asked of each request in hall mode, and of none in any other."""

from django.core.exceptions import DisallowedHost, MiddlewareNotUsed
from django.http import HttpRequest, HttpResponse
from django.http.request import split_domain_port
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation

from euchre_site.hall import state
from euchre_site.hall.state import HERE, Hall
from euchre_site.middleware import GetResponse, Middleware


class HallRequests(Middleware):
    """Refuses an address of this computer with another port than the site's, notes that a phone got through, keeps the
    administration on this computer, and has links lead to where phones reach the site."""

    def __init__(self, get_response: GetResponse) -> None:
        hall = state.current()
        if hall is None:
            raise MiddlewareNotUsed
        super().__init__(get_response)
        self._hall = hall

    def before(self, request: HttpRequest) -> HttpResponseBase | None:
        host, port = split_domain_port(request.get_host())
        if self._hall.knows_number(host) and (port or "80") != str(self._hall.port):
            raise DisallowedHost(f"Invalid HTTP_HOST header: {host!r} has no site at port {port or 80}.")
        if not self._hall.is_here(request.META.get("REMOTE_ADDR", "")):
            self._hall.note_phone()
            if request.path.startswith(reverse("admin:index")):
                return _only_here(request, self._hall)
        if host in HERE and self._hall.address:
            _name_the_hall(request, self._hall)
        return None


def _only_here(request: HttpRequest, hall: Hall) -> HttpResponse:
    """In a frame of its own: at this point no one has been identified yet."""
    address = hall.local_address.rstrip("/") + reverse("admin:index")
    with translation.override(translation.get_language_from_request(request)):
        return HttpResponse(render_to_string("hall/only_here.html", {"address": address}), status=403)


def _name_the_hall(request: HttpRequest, hall: Hall) -> None:
    """An organizer at `localhost` hands out links and codes that phones open."""
    own, here = request.build_absolute_uri, f"{request.scheme}://{request.get_host()}/"

    def build_absolute_uri(location: str | None = None) -> str:
        said = own(location)
        return hall.address + said.removeprefix(here) if said.startswith(here) else said

    request.build_absolute_uri = build_absolute_uri  # type: ignore[method-assign]  # of this one request
