"""The only writer at a table online. opening: tables. seating: who sits. play: deals and actions. mover: bots, clocks.

Every command locks the table first, checks the version that the player saw, writes, counts the version up and tells the
browsers. Views and tasks call these and write nothing themselves; presenter.py reads.
"""
