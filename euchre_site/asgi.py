"""Entry for ASGI servers: pages and the live stream."""

import os

from django.core.asgi import get_asgi_application

from euchre_site.bodies import LimitBody

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings")
application = LimitBody(get_asgi_application())
