"""A person's data: the file of it, erasing it, and forgetting it in time."""
