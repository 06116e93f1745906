"""Money: the pot, who is paid what, and the second person who is asked."""
