"""The one error that the pure rooms raise for what people can cause; its message is shown to them."""


class RuleError(ValueError):
    """Something a person asked for is against the rules. The message says what and what to do instead."""
