"""What a person reads when a backup, a restoring or a drill is refused."""


class BackupError(Exception):
    """Why nothing was done, and what to do instead."""


def damaged(name: str, why: object) -> BackupError:
    return BackupError(f"{name} is damaged or not a backup ({why}). Take an older one. Nothing was changed.")
