"""The verbs. Each is one function that locks, returns what is already done, asks permission, checks, writes, logs."""
