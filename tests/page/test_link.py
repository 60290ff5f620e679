"""The page shows whether the real board is connected, and not only the page's own server."""

import pytest
from playwright.sync_api import expect

from host.mirror.mirror import Mirror
from host.mirror.view import view


@pytest.mark.parametrize(
    ("state", "words", "lost"),
    [
        ("live", "Live", False),
        ("reconnecting", "Reconnecting to the board", True),
        ("lost", "The board cannot be reached", True),
    ],
)
def test_the_badge_shows_the_connection(served, kept_page, state, words, lost):
    page = kept_page(served.origin)
    text = f"COM3: {state}"
    served.show({**view(Mirror()), "link": {"state": state, "text": text}})
    badge = page.locator("#link")
    expect(badge).to_have_text(words)
    expect(badge).to_have_attribute("title", text)
    assert page.evaluate("document.body.classList.contains('lost')") is lost
    served.frame(bytes(456))
    expect(badge).to_have_text(words)
