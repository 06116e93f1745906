"""Wiring only: settings, urls, servers and timers. Knows no rule of euchre and writes no row."""

from euchre_site.celery import app as celery_app

__version__ = "1.0.0"

__all__ = ["celery_app"]
