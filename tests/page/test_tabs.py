"""The tabs that the page tests share."""

import http.server
import threading
import time

import pytest

from tests.page_server import serving

SECONDS = 0.3  # in which a browser has asked for an icon, if it is one that shows icons
PAGE = b'<!doctype html><title>Page</title><link rel="icon" href="/icon.svg" type="image/svg+xml">'
ASK = "setInterval(() => fetch('/plan').catch(() => {}), 1)"


@pytest.mark.slow
def test_a_tab_that_was_given_back_asks_its_server_for_nothing(tabs):
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(PAGE)

        def log_message(self, format, *args):
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = tabs.open(f"http://127.0.0.1:{server.server_port}/")
        time.sleep(SECONDS)
        before = len(asked)
        tabs.give_back(page)
        time.sleep(SECONDS)
        server.shutdown()
    assert before and asked[before:] == []


@pytest.mark.slow
def test_errors_of_the_page_that_was_in_a_tab_before_do_not_count(tabs, complaints, served):
    with serving() as gone:
        page = tabs.open(gone.url)
        page.locator("#key-ENTER").wait_for()
        page.evaluate(ASK)
        tabs.give_back(page)
    page.wait_for_timeout(100)
    again = tabs.open(served.url)
    assert again == page
    again.locator("#key-ENTER").wait_for()
    assert complaints == []
    again.evaluate("console.error('one of this page')")
    assert complaints == ["one of this page"]
    tabs.give_back(again)
