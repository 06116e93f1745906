from django.apps import AppConfig
from django.utils.formats import get_format
from django.utils.translation import gettext, ngettext

from games.engine.language import speak_with


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games and players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        speak_with(gettext, ngettext, lambda: str(get_format("DECIMAL_SEPARATOR")))
        from games.accounts import (
            languages,  # noqa: F401  (registering is the import's purpose)
            second_factor,  # noqa: F401  (registering is the import's purpose)
            sessions,  # noqa: F401  (registering is the import's purpose)
        )
        from games.notifications.push import owners  # noqa: F401  (registering is the import's purpose)
        from games.tables import topics  # noqa: F401  (registering is the import's purpose)
