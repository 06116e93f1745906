"""Registration for an event: its terms, the waiting list, and how two players become a pair."""
