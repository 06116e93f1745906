"""The column of the table's journal takes the name that the club's log has for the same thing."""

from typing import ClassVar

from django.db import migrations


class Migration(migrations.Migration):
    dependencies: ClassVar = [("games", "0011_namesakes_have_marks")]

    operations: ClassVar = [migrations.RenameField("tableentry", "verb", "action")]
