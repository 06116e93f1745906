"""Honours: what comes of results beside the standings, prizes first. Pure Python: no database, clock or own dice."""
