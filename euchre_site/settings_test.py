"""Settings of the test run: the site's own, with a throw-away data folder and cheap passwords.

DATABASE_URL and REDIS_URL are honoured, so that the same tests run against PostgreSQL and Redis.
"""

import os
import tempfile
from pathlib import Path

# One folder and one Redis prefix per process: two test runs on one machine must not meet.
_OWN = f"right-bower-test-{os.getpid()}"
_HOME = Path(tempfile.gettempdir()) / _OWN
os.environ["RIGHT_BOWER_HOME"] = str(_HOME)
os.environ["REDIS_NAMESPACE"] = _OWN
os.environ["SECRET_KEY"] = "only-for-tests"  # noqa: S105  # the environment is set first
# The test database is a file in that folder (below); no other is opened.
os.environ.setdefault("DATABASE_URL", "sqlite://:memory:")
os.environ.pop("EMAIL_URL", None)
os.environ.pop("SENTRY_DSN", None)
os.environ.pop("HTTPS", None)

from euchre_site.settings import *  # noqa: E402, F403  # the environment is set first
from euchre_site.settings import CELERY_BROKER_TRANSPORT_OPTIONS, DATABASES  # noqa: E402  # the environment is set first

# Tables straight from the models, in a tenth of the time; tests/euchre_site/test_migrations.py compares.
DATABASES["default"]["TEST"] = {"MIGRATE": False}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file, not shared memory: only a file shows the locking that the site really has.
    DATABASES["default"]["TEST"]["NAME"] = str(_HOME / "test.sqlite3")
    # No one pulls the plug on a test; waiting for the disk makes the run several times longer.
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True
ALLOWED_HOSTS = ["localhost", "127.0.0.1", "testserver"]
TABLE_PACE = 0.1
# One address plays everyone; the tests of the limits switch them on.
FLOOD_LIMITS = False
CELERY_BROKER_TRANSPORT_OPTIONS = CELERY_BROKER_TRANSPORT_OPTIONS | {"polling_interval": 0.02}
