"""Agreement of rows and facts: `verify` compares, `rebuild` computes anew."""
