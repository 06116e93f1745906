"""Swiss: sides with equal scores meet, and no two meet twice."""
