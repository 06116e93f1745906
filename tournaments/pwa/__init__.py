"""What makes the pages installable and readable without a network."""
