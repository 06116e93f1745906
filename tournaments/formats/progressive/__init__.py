"""Progressive: winners move up a table, partners change."""
