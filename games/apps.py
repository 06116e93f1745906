from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = "Games and players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games import topics  # noqa: F401  (registering the topics is the import's purpose)
