"""The API's one address, with its schema and the page that shows it, all from our own origin."""

from typing import Any

from django.urls import include, path, re_path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

from euchre_site.middleware import POLICY
from games.api.frame import Unknown

# The viewer writes styles into its own elements; scripts stay ours.
VIEWER_POLICY = POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")


class Viewer(SpectacularSwaggerSplitView):
    """Every address, its fields and its refusals, to read and to try."""

    permission_classes = ()
    authentication_classes = ()

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Content-Security-Policy"] = VIEWER_POLICY
        return response


class Schema(SpectacularJSONAPIView):
    permission_classes = ()
    authentication_classes = ()


urlpatterns = [
    path("schema.json", Schema.as_view(), name="api_schema"),
    path("", Viewer.as_view(url_name="api_schema"), name="api"),
    path("", include("games.api.urls")),
    path("", include("tournaments.api_urls")),
    re_path(r"^(?P<rest>(?s:.*))$", Unknown.as_view()),  # a line break in it, too
]
