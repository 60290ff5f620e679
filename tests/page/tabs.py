"""Pages that tests open one after another in the same tab.

A new browser context starts with a new process and no stored files, which takes twice as long as
the page itself. So a page goes back after its test, and the next test opens its address there.
Nothing of the last test stays, neither what it stored nor its document.
"""

import contextlib

FORGET = "localStorage.clear(); sessionStorage.clear()"
EMPTY = "/page/icon.svg"  # a document without a script

OPTIONS = {
    "viewport": {"width": 1280, "height": 800},
    "color_scheme": "light",
    "reduced_motion": "reduce",
}


class Tabs:
    """The tabs of `browser`. Errors on the pages' consoles are added to `complaints`."""

    def __init__(self, browser, complaints):
        self._browser = browser
        self._complaints = complaints
        self._free = {}  # origin -> {options of the context, as text: pages}
        self._used = {}  # page -> (origin or "", options)

    @contextlib.contextmanager
    def kept(self, origin):
        """Within this context, use tabs with pages of the server at `origin` again."""
        free = self._free[origin] = {}
        yield
        del self._free[origin]
        for page in sum(free.values(), []):
            page.context.close()

    def open(self, url, script="", clock=False, **changes):
        """Return a new page at `url`, with reduced motion, which paints less often.

        script: runs before those of the page; clock: the test sets the page's clock; changes: of
        OPTIONS, for the browser context.
        """
        options = {**OPTIONS, **changes}
        again = not (script or clock)
        origin = next((one for one in self._free if again and url.startswith(f"{one}/")), "")
        free = origin and self._free[origin].get(str(options))
        page = free.pop() if free else self._new_page(script, clock, options)
        self._used[page] = origin, options
        page.goto(url)
        return page

    def give_back(self, page):
        """Take back a page that `open` returned."""
        origin, options = self._used.pop(page)
        if origin and not page.is_closed():
            self._empty(page, origin, options)
            self._free[origin].setdefault(str(options), []).append(page)
        else:
            page.context.close()

    def _new_page(self, script, clock, options):
        context = self._browser.new_context(**options)
        context.set_default_timeout(10_000)
        if script:
            context.add_init_script(script)
        if clock:
            context.clock.install()
        page = context.new_page()
        listen(page, self._complaints)
        return page

    def _empty(self, page, origin, options):
        for other in page.context.pages:
            if other != page:
                other.close()
        page.unroute_all()
        page.mouse.move(0, 0)
        if page.viewport_size != options["viewport"]:
            page.set_viewport_size(options["viewport"])
        page.emulate_media(
            color_scheme=options["color_scheme"], reduced_motion=options["reduced_motion"]
        )
        page.evaluate(FORGET)
        page.goto(origin + EMPTY)


def listen(page, complaints):
    """Add the errors that `page` writes to its console to `complaints`."""
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
