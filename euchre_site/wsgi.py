"""Entry for WSGI servers: pages only; /live/ answers polls here, run an ASGI server beside it for the stream."""

import os

from django.core.wsgi import get_wsgi_application

from euchre_site.metrics.requests import CountedWsgiRequests

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings")
application = CountedWsgiRequests(get_wsgi_application())
