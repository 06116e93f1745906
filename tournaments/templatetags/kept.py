"""What is stored as an English text, in the language of whoever reads the page."""

from django import template

from tournaments.formats.kept import told

register = template.Library()
register.filter("told", told)
