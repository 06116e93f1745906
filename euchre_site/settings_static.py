"""Settings that no deployment changes: passwords, passkeys, the API's framework, the log and the admin's looks."""

from typing import Any

AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
AUTH_PASSWORD_VALIDATORS: list[dict[str, Any]] = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]

MFA_FORMS = {
    "add_webauthn": "games.accounts.passkeys.forms.AddPasskeyForm",
    "edit_webauthn": "games.accounts.passkeys.forms.RenamePasskeyForm",
    "login_webauthn": "games.accounts.passkeys.forms.LoginForm",
    "authenticate_webauthn": "games.accounts.passkeys.forms.SecondStepForm",
    "reauthenticate_webauthn": "games.accounts.passkeys.forms.ConfirmForm",
}

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["games.api.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAdminUser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["games.api.parsing.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "games.api.schema.Conventions",
    "EXCEPTION_HANDLER": "games.api.problems.answer",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
    "COERCE_DECIMAL_TO_STRING": True,
}
SPECTACULAR: dict[str, Any] = {
    "DESCRIPTION": "Everything that the site shows in public, and with a token everything that its owner may do.",
    "VERSION": "1.6.0",
    "OAS_VERSION": "3.1.1",
    "LICENSE": {"name": "Apache License 2.0", "identifier": "Apache-2.0"},
    "SERVERS": [{"url": "/", "description": "The site that the schema comes from"}],
    "TAGS": [
        {"name": "clubs", "description": "Clubs, their people, matches, rankings, jackpots, news and webhooks"},
        {"name": "events", "description": "Events, entries, rounds, matches, standings and prizes"},
        {"name": "leaderboard", "description": "The best of all players, or of a club"},
        {"name": "leagues", "description": "Leagues and their divisions"},
        {"name": "me", "description": "The account that asks"},
        {"name": "players", "description": "Players, their matches, ratings and achievements"},
        {"name": "seasons", "description": "Seasons of leagues, their matches and tables"},
        {"name": "tables", "description": "Tables online: to sit, bid and play cards"},
        {"name": "webhooks", "description": "What the site sends to you"},
    ],
    "SERVE_INCLUDE_SCHEMA": False,
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "COMPONENT_SPLIT_REQUEST": True,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.schema.refuse_unknown_fields",
        "tournaments.webhooks.schema.add_webhooks",
    ],
    "ENUM_NAME_OVERRIDES": {
        "EntryStatus": "tournaments.checkin.models.Entry.Status",
        "EventState": "tournaments.events.states.EventState",
        "RoundStatus": "tournaments.rounds.models.Round.Status",
        "MatchState": "tournaments.rounds.models.Match.State",
        "SeasonState": "tournaments.leagues.models.Season.State",
        "FixtureState": "tournaments.leagues.models.Fixture.State",
        "HappeningType": "tournaments.webhooks.models.Happening",
        "DeliveryType": "tournaments.webhooks.models.KINDS",
        "DeliveryState": "tournaments.webhooks.selectors.STATES",
        "WebhookFormat": "tournaments.webhooks.models.Shape",
    },
}

UNFOLD: dict[str, Any] = {
    "SITE_SYMBOL": "playing_cards",
    "SHOW_HISTORY": True,
    # The green of the pages' own buttons, from light to dark.
    "COLORS": {
        "primary": {
            str(shade): f"oklch({light}% {chroma} 160)"
            for shade, light, chroma in (
                (50, 97.5, 0.014),
                (100, 94, 0.03),
                (200, 88, 0.055),
                (300, 80, 0.085),
                (400, 68, 0.1),
                (500, 55, 0.1),
                (600, 45, 0.085),
                (700, 38, 0.07),
                (800, 32, 0.058),
                (900, 27, 0.047),
                (950, 20, 0.035),
            )
        }
    },
}


def logging(form: str, level: str) -> dict[str, Any]:
    """Everything to standard output, in lines or as JSON, without tokens."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": {"()": "euchre_site.logs.Line"}, "json": {"()": "euchre_site.logs.JsonLine"}},
        "filters": {
            "hide_tokens": {"()": "euchre_site.logs.HideTokens"},
            "in_a_line": {"()": "euchre_site.logs.WithoutTraceback"},
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": form, "filters": ["hide_tokens"]}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django": {"handlers": ["console"], "level": "WARNING", "propagate": False},
            # Strangers call a site by any name; where in Django that was noticed helps no one.
            "django.security.DisallowedHost": {"filters": ["in_a_line"]},
            # Celery's INFO lines carry task arguments.
            "celery": {"level": "WARNING"},
        },
    }
