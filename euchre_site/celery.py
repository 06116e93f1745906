"""The Celery application. Tasks live in each app's tasks.py, timers in beat.py."""

import os

from celery import Celery

from euchre_site.beat import beat_schedule

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings")

app = Celery("euchre_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = beat_schedule()
app.autodiscover_tasks()
