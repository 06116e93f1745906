"""A format at work, for everyone: brackets, cross tables, who met whom, and the deals."""
