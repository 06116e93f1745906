"""The one error that the pure rooms raise for what people can cause; its message is shown to them."""

from games.engine.language import later


class RuleError(ValueError):
    """Something a person asked for is against the rules. The message says what and what to do instead.

    sentence: written out, with the names of its values in braces, so that it can be translated. words: to be kept.
    """

    def __init__(self, sentence: str, /, **values: object) -> None:
        self.words = later(sentence, **values)
        super().__init__(str(self.words))
