"""Paper: everything that is printed, as PDF or, without that, as plain pages."""
