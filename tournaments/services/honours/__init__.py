"""Honours: facts counted once, and everything computed from them again whenever they change."""
