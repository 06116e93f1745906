"""What the site keeps about a person: the person's own file of it, erasing it, and forgetting it in time."""
