"""Run every benchmark, or those named: `python -m benchmarks settling`."""

import importlib
import pkgutil
import sys

import benchmarks


def names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(benchmarks.__path__) if not module.name.startswith("_")]


for name in sys.argv[1:] or names():
    print(f"== {name}")
    importlib.import_module(f"benchmarks.{name}").main()
