"""What a browser is called in a list: its name and its system, from the User-Agent. Pure.

Not sure to be right, and nothing depends on it: people tell their own phones apart by it.
"""

_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Firefox/", "Firefox"),
    ("FxiOS/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
)
"""In this order: most browsers also call themselves by the names further down."""
_SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac"),
    ("CrOS", "Chromebook"),
    ("Linux", "Linux"),
)


def label_of(agent: str) -> str:
    """Such as "Firefox, Android"; "Browser" of one that says nothing known."""
    browser = next((name for sign, name in _BROWSERS if sign in agent), "Browser")
    system = next((name for sign, name in _SYSTEMS if sign in agent), "")
    return f"{browser}, {system}" if system else browser
