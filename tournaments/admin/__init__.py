"""The admin as one more face of the verbs: set-up is saved through a service, facts can be read but not edited."""

from tournaments.admin import accounts, clubs, events, honours, jackpots, leagues, webhooks

__all__ = ["accounts", "clubs", "events", "honours", "jackpots", "leagues", "webhooks"]
