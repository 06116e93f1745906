"""Attendance: who plays, who came, who left, who stands in."""
