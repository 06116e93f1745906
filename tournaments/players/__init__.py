"""Players: finding one, a player's page, and two players compared."""
