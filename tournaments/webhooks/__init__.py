"""Webhooks: other sites are told what happens in a club, signed, until they confirm it."""
