"""The key that a browser needs to turn on push."""

from django import template

from games.notifications.push import site_keys

register = template.Library()
register.simple_tag(site_keys.public_key, name="push_key")
