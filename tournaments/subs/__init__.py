"""Finding a substitute: members say on which evenings they can, and the first one who says yes gets the seat."""
