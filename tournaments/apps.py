from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = "Clubs and events"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from tournaments import receivers, topics  # noqa: F401  (registering is the import's purpose)
        from tournaments.views import at_table  # noqa: F401  (as above)
