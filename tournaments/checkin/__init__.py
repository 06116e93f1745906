"""Check-in: who plays, who is here, who left, and who substitutes."""
