"""The night: rounds, drafts, the clock, wishes, until the event is finished."""
