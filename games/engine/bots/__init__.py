"""Players that are no people: they get what one seat may see (`view_for`) and numbers drawn by chance, nothing else.

Where to begin: rule_bot.py (an experienced player's rules: calling, laying_away, card_play), playout_bot.py (tries its
choices on deals that fit what the seat has seen: recall, hiding, worlds; aim: what the score makes points worth),
suggestion.py (the choice with its reason), delay.py (how long a bot seems to think).
"""
