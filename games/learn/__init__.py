"""The pages for learners: words, example deals, tips, what a house rule changes. Reads the engine, writes nothing."""
