"""The event's pot, its prizes and payouts, and the second official who approves changes."""
