"""Wiring only: settings, urls, servers and timers. Knows no rule of euchre and writes no row."""

import gc

from euchre_site.celery import app as celery_app

# Python looks for garbage after every 700 new objects. At a start nearly all of them stay (modules, models, addresses),
# and looking through them took a third of the time.
gc.set_threshold(50_000, 20, 20)

__version__ = "1.0.0"

__all__ = ["celery_app"]
