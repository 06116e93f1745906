"""Swiss: sides that stand alike meet, nobody twice."""
