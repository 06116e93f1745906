"""Copies of everything that the site knows: made while it runs, checked before one is put back, never half put back.

A backup is one SQLite file, whichever database the site uses; restored into a site on the other one it is the move
there. It holds a digest of each table, and the site's secret key where that lies in the data folder.
"""

from euchre_site.backups.errors import BackupError
from euchre_site.backups.making import write_backup
from euchre_site.backups.restoring import restore_backup

__all__ = ["BackupError", "restore_backup", "write_backup"]
