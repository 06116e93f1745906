"""The pictures of the pages are those that the command takes."""

from tests.docs import markdown, screenshots


def test_each_is_taken_by_the_command_and_shown_on_a_page() -> None:
    taken = {screenshots.FOLDER / f"{name}.png" for name in screenshots.PICTURES}
    assert taken == set(screenshots.FOLDER.iterdir())
    assert taken <= {path for page in markdown.PAGES for path, _ in markdown.links(page)}
