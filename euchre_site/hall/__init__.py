"""Hall mode, `manage.py serve --hall`: phones on the same network reach a site that has no name and no HTTPS."""
