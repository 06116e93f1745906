"""Who is coming: people are asked before an event or a league match, and answer yes, maybe or no."""
