"""`make messages`: gather what the site says, and bring the files of locale/ up to date."""

import sys

from tests.translation.catalogue import LANGUAGES, keep, kept


def main() -> None:
    for language in LANGUAGES:
        keep(language)
        missing = [message for message in kept(language) if message.id and not message.string]
        sys.stdout.write(f"{language}: {len(kept(language))} sentences, {len(missing)} not translated yet\n")


if __name__ == "__main__":
    main()
