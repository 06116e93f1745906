"""Rounds: draws, drafts, the clock, wishes, until the event is finished."""
