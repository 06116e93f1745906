"""How much one program, or one address, may ask for."""

from dataclasses import dataclass, replace
from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games import counters, limits
from games.api.authentication import account_of
from games.errors import TooOften
from games.limits import Limit


@dataclass(frozen=True)
class Allowance:
    """What the asker may still ask for within the limit's seconds."""

    limit: Limit
    left: int

    def headers(self, *, is_shared: bool) -> dict[str, str]:
        """As draft-ietf-httpapi-ratelimit-headers-10 has them. is_shared: others get the same answer, so it doesn't say
        what is left to one of them."""
        name = f'"{self.limit.what}"'
        policy = {"RateLimit-Policy": f"{name};q={self.limit.most};w={self.limit.seconds}"}
        return policy if is_shared else policy | {"RateLimit": f"{name};r={self.left}"}


class Throttle(BaseThrottle):
    """Strangers by their address, others by their account; writes are counted on their own. A browser's question before
    a request of another site's page is free: it carries no token, so it would count as a stranger's."""

    seconds: int | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        if request.method == "OPTIONS":
            return True
        limit, who = _counted_as(request)
        try:
            view.allowance = Allowance(limit, limits.check(limit, who))
        except TooOften as error:
            view.allowance = Allowance(limit, 0)
            self.seconds = error.seconds
            return False
        return True

    def wait(self) -> float | None:
        return self.seconds


def give_back(request: Request, allowance: Allowance | None) -> Allowance | None:
    """For an answer that says only that nothing has changed: what is left then."""
    limit, who = _counted_as(request)
    limits.give_back(limit, who)
    return allowance and replace(allowance, left=min(limit.most, allowance.left + 1))


def _counted_as(request: Request) -> tuple[limits.Limit, str]:
    user = account_of(request)
    if user is None:
        return limits.API_STRANGERS, f"address-{counters.address_of(request._request)}"
    return limits.API_READS if request.method in ("GET", "HEAD") else limits.API_WRITES, f"user-{user.pk}"
