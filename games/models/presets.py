"""House rules that a site has named, beside those that the engine brings."""

from typing import ClassVar

from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.engine.rules import HouseRules, rules_from


class RulePreset(models.Model):
    """A name for house rules. Whoever opens a table takes a copy of them: a change here changes no table."""

    name = models.CharField(max_length=60, unique=True)
    rules = models.JSONField(_("house rules"))
    is_offered = models.BooleanField(_("offered for new tables"), default=True)
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [models.CheckConstraint(condition=~Q(name=""), name="rule_preset_has_a_name")]

    def __str__(self) -> str:
        return self.name

    @property
    def house_rules(self) -> HouseRules:
        return rules_from(self.rules)
