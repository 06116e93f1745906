"""Webhooks: other sites are notified of what happens in a club, signed, until they confirm it."""
