"""What happened in a club, in one line of numbers, for programs that ask: the news of webhooks, to be fetched."""
