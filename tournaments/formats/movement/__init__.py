"""Fixed movements: after every round each chair moves a set number of tables, whatever the result."""
