"""The one error that the pure rooms raise for what people can cause; its message is shown to them."""

from typing import Any

from games.engine.messages import Message


class RuleError(ValueError):
    """Something a person asked for is against the rules. The message says what and what to do instead.

    template: written out, with the names of its values in braces, so that it can be translated; or a message. words:
    the message, to be kept or said with names.
    """

    def __init__(self, template: str | Message, /, **values: Any) -> None:
        known = {name: value.words if isinstance(value, RuleError) else value for name, value in values.items()}
        self.words: Message = template if isinstance(template, Message) else Message(template, known)
        super().__init__(str(self.words))
