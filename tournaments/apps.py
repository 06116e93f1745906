from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = _("Clubs and events")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.accounts.second_factor import register_rule
        from games.blocks.commands import register_pages
        from games.house_rules.presets import register_bundles
        from games.notifications.push.owners import register_link_reader
        from tournaments import receivers, topics  # noqa: F401  (registering is the import's purpose)
        from tournaments.access import at_table  # noqa: F401  (as above)
        from tournaments.access.passes import player_of_link
        from tournaments.access.second_factor import holds_office
        from tournaments.admin_names import speak_names
        from tournaments.club_tables import at_opening, moderating  # noqa: F401  (as above)
        from tournaments.clubs.house_rules import ClubBundles
        from tournaments.clubs.public_names import pages_open_to
        from tournaments.rewards import strengths  # noqa: F401  (as above)

        register_rule(holds_office)
        register_link_reader(player_of_link)
        register_bundles(ClubBundles())
        register_pages(pages_open_to)
        speak_names(self)
