"""Pages. A view reads through `services.looks.boards`, writes through a verb, and decides nothing itself."""
