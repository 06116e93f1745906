"""The money of a season: what teams owe and paid, and the fund that prizes and costs come out of."""
