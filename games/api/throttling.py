"""How much one program, or one address, may ask for."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games import counters, limits
from games.api.authentication import account_of
from games.errors import TooOften


class Throttle(BaseThrottle):
    """Strangers by their address, others by their account; writes are counted on their own. A browser's question before
    a request of another site's page is free: it carries no token, so it would count as a stranger's."""

    seconds: int | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        if request.method == "OPTIONS":
            return True
        try:
            limits.check(*_counted_as(request))
        except TooOften as error:
            self.seconds = error.seconds
            return False
        return True

    def wait(self) -> float | None:
        return self.seconds


def give_back(request: Request) -> None:
    """For an answer that says only that nothing has changed."""
    limits.give_back(*_counted_as(request))


def _counted_as(request: Request) -> tuple[limits.Limit, str]:
    user = account_of(request)
    if user is None:
        return limits.API_STRANGERS, f"address-{counters.address_of(request._request)}"
    return limits.API_READS if request.method in ("GET", "HEAD") else limits.API_WRITES, f"user-{user.pk}"
