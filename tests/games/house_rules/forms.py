"""What the form of a new table sends."""

from games.tables.forms import TableForm


def new_table(**changed: object) -> dict[str, object]:
    """As it opens, with some changed: a tick that is off is not sent."""
    fields = TableForm().fields
    shown = {name: field.initial for name, field in fields.items()} | {"name": "", "house_rules": "plain"} | changed
    return {name: value for name, value in shown.items() if value is not None and value is not False}
