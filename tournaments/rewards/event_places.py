"""Places at events that are over, as facts."""

from tournaments.honours.facts import Contest
from tournaments.rewards.placements import Ended
from tournaments.rounds.finishing import finished_events, placings_of_event

EVENTS = Ended(Contest.EVENT, placings_of_event, finished_events)
