"""How much one program, or one address, may ask for."""

from typing import Any

from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games import limits, tries
from games.api.authentication import account_of
from games.errors import TooOften

SAFE = ("GET", "HEAD", "OPTIONS")


class Throttle(BaseThrottle):
    """Strangers by their address, others by their account; writes are counted on their own."""

    seconds: int | None = None

    def allow_request(self, request: Request, view: Any) -> bool:
        user = account_of(request)
        who = f"user-{user.pk}" if user else f"address-{tries.address_of(request._request)}"
        kind = limits.API_READS if request.method in SAFE else limits.API_WRITES
        try:
            limits.check(kind if user else limits.API_STRANGERS, who)
        except TooOften as error:
            self.seconds = error.seconds
            return False
        return True

    def wait(self) -> float | None:
        return self.seconds
