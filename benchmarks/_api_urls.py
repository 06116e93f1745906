"""The site's addresses and one more: an endpoint of the same framework that does nothing."""

from django.urls import include, path
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView


class Plain(APIView):
    """Asks the database nothing, identifies no one and counts nothing."""

    authentication_classes = ()
    permission_classes = ()
    throttle_classes = ()
    renderer_classes = (JSONRenderer,)

    def get(self, request: Request) -> Response:
        return Response({"is": "plain"})


urlpatterns = [path("plain/", Plain.as_view()), path("", include("euchre_site.urls"))]
