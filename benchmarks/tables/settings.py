"""The site's settings, and the two empty addresses."""

from euchre_site.settings import *  # noqa: F403

ROOT_URLCONF = "benchmarks.tables.urls"
