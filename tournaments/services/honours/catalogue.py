"""Every kind of honour there is, and everything that somebody can have a place in. A new one is a line here.

The order of both matters: a later one may be computed from an earlier one, as awards are from ratings.
"""

from tournaments.services.honours.awards import AWARDS
from tournaments.services.honours.placing import Ended
from tournaments.services.honours.queue import Honour
from tournaments.services.honours.ratings import RATINGS
from tournaments.services.honours.statistics import STATISTICS
from tournaments.services.jackpots.honour import JACKPOTS, WON
from tournaments.services.leagues.places import SEASONS
from tournaments.services.nights.finishing import EVENTS

HONOURS: tuple[Honour, ...] = (RATINGS, STATISTICS, JACKPOTS, AWARDS)
CONTESTS: tuple[Ended, ...] = (EVENTS, SEASONS, WON)
