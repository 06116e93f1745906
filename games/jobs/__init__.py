"""Background work: rows are the queue, Celery wakes, sweeps find what was missed."""
