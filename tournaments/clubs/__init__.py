"""Clubs and their people: roles, invitations, and the name that strangers see."""
