"""Pages. A view reads through `services.boards`, writes through a verb, and decides nothing itself."""
