"""The Celery application. Tasks live in each app's tasks.py, timers in beat.py."""

import os

from celery import Celery
from kombu.transport.redis import Channel

from euchre_site.beat import beat_schedule

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "euchre_site.settings")

# When Redis dies, kombu (5.7) would put messages that it holds back over the connection that it has just closed, and
# the worker ends with an error instead of connecting again. Ours only wake a worker: the sweep does it again.
Channel.do_restore = False

app = Celery("euchre_site")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.conf.beat_schedule = beat_schedule()
app.autodiscover_tasks()
