"""The people of a club: who runs it, who is invited, and which records are one person's."""
