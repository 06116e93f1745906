"""Settings, from the environment only (docs/settings.md has the table).

With an empty environment this is the embedded default: SQLite, broker, cache and live bus inside the process.
"""

import re
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

from euchre_site import databases, places, settings_static
from euchre_site.datafolder import open_folder, read_or_make_secret
from games.accounts.openid.configured import read_providers

BASE_DIR = places.BASE_DIR
FILES_DIR = places.FILES_DIR
env = environ.Env()

RIGHT_BOWER_HOME = Path(env.str("RIGHT_BOWER_HOME", default="") or places.home()).resolve()
SITE_NAME = env.str("SITE_NAME", default="Right Bower")
# Who runs the site and how to reach them, for the foot of every page and /contact/ (euchre_site/about.py).
SITE_OWNER = env.str("SITE_OWNER", default="")
SITE_CONTACT = env.str("SITE_CONTACT", default="")
if SITE_CONTACT and not re.fullmatch(r"https?://\S+|[^@\s/:]+@[^@\s/:]+", SITE_CONTACT):
    raise ImproperlyConfigured("SITE_CONTACT is an email address, or a web address that begins with https://.")
# How long bots think and a finished hand stays on the table, as a multiple of the usual.
TABLE_PACE = env.float("TABLE_PACE", default=1.0)
# Off for a load test only, in which one machine plays everyone.
FLOOD_LIMITS = env.bool("FLOOD_LIMITS", default=True)
# So many pages are made at the same time in one process; the others wait (euchre_site/priority_asgi.py).
WEB_THREADS = env.int("WEB_THREADS", default=4)
REDIS_URL = env.str("REDIS_URL", default="")
# One prefix for everything we keep in Redis, so that two sites can share a server.
REDIS_NAMESPACE = env.str("REDIS_NAMESPACE", default="right-bower")

# -- security ---------------------------------------------------------------------------------------------------------

SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_make_secret(RIGHT_BOWER_HOME)
SECRET_KEY_FALLBACKS = env.list("SECRET_KEY_FALLBACKS", default=[])
DEBUG = env.bool("DEBUG", default=False)
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=["localhost", "127.0.0.1", "[::1]"])
# The site's own name, for those who ask for it under another; "" while it is known on this machine alone.
PUBLIC_HOST = next(
    (host.lstrip(".") for host in ALLOWED_HOSTS if host not in ("*", "localhost", "127.0.0.1", "[::1]")), ""
)
# As others reach the site from outside: for the links in emails.
SITE_ADDRESS = (
    env.str("SITE_ADDRESS", default="")
    or f"{'https' if env.bool('HTTPS', default=False) else 'http'}://{PUBLIC_HOST or 'localhost:8000'}"
).rstrip("/")
# With this token the mail service reports addresses from which emails came back.
MAIL_BOUNCE_TOKEN = env.str("MAIL_BOUNCE_TOKEN", default="")
# In what names a date or a piece of news for good (docs/feeds.md): it has to stay when the site moves.
FEEDS_HOST = env.str("FEEDS_HOST", default="") or PUBLIC_HOST or "right-bower.invalid"
DATA_UPLOAD_MAX_NUMBER_FIELDS = 3_000  # the preview of a long list of players asks about many of its rows
CSRF_TRUSTED_ORIGINS = env.list("CSRF_TRUSTED_ORIGINS", default=[])

HTTPS = env.bool("HTTPS", default=False)
SECURE_SSL_REDIRECT = HTTPS
# Load balancers ask from inside, where there is no HTTPS.
SECURE_REDIRECT_EXEMPT = [r"^healthz/"]
SECURE_HSTS_SECONDS = env.int("HSTS_SECONDS", default=31_536_000) if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS and env.bool("HSTS_SUBDOMAINS", default=True)
SECURE_HSTS_PRELOAD = HTTPS and env.bool("HSTS_PRELOAD", default=False)
# Entering browsers' preload lists binds a whole domain for years: the owner asks for it, we do not.
SILENCED_SYSTEM_CHECKS = ["security.W021"]
# How many proxies of our own stand in front; only then is what they say about the client believed.
ALLAUTH_TRUSTED_PROXY_COUNT = env.int("TRUSTED_PROXIES", default=0)
if ALLAUTH_TRUSTED_PROXY_COUNT:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

# `__Host-` cookies cannot be set by a neighbouring subdomain, but browsers take them over HTTPS only.
COOKIE_PREFIX = "__Host-" if HTTPS else ""
SESSION_ENGINE = "games.accounts.session_store"
# An unused log-in ends, and so does one that is old, however much it is used (games/accounts/sessions.py).
SESSION_IDLE_DAYS = env.int("SESSION_IDLE_DAYS", default=14)
SESSION_DAYS = env.int("SESSION_DAYS", default=30)
SESSION_COOKIE_AGE = SESSION_IDLE_DAYS * 86_400
SESSION_COOKIE_NAME = f"{COOKIE_PREFIX}session"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_NAME = f"{COOKIE_PREFIX}csrf"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SECURE = HTTPS

MESSAGE_STORAGE = "euchre_site.messages_storage.Notes"

# -- apps and requests ------------------------------------------------------------------------------------------------

INSTALLED_APPS = [
    # The club's pages and the admin's looks come before what they override.
    "euchre_site.apps.EuchreSiteConfig",
    "tournaments",
    "games",
    "unfold.apps.BasicAppConfig",
    "euchre_site.apps.SiteAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]

MIDDLEWARE = [
    "euchre_site.middleware.NotedRequests",
    # Before hosts and HTTPS are checked: a monitor asks each process by its number, from inside.
    "euchre_site.metrics.page.Metrics",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "euchre_site.middleware.ContentSecurityPolicy",
    "euchre_site.middleware.PrivatePages",
    "euchre_site.middleware.StaticFiles",
    "euchre_site.middleware.CompressedPages",
    "euchre_site.hall.middleware.HallRequests",
    "euchre_site.middleware.RefuseNul",
    "euchre_site.middleware.WithoutCookies",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "euchre_site.languages.Language",
    "euchre_site.middleware.NoCurrencyYet",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "euchre_site.auth_middleware.SessionAge",
    # Default deny: a page open to strangers says so with @login_not_required.
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "euchre_site.auth_middleware.SecondFactor",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "euchre_site.urls"
WSGI_APPLICATION = "euchre_site.wsgi.application"
ASGI_APPLICATION = "euchre_site.asgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [FILES_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "euchre_site.context.site",
            ],
            "libraries": {"icons": "euchre_site.icons"},
        },
    },
]

# -- people -----------------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "games.User"
AUTHENTICATION_BACKENDS = settings_static.AUTHENTICATION_BACKENDS
PASSWORD_HASHERS = settings_static.PASSWORD_HASHERS
AUTH_PASSWORD_VALIDATORS = settings_static.AUTH_PASSWORD_VALIDATORS
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_LOGOUT_REDIRECT_URL = "/"

# Mail waits in the database for a worker, who sends it to the console until EMAIL_URL names a server.
EMAIL_BACKEND = "games.jobs.mail.Queue"
EMAIL_URL = env.str("EMAIL_URL", default="")
EMAIL_CONFIG = env.email_url_config(EMAIL_URL or "consolemail://")
OUTGOING_EMAIL_BACKEND = EMAIL_CONFIG["EMAIL_BACKEND"]
EMAIL_HOST = EMAIL_CONFIG.get("EMAIL_HOST") or "localhost"
EMAIL_PORT = EMAIL_CONFIG.get("EMAIL_PORT") or 25
EMAIL_HOST_USER = EMAIL_CONFIG.get("EMAIL_HOST_USER") or ""
EMAIL_HOST_PASSWORD = EMAIL_CONFIG.get("EMAIL_HOST_PASSWORD") or ""
EMAIL_USE_TLS = EMAIL_CONFIG.get("EMAIL_USE_TLS", False)
EMAIL_USE_SSL = EMAIL_CONFIG.get("EMAIL_USE_SSL", False)
EMAIL_TIMEOUT = 10
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default="euchre@localhost")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
EMAIL_SUBJECT_PREFIX = f"[{SITE_NAME}] "

ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_ADAPTER = "games.accounts.adapter.AccountAdapter"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_FORMS = {"signup": "games.accounts.forms.SignUpForm"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*", "password2*"]
# A club without a mail server could never confirm an address, so there it is only offered.
ACCOUNT_EMAIL_VERIFICATION = env.str("EMAIL_VERIFICATION", default="mandatory" if EMAIL_URL else "optional")
ACCOUNT_EMAIL_SUBJECT_PREFIX = EMAIL_SUBJECT_PREFIX
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_ON_GET = False
# Added to allauth's own limits on sign-up, password reset and mail; its counters live in the cache below.
ACCOUNT_RATE_LIMITS = {"login": "30/m/ip", "login_failed": "10/m/ip,5/5m/key"}

# Who is notified of changes to their account; without a mail server it would only fill the log.
ACCOUNT_EMAIL_NOTIFICATIONS = bool(EMAIL_URL)

FORM_RENDERER = "euchre_site.forms.SiteForms"

# -- the second factor: a code from an app besides the password, or a passkey ------------------------------------------

# Whether people who act for a club, and those who look after the site, must have one. Everyone may.
REQUIRE_MFA = env.bool("REQUIRE_MFA", default=False)
MFA_ADAPTER = "games.accounts.second_factor.Adapter"
# Where addresses are never confirmed, waiting for a confirmed one would keep everyone out.
MFA_ALLOW_UNVERIFIED_EMAIL = ACCOUNT_EMAIL_VERIFICATION != "mandatory"
# A passkey is bound to a name, and browsers make it over HTTPS alone. A laptop in a hall has neither.
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes", "webauthn"] if HTTPS else ["totp", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = HTTPS
MFA_FORMS = settings_static.MFA_FORMS
MFA_RATE_LIMITS = {"webauthn_login": ACCOUNT_RATE_LIMITS["login"]}

# -- logging in with an account of elsewhere, by OpenID Connect: none until providers are named ------------------------

OIDC_PROVIDERS = read_providers(env.str("OIDC_PROVIDERS", default=""))
SOCIALACCOUNT_ADAPTER = "games.accounts.openid.adapter.Adapter"
SOCIALACCOUNT_FORMS = {"signup": "games.accounts.openid.forms.ProviderSignUpForm"}
SOCIALACCOUNT_STORE_TOKENS = False

# -- the API: every endpoint says for itself what is open; what forgets to is closed -----------------------------------

REST_FRAMEWORK = settings_static.REST_FRAMEWORK
SPECTACULAR_SETTINGS = settings_static.SPECTACULAR | {"TITLE": f"{SITE_NAME} API"}

# -- data -------------------------------------------------------------------------------------------------------------

DATABASES = {
    "default": databases.describe(
        env.db_url_config(env.str("DATABASE_URL", default="") or f"sqlite:///{RIGHT_BOWER_HOME / 'db.sqlite3'}"),
        pool=env.bool("DATABASE_POOL", default=True),
        pool_size=env.int("DATABASE_POOL_SIZE", default=10),
    )
}
if str(DATABASES["default"]["NAME"]).startswith(str(RIGHT_BOWER_HOME)):
    open_folder(RIGHT_BOWER_HOME)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# A folder on another disk, or one that is copied elsewhere, survives the laptop. 0 kept: no automatic backups.
BACKUP_FOLDER = Path(env.str("BACKUP_FOLDER", default="") or RIGHT_BOWER_HOME / "backups")
BACKUPS_KEPT = env.int("BACKUPS_KEPT", default=24)

CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "euchre_site.cache.ForgivingRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": f"{REDIS_NAMESPACE}:cache",
        "OPTIONS": {"socket_connect_timeout": 0.25, "socket_timeout": 0.25},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache", "OPTIONS": {"MAX_ENTRIES": 10_000}}
}

# -- background work: the row in the database is the queue, the broker only wakes a worker ----------------------------

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        "global_keyprefix": f"{REDIS_NAMESPACE}:",
        # Who takes a message has it, and a message lost with a worker costs the time to the next sweep. Redis keeping
        # count of answers gains nothing, and an answer that comes after Redis died would end the worker (kombu 5.7).
        "ack_emulation": False,
        # A dead broker may cost a request a fraction of a second, never more.
        "socket_connect_timeout": 0.4,
        "max_retries": 0,
    }
    if REDIS_URL
    else {"polling_interval": 0.1}
)
CELERY_BROKER_CONNECTION_TIMEOUT = 0.4
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_SERIALIZER = "json"
CELERY_RESULT_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SOFT_TIME_LIMIT = 240
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_ENABLE_REMOTE_CONTROL = bool(REDIS_URL)
CELERY_TIMEZONE = "UTC"

# -- webhooks: whom the site may send requests to ---------------------------------------------------------------------

# Both for tests and laptops only: plain http, and networks (10.0.0.0/8, 127.0.0.1/32) that are not the public internet.
WEBHOOKS_PLAIN = env.bool("WEBHOOKS_PLAIN", default=False)
WEBHOOKS_ALLOWED_NETWORKS = [str(ip_network(text)) for text in env.list("WEBHOOKS_ALLOWED_NETWORKS", default=[])]

# -- static files -----------------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.str("STATIC_ROOT", default="") or RIGHT_BOWER_HOME / "static")
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
MEDIA_ROOT = RIGHT_BOWER_HOME / "media"
MEDIA_URL = "/media/"
WHITENOISE_ALLOW_ALL_ORIGINS = False

# -- language and time ------------------------------------------------------------------------------------------------

# What is spoken to those who have chosen none and whose browser asks for none of these.
LANGUAGE_CODE = env.str("LANGUAGE_CODE", default="en")
# British English differs in dates alone.
LANGUAGES = [("en", "English (US)"), ("en-gb", "English (UK)"), ("fr", "Français")]
LOCALE_PATHS = [FILES_DIR / "locale"]
FORMAT_MODULE_PATH = "euchre_site.formats"
LANGUAGE_COOKIE_SECURE = HTTPS
LANGUAGE_COOKIE_AGE = 365 * 86_400
# UTC in the database and here; a club's own zone is a field of the club.
USE_TZ = True
TIME_ZONE = "UTC"

# -- logging: to standard output, never bodies, headers or query strings ----------------------------------------------

LOG_FORMAT = env.str("LOG_FORMAT", default="line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured("LOG_FORMAT is line or json.")
LOGGING = settings_static.logging(LOG_FORMAT, env.str("LOG_LEVEL", default="WARNING"))

# -- monitoring: /metrics is there for no one until a token or networks are set; where both are, both are needed -------

METRICS_TOKEN = env.str("METRICS_TOKEN", default="")
if 0 < len(METRICS_TOKEN) < 20:
    raise ImproperlyConfigured("METRICS_TOKEN is too short: use 20 characters or more, such as “openssl rand -hex 32”.")
METRICS_NETWORKS = [str(ip_network(text)) for text in env.list("METRICS_NETWORKS", default=[])]
# Where errors are reported to, without anything personal (euchre_site/error_reports.py).
SENTRY_DSN = env.str("SENTRY_DSN", default="")

UNFOLD = settings_static.UNFOLD | {"SITE_TITLE": SITE_NAME, "SITE_HEADER": SITE_NAME}
