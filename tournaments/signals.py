"""What happens on a night, for those who derive something from it: the night itself knows none of them.

Sent in the transaction that writes the fact, and with `send`: what a receiver writes is kept or lost with the fact, and
a receiver that fails undoes it. tournaments/receivers.py lists who listens, and in which order.
"""

from django.dispatch import Signal

action_logged = Signal()
"""entry: of the audit log. The command that logged it may not have written everything yet."""

result_changed = Signal()
"""match, before (its state and standing entry as they were), entry: another entry was appended to its results."""

stage_settled = Signal()
"""stage, matches (ids of those that waited): its table is up to date with the results. Has the event's lock."""

stage_published = Signal()
"""stage: browsers were notified of a new version of its table."""

round_published = Signal()
"""round: everyone can see where to sit."""

round_ended = Signal()
"""round: is played no longer, because it was closed or became a draft again."""

event_finished = Signal()
"""event, entry (of the audit log): its places are facts from now on."""

event_places_changed = Signal()
"""event: a finished one was reopened, or another player now plays for an entry."""

club_changed = Signal()
"""club, changed: the names of its fields that are others now."""

members_changed = Signal()
"""club: its id. Someone became a member, has another role or is no longer a member."""

name_changed = Signal()
"""player: was renamed, or strangers read a number instead of the name from now on, or the name again."""

achievements_revoked = Signal()
"""player, awards: (achievement, tier) pairs that the facts no longer bear out."""

jackpot_closed = Signal()
"""period, closed: a period of a jackpot as it was closed."""

jackpot_race_changed = Signal()
"""period, before, after: player → (score, place) in the race of a period that goes on. Has the jackpot's lock."""
