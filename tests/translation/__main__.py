"""`make messages`: gather what the site says, and bring the files of locale/ up to date."""

import sys

from tests.translation.catalogue import BRITISH, LANGUAGES, keep, keep_british, kept


def main() -> None:
    for language in LANGUAGES:
        keep(language)
        missing = [message for message in kept(language) if message.id and not message.string]
        sys.stdout.write(f"{language}: {len(kept(language))} sentences, {len(missing)} not translated yet\n")
    keep_british()
    sys.stdout.write(f"{BRITISH}: {len(kept(BRITISH))} sentences that differ\n")


if __name__ == "__main__":
    main()
