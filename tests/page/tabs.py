"""Pages that tests open one after another in the same tab.

A new browser context starts with two new processes and no stored files, which takes twice as long
as the page itself. So a page goes back after its test, and the next test opens its address there,
at the same server or another one. Nothing of the last test stays: its stored data are deleted at
once, and errors do not count while the page rests, as its server may stop. Its document goes with
the next address: an empty one between them would cost a quarter as much as a page. Until then it
is hidden, and a hidden page follows no board.

A page is laid out as usual, but not painted, which would take a quarter of its time. A test that
looks at colours or at a picture asks for it with PAINT.
"""

# As when a person turns to another tab, or back.
HIDE = """hidden => {
  Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
# The page's own style sheets are not among those that a document adopts.
UNPAINTED = """{
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("html { opacity: 0 !important; }");
  document.adoptedStyleSheets = [sheet];
}"""
PAINT = "(painted) => { document.adoptedStyleSheets[0].disabled = painted; }"
# The address of a page from when it goes back until the document of its next address is there.
AT_REST = "/at-rest"
# Returns the colours and the motion that the page was told. The next page may have the same
# address except for the part after #, and a browser would stay with this document. With a new
# address a browser asks for the icon again, and complains if the server has stopped by then.
FORGET = """() => {
  localStorage.clear();
  sessionStorage.clear();
  for (const icon of document.querySelectorAll("link[rel=icon]")) icon.remove();
  const none = document.createElement("link");
  none.rel = "icon";
  none.href = "data:,";
  document.head.append(none);
  history.replaceState(null, "", "AT_REST");
  const is = (what) => matchMedia(`(prefers-${what})`).matches;
  return {
    color_scheme: is("color-scheme: dark") ? "dark" : "light",
    reduced_motion: is("reduced-motion: reduce") ? "reduce" : "no-preference",
  };
}""".replace("AT_REST", AT_REST)

PATIENCE = 20_000  # ms at most for what comes at once, on a busy machine
VIEWPORT = {"width": 1280, "height": 800}
MEDIA = {"color_scheme": "light", "reduced_motion": "reduce"}  # which paints less often


class Tabs:
    """The tabs of `browser`, each in its own context. Errors on the pages' consoles are added
    to `complaints`."""

    def __init__(self, browser, complaints):
        self._browser = browser
        self._complaints = complaints
        self._free = {False: [], True: []}  # has a touch screen -> pages
        self._used = {}  # page -> has a touch screen, or None for one that is used once

    def open(self, url, script="", viewport=VIEWPORT, has_touch=False, **media):
        """Return a new page at `url`.

        script: runs before those of the page; media: other values for those of MEDIA.
        """
        free = [] if script else self._free[has_touch]
        page = free.pop() if free else self._new_page(script, has_touch)
        self._used[page] = None if script else has_touch
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
            self._rest(page)
            self._free[has_touch].append(page)

    def _new_page(self, script, has_touch):
        context = self._browser.new_context(viewport=VIEWPORT, has_touch=has_touch, **MEDIA)
        context.set_default_timeout(PATIENCE)
        context.add_init_script(UNPAINTED)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        listen(page, self._complaints, lambda: self._is_in_use(page))
        return page

    def _is_in_use(self, page):
        """Return whether the document of a test is there: the one before may still ask a server
        that has stopped, while the next is fetched."""
        return page in self._used and not page.url.endswith(AT_REST)

    def _rest(self, page):
        for other in page.context.pages:
            if other != page:
                other.close()
        page.unroute_all()
        page.mouse.move(0, 0)
        page.evaluate(HIDE, True)
        if page.evaluate(FORGET) != MEDIA:  # told the same again, it would be painted anew
            page.emulate_media(**MEDIA)


def listen(page, complaints, is_used=lambda: True):
    """Add the errors on the console of `page` to `complaints`, as long as `is_used` is true."""

    def complain(text):
        if is_used():
            complaints.append(text)

    page.on("pageerror", lambda error: complain(str(error)))
    page.on("console", lambda said: said.type == "error" and complain(said.text))


def cut_off(page, path):
    """Fail each request of `page` for `path`. Playwright's answer may come before the page's next
    request goes through it: on a busy machine that one still reached the server."""
    page.route(f"**{path}", lambda route: route.abort())
    page.wait_for_function("(path) => fetch(path).then(() => false, () => true)", arg=path)
