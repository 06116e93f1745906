"""No module imports itself by way of others, imports inside functions included: what import contracts don't ask."""

from graphlib import CycleError, TopologicalSorter

import grimp


def rings_in(imports: dict[str, set[str]]) -> list[str]:
    """One ring, if there are any."""
    try:
        TopologicalSorter(imports).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_is_part_of_a_ring() -> None:
    graph = grimp.build_graph("euchre_site", "tournaments", "games", exclude_type_checking_imports=True)
    assert rings_in({name: graph.find_modules_directly_imported_by(name) for name in graph.modules}) == []


def test_a_ring_would_be_found() -> None:
    assert len(rings_in({"one": {"two"}, "two": {"three"}, "three": {"one"}})) == 4
