"""House rules to choose from: bundles by name, the picker that changes them, and the rules that people save."""
