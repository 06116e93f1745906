"""The admin is one more face of the commands: Django looks for it here, each feature has its own."""

from tournaments.access import admin as _access  # noqa: F401  # registering is the purpose
from tournaments.clubs import admin as _clubs  # noqa: F401  # registering is the purpose
from tournaments.cups import admin as _cups  # noqa: F401  # registering is the purpose
from tournaments.events import admin as _events  # noqa: F401  # registering is the purpose
from tournaments.jackpots import admin as _jackpots  # noqa: F401  # registering is the purpose
from tournaments.leagues import admin as _leagues  # noqa: F401  # registering is the purpose
from tournaments.rewards import admin as _rewards  # noqa: F401  # registering is the purpose
from tournaments.webhooks import admin as _webhooks  # noqa: F401  # registering is the purpose
