"""Webhooks: telling other sites what happens in a club, signed, until they have it or were asked too often."""
