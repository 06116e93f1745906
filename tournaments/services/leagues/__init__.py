"""The verbs of leagues and seasons. Locks in one order: the season, then its club, then an event and its matches."""
