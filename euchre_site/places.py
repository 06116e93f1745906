"""Where the site's own files are, and where its data are if no setting says so.

In a checkout templates, translations and documents stand beside the packages, and data in var/ and .demo/. The wheel
has those files inside of this package, and data are in the home folder of whoever runs it.
"""

from pathlib import Path

BASE_DIR = Path(__file__).resolve().parent.parent
IS_CHECKOUT = (BASE_DIR / "manage.py").exists()
FILES_DIR = BASE_DIR if IS_CHECKOUT else BASE_DIR / "euchre_site"
"""The folder that has templates/, locale/ and docs/."""


def home() -> Path:
    return BASE_DIR / "var" if IS_CHECKOUT else Path.home() / "right-bower"


def demo_home() -> Path:
    return BASE_DIR / ".demo" if IS_CHECKOUT else Path.home() / "right-bower-demo"
