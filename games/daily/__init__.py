"""The daily deal: eight hands a day, the same for everyone, against the same bots, scored against all who played."""
