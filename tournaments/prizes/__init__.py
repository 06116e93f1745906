"""The event's pot, its prizes and payouts, and the second official who approves changes.

What each place and side prize pays, and who gets the odd cent, is computed in `tournaments.honours.prizes`.
"""
