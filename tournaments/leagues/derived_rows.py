"""Derived rows made what they should be, touching only what differs."""

from typing import Any

from django.db.models import Model


def written_anew(model: type[Model], key: str, wanted: dict[int, dict[str, Any]], **among: Any) -> bool:
    """key: the column that names a row; among: which rows are meant. True when anything was changed."""
    manager = model._default_manager
    present = {getattr(derived, key): derived for derived in manager.filter(**among)}
    if gone := set(present) - set(wanted):
        manager.filter(**among, **{f"{key}__in": gone}).delete()
    new = [name for name in wanted if name not in present]
    manager.bulk_create([model(**{key: name}, **wanted[name]) for name in new])
    changed = False
    for name, instance in present.items():
        differs = {field: value for field, value in wanted.get(name, {}).items() if getattr(instance, field) != value}
        if differs:
            manager.filter(pk=instance.pk).update(**differs)
            changed = True
    return bool(gone or new or changed)
