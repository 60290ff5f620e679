"""Pages that tests open one after another in the same tab.

A new browser context starts with two new processes and no stored files, which takes twice as long
as the page itself. So a page goes back after its test, and the next test opens its address there,
at the same server or another one. Nothing of the last test stays, neither what it stored nor its
document.
"""

FORGET = "localStorage.clear(); sessionStorage.clear()"
EMPTY = "about:blank"

VIEWPORT = {"width": 1280, "height": 800}
MEDIA = {"color_scheme": "light", "reduced_motion": "reduce"}  # which paints less often


class Tabs:
    """The tabs of `browser`, each in a context of its own. Errors on the pages' consoles are added
    to `complaints`."""

    def __init__(self, browser, complaints):
        self._browser = browser
        self._complaints = complaints
        self._free = {False: [], True: []}  # has a touch screen -> pages
        self._used = {}  # page -> has a touch screen, or None for one that is used once

    def open(self, url, script="", clock=False, viewport=VIEWPORT, has_touch=False, **media):
        """Return a new page at `url`.

        script: runs before those of the page; clock: the test sets the page's clock; media: other
        values for those of MEDIA.
        """
        once = bool(script or clock)
        free = [] if once else self._free[has_touch]
        page = free.pop() if free else self._new_page(script, clock, has_touch)
        self._used[page] = None if once else has_touch
        if page.viewport_size != viewport:
            page.set_viewport_size(viewport)
        if media:
            page.emulate_media(**media)
        page.goto(url)
        return page

    def give_back(self, page):
        """Take back a page that `open` returned."""
        has_touch = self._used.pop(page)
        if has_touch is None or page.is_closed():
            page.context.close()
        else:
            self._empty(page)
            self._free[has_touch].append(page)

    def _new_page(self, script, clock, has_touch):
        context = self._browser.new_context(viewport=VIEWPORT, has_touch=has_touch, **MEDIA)
        context.set_default_timeout(10_000)
        if script:
            context.add_init_script(script)
        if clock:
            context.clock.install()
        page = context.new_page()
        listen(page, self._complaints)
        return page

    def _empty(self, page):
        for other in page.context.pages:
            if other != page:
                other.close()
        page.unroute_all()
        page.evaluate(FORGET)
        page.goto(EMPTY)  # first: a page that is told of media is painted anew
        page.mouse.move(0, 0)
        page.emulate_media(**MEDIA)


def listen(page, complaints):
    """Add the errors that `page` writes to its console to `complaints`."""
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.on("console", lambda said: said.type == "error" and complaints.append(said.text))
