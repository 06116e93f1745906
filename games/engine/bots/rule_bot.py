"""A bot that plays by an experienced player's rules of thumb. The same view always gets the same answer."""

from games.engine.actions import Action, action_of
from games.engine.bots.bot import Chance
from games.engine.bots.policy import choose
from games.engine.bots.recall import recall
from games.engine.view import View


class RuleBot:
    """Answers every question that any house rules can ask."""

    def choose(self, view: View, chance: Chance) -> Action:
        """What to do; nothing is left to chance. Raises ValueError unless it is the viewer's turn."""
        return action_of(choose(recall(view).at))
