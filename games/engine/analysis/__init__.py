"""What the cards of a finished hand were worth. Pure like the rest of the engine: seeds and solvers are arguments.

Two questions, two modules, never mixed: `open_cards` says what was possible with every card face up, `as_known` what a
seat could expect from what it had seen and heard. `par` is the first question asked of a whole deal.
"""
