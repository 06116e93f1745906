"""The organizer's console: what's next, who needs help, and the tables online."""
