"""The API: how all endpoints ask and answer, and those of tables online. `tournaments.api` has the others."""
