"""When a page requests its stream of events again after it has ended."""

import pytest

# Runs `stream` of events.js with a token. Its requests get `answers`, each a status or 0 for none.
# Returns the waits before the requests that follow, and whether the last was of an EventSource,
# which a page without a token has. Its timers do not wait.
ASKED = """async (answers) => {
  const { stream } = await import("/page/events.js");
  const { fetch, setTimeout, EventSource } = window;
  const waits = [];
  let isWatching = false;
  try {
    const done = new Promise((resolve) => {
      window.fetch = async () => {
        const status = answers.shift();
        if (!answers.length) setTimeout(resolve, 50);
        if (!status) throw new TypeError("no answer");
        return new Response("", { status });
      };
      window.setTimeout = (run, ms) => waits.push(ms) && setTimeout(run, 0);
      window.EventSource = class extends EventTarget {
        static CLOSED = EventSource.CLOSED;
        constructor() {
          super();
          isWatching = true;
        }
        close() {}
      };
    });
    const { open, close } = stream(() => {});
    open("token");
    await done;
    close();
  } finally {
    Object.assign(window, { fetch, setTimeout, EventSource });
  }
  return [waits, isWatching];
}"""


@pytest.mark.parametrize(
    ("answers", "waits", "is_watching"),
    [
        ([0, 0, 200, 503], [1000, 1000, 1000], False),
        ([200, 403], [1000, 0], True),
    ],
)
def test_a_page_with_the_token_asks_again_after_a_second_and_a_refused_one_watches_at_once(
    players_page, answers, waits, is_watching
):
    assert players_page.evaluate(ASKED, answers) == [waits, is_watching]
