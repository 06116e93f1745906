"""`/metrics`: what a monitor (Prometheus) can read about the site, in numbers that are about no one.

Only web servers load the library for it, and no command does.
"""
