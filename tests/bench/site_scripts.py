"""What the measurements of the static site run in its page: each is a function of JavaScript.

What has changed counts as painted when the frame after the change was drawn.
"""

from tests.bench.page_paint import FRAMES

LIT = ".cores circle:not([fill-opacity='0'])"
# Returns the ms from the beginning of the page's loading to its first light.
FIRST_LIGHT = f"""() => new Promise((done) => {{
  const look = () => document.querySelector("{LIT}")
    ? requestAnimationFrame(() => done(performance.now())) : requestAnimationFrame(look);
  look();
}})"""
# Computes something in some tens of ms; returns how many it took.
COMPUTE = """() => {
  const start = performance.now();
  let value = 1;
  for (let n = 0; n < 1e6; n += 1) value = (value * 48271) % 2147483647;
  return value && performance.now() - start;
}"""
# Returns once the page has shown the board.
SHOWN = """() => new Promise((done) => {
  const text = () => document.getElementById("prompt")?.textContent ?? "";
  const isShown = () => !["", "Waiting for the board"].includes(text());
  const look = () => (isShown() ? done() : requestAnimationFrame(look));
  look();
})"""
STORED = "async () => { await navigator.serviceWorker.ready; }"
_PRESS = """
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const press = (key) => {
    for (const type of ["keydown", "keyup"]) {
      document.body.dispatchEvent(new KeyboardEvent(type, { key, code: key, bubbles: true }));
    }
  };"""
# Presses `keys` of the keyboard, each once the page has been still for `still` ms. Returns the ms
# from each to the lights painted, if it changed any, and to the prompt, menu or cards painted.
ANSWERS = f"""async ([keys, still]) => {{{_PRESS}
  const parts = {{ lights: [".cores"], words: [".ask", "#menu", "#table"] }};
  const found = {{ lights: [], words: [] }};
  const waiting = new Set();
  let [pressed, changed] = [0, 0];
  const watch = (what) => {{
    const observer = new MutationObserver(() => {{
      changed = performance.now();
      if (!waiting.delete(what)) return;
      const from = pressed;
      requestAnimationFrame(() => {{
        const {{ port1, port2 }} = new MessageChannel();
        port1.onmessage = () => found[what].push(performance.now() - from);
        port2.postMessage(0);
      }});
    }});
    const all = {{ subtree: true, attributes: true, childList: true, characterData: true }};
    for (const part of parts[what]) observer.observe(document.querySelector(part), all);
    return observer;
  }};
  const observers = Object.keys(parts).map(watch);
  for (const key of keys) {{
    pressed = changed = performance.now();
    for (const what of Object.keys(parts)) waiting.add(what);
    press(key);
    while (performance.now() - changed < still) await wait(20);
  }}
  for (const observer of observers) observer.disconnect();
  return found;
}}"""
# Presses `keys`, and waits so many ms after each.
PRESS = f"""async ([keys, ms]) => {{{_PRESS}
  for (const key of keys) {{
    press(key);
    await wait(ms);
  }}
}}"""
# Returns once prompt, menu, scores and cards have not changed for so many ms.
REST = """(still) => new Promise((done) => {
  let timer = 0;
  const end = () => {
    observer.disconnect();
    done();
  };
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(end, still);
  };
  const observer = new MutationObserver(wait);
  const all = { subtree: true, attributes: true, childList: true, characterData: true };
  for (const part of [".ask", "#panel"]) observer.observe(document.querySelector(part), all);
  wait();
})"""
# Presses ENTER; returns the ms between frames while the lights change.
LEAP = f"""() => {{{_PRESS}
  const gaps = ({FRAMES})();
  press("Enter");
  return gaps;
}}"""
# Pegs a point for each of two sides by turns, with `ms` after each key, for `most` ms.
PEG = f"""async ([ms, most]) => {{{_PRESS}
  const end = performance.now() + most;
  for (let n = 0; ; n += 1) {{
    for (const key of [n % 2 ? "s" : "h", "a", "Enter"]) {{
      press(key);
      await wait(ms);
      if (performance.now() > end) return;
    }}
  }}
}}"""
CHOOSE = """(choice) => {
  const all = [...document.querySelectorAll("#menu button")];
  all.find((one) => one.textContent.startsWith(choice)).click();
}"""
POINTS = """() => [...document.querySelectorAll("#scores .score")]
  .reduce((sum, one) => sum + Number(one.textContent), 0)"""
IS_OVER = '() => document.body.classList.contains("over")'
# Returns whether a side is near the end of a game to 121, and ends that and begins the next one.
IS_NEAR = """() => [...document.querySelectorAll("#scores .score")]
  .some((one) => Number(one.textContent) > 90)"""
NEXT_GAME = f"""async () => {{{_PRESS}
  const isOver = () => document.body.classList.contains("over");
  while (!isOver()) {{
    for (const key of ["s", "2", "a", "Enter"]) press(key);
    await wait(300);
  }}
  press("Enter");
  while (isOver()) await wait(20);
}}"""
