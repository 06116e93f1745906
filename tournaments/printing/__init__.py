"""Everything that is printed, as PDF or as plain pages."""
