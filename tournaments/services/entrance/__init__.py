"""Ways in: personal links, codes on the wall, links to log in once, the second step."""
