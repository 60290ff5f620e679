"""Pages that tests open one after another in the same tab.

A new browser context starts with a new process and no stored files, which takes twice as long as
the page itself. So a page goes back after its test, and the next test opens its address there.
Nothing of the last test stays, neither what it stored nor its document.
"""

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
        self._origins = []
        self._free = {}  # (origin, options of the context as text) -> pages
        self._used = []  # (origin or "", options, page)

    def keep(self, origin):
        """Use tabs with pages of the server at `origin` again: it goes on after the test."""
        self._origins.append(f"{origin}/")

    def open(self, url, script="", clock=False, **changes):
        """Return a new page at `url`, with reduced motion, which paints less often.

        script: runs before those of the page; clock: the test sets the page's clock; changes: of
        OPTIONS, for the browser context.
        """
        options = {**OPTIONS, **changes}
        again = not (script or clock)
        origin = next((one for one in self._origins if again and url.startswith(one)), "")
        free = self._free.get((origin, str(options)))
        page = free.pop() if free else self._new_page(script, clock, options)
        self._used.append((origin, options, page))
        page.goto(url)
        return page

    def give_back(self):
        """Take back all pages that are open."""
        while self._used:
            origin, options, page = self._used.pop()
            if origin and not page.is_closed():
                self._empty(page, origin, options)
                self._free.setdefault((origin, str(options)), []).append(page)
            else:
                page.context.close()

    def close(self):
        """Close all tabs."""
        self.give_back()
        for page in sum(self._free.values(), []):
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
        page.goto(origin.rstrip("/") + EMPTY)


def listen(page, complaints):
    """Add the errors that `page` writes to its console to `complaints`."""
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
