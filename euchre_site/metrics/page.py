"""Who may see /metrics. To everyone else the address doesn't exist: no route leads there, so the answer is what
any unknown address gets, whatever its method, host, scheme or cookie."""

import ipaddress

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured, PermissionDenied
from django.http import HttpRequest, HttpResponse, HttpResponseNotAllowed
from django.http.response import HttpResponseBase
from django.utils.crypto import constant_time_compare

from euchre_site.middleware import Middleware
from games.counters import address_of

ADDRESS = "/metrics"


class Metrics(Middleware):
    def before(self, request: HttpRequest) -> HttpResponseBase | None:
        if request.path_info != ADDRESS or not may_see(request):
            return None
        if request.method not in ("GET", "HEAD"):
            return HttpResponseNotAllowed(["GET", "HEAD"])
        return _answer(request)


def _answer(request: HttpRequest) -> HttpResponse:
    # Only now: `check` looks at every middleware, and needs no monitor's library.
    from prometheus_client.exposition import choose_encoder

    from euchre_site.metrics.gauges import REGISTRY

    encode, content_type = choose_encoder(request.headers.get("Accept", ""))
    return HttpResponse(encode(REGISTRY), content_type=content_type, headers={"Cache-Control": "no-store"})


def may_see(request: HttpRequest) -> bool:
    """Where a token and networks are set, both are needed. Where neither is, no one may."""
    token, networks = settings.METRICS_TOKEN, settings.METRICS_NETWORKS
    if not token and not networks:
        return False
    return (not token or _has_token(request)) and (not networks or _is_from(request, networks))


def _has_token(request: HttpRequest) -> bool:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return scheme.lower() == "bearer" and constant_time_compare(token.strip(), settings.METRICS_TOKEN)


def _is_from(request: HttpRequest, networks: list[str]) -> bool:
    try:
        address = ipaddress.ip_address(address_of(request))
    except (ImproperlyConfigured, PermissionDenied):  # it can't be known: fewer proxies than TRUSTED_PROXIES says
        return False
    if isinstance(address, ipaddress.IPv6Address) and address.ipv4_mapped:
        address = address.ipv4_mapped
    return any(address in ipaddress.ip_network(network) for network in networks)
