"""Run every benchmark, or those named: `python -m benchmarks settling`. Options go to what is named: see `formats`."""

import importlib
import pkgutil
import sys
from itertools import takewhile

import benchmarks


def names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")]


named = list(takewhile(lambda word: not word.startswith("-"), sys.argv[1:]))
sys.argv[1:] = sys.argv[1 + len(named) :]
for name in named or names():
    print(f"== {name}")
    importlib.import_module(f"benchmarks.{name}").main()
