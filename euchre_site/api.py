"""The API's one address, with its schema and the page that shows it, all from our own origin."""

from functools import cache
from typing import Any

from django.urls import include, path, re_path
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import conditional_page
from drf_spectacular.generators import SchemaGenerator
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


@cache
def whole_schema() -> dict[str, Any]:
    schema: dict[str, Any] = SchemaGenerator().get_schema(public=True)
    return schema


class KeptSchema(SchemaGenerator):
    """Made once by each process: it takes half a second, and is the same for everyone."""

    def get_schema(self, request: Any = None, public: bool = False) -> dict[str, Any]:
        return whole_schema()


class Schema(SpectacularJSONAPIView):
    """Half a megabyte of text, a tenth of it compressed, and nothing for those who have it already."""

    permission_classes = ()
    authentication_classes = ()
    generator_class = KeptSchema


urlpatterns = [
    path("schema.json", gzip_page(conditional_page(Schema.as_view())), name="api_schema"),
    path("", Viewer.as_view(url_name="api_schema"), name="api"),
    path("", include("games.api.urls")),
    path("", include("tournaments.api_urls")),
    re_path(r"^(?P<rest>(?s:.*))$", Unknown.as_view()),  # a line break in it, too
]
