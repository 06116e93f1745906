"""The API: how all endpoints ask and answer, and those of tables online. Each feature has its own in `api.py`."""
