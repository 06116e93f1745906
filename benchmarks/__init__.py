"""Speed as ratios: each module measures two ways of doing the same work side by side in one run."""
