"""What people report about others at tables online, and who reads it."""
