"""House rules under a name. A table, an event or a season takes a copy: a change here changes none of them."""

import json
import secrets
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, ClassVar

from django.db import models
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.accounts.models import Player
from games.engine.rules import HouseRules, rules_from


def new_code() -> str:
    """The address of saved rules: 80 random bits."""
    return secrets.token_urlsafe(10)


def rules_in(data: Mapping[str, Any]) -> HouseRules:
    """House rules from the JSON of a row; asked for with every card, so what was read stays read."""
    return _read(json.dumps(data))


@lru_cache(maxsize=256)
def _read(text: str) -> HouseRules:
    return rules_from(json.loads(text))


class RulePreset(models.Model):
    """House rules that can be chosen by name: a player's own, or the site's, which have no owner."""

    name = models.CharField(_("name"), max_length=60)
    rules = models.JSONField(_("house rules"))
    owner = models.ForeignKey(Player, models.CASCADE, null=True, editable=False, related_name="rule_presets")
    code = models.CharField(max_length=20, unique=True, default=new_code, editable=False)
    is_offered = models.BooleanField(_("offered for new tables"), default=True)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.CheckConstraint(condition=~Q(name=""), name="rule_preset_has_a_name"),
            models.UniqueConstraint(
                fields=["name"], condition=Q(owner=None), name="one_rule_preset_of_the_site_per_name"
            ),
            models.UniqueConstraint(fields=["owner", "name"], name="one_rule_preset_per_name_and_owner"),
        ]

    def __str__(self) -> str:
        return self.name

    def get_absolute_url(self) -> str:
        return reverse("saved_rules", args=[self.code])

    @property
    def house_rules(self) -> HouseRules:
        return rules_in(self.rules)
