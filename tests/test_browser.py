"""Finding a browser: a named one comes first, and a wrong name is an error."""

import sys

import pytest

from tests import browser


def test_the_named_browser_is_taken(monkeypatch):
    monkeypatch.setenv("PEGBOARD_BROWSER", sys.executable)
    assert browser.find_browser() == sys.executable


def test_a_wrong_name_is_an_error_not_a_search(monkeypatch):
    monkeypatch.setenv("PEGBOARD_BROWSER", "no-such-browser")
    with pytest.raises(browser.NoBrowser, match="PEGBOARD_BROWSER names no-such-browser"):
        browser.find_browser()


def test_without_a_browser_the_error_says_what_to_do(monkeypatch):
    monkeypatch.delenv("PEGBOARD_BROWSER", raising=False)
    for place in ("_installed", "_from_playwright", "_from_npm"):
        monkeypatch.setattr(browser, place, lambda *words: None)
    with pytest.raises(browser.NoBrowser, match="install one, or set PEGBOARD_BROWSER"):
        browser.find_browser()


def test_what_is_installed_is_taken_where_none_can_be_fetched(monkeypatch):
    def offline():
        raise browser.NoBrowser("npm cannot be reached")

    monkeypatch.delenv("PEGBOARD_BROWSER", raising=False)
    monkeypatch.setattr(browser, "_from_npm", offline)
    monkeypatch.setattr(browser, "_from_playwright", lambda *words: None)
    monkeypatch.setattr(browser, "_installed", lambda: "/somewhere/chromium")
    assert browser.find_browser() == "/somewhere/chromium"
    monkeypatch.setattr(browser, "_installed", lambda: None)
    with pytest.raises(browser.NoBrowser, match="npm cannot be reached"):
        browser.find_browser()
