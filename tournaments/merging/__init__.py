"""Two records of one person: claims, the preview of a merge, the merge, and its undoing."""
