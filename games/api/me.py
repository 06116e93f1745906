"""Who a program is."""

from typing import Any

from rest_framework import exceptions, serializers

from games.accounts.models import Scope
from games.api.authentication import account_of, has_scope, player_of
from games.api.frame import DetailEndpoint
from games.api.serializers import StrictSerializer


class MeSerializer(StrictSerializer):
    email = serializers.EmailField()
    player = serializers.IntegerField(allow_null=True)
    name = serializers.CharField()
    scopes = serializers.ListField(child=serializers.ChoiceField(Scope.choices))
    expires_at = serializers.DateTimeField(allow_null=True, help_text="When the token ends.")


class Me(DetailEndpoint):
    """The account behind the token, and what it may do."""

    summary = "Show your account"
    answer = MeSerializer
    is_open = False

    def find(self) -> dict[str, Any]:
        user = account_of(self.request)
        if user is None:
            raise exceptions.NotAuthenticated
        player = player_of(self.request)
        token: Any = self.request.auth
        return {
            "email": user.email,
            "player": player.pk if player else None,
            "name": player.name if player else "",
            "scopes": [scope for scope in Scope.values if has_scope(self.request, scope)],
            "expires_at": token.expires_at if token else None,
        }
