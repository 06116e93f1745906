"""Accounts: users and players, guests, tokens, two-step login, sessions."""
