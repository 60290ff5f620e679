// The options of a view, stored in this browser; the address can set them too, as in
// ?view=tv&speech=1.

/** Return {values, set}: `values` has a boolean for each name of `defaults`. */
export function settings(view, defaults) {
  const kept = `pegboard ${view}`;
  const asked = new URLSearchParams(window.location.search);
  const values = { ...defaults, ...read(kept, defaults) };
  for (const name of Object.keys(defaults)) {
    if (asked.has(name)) values[name] = asked.get(name) === "1";
  }
  const set = (name, on) => {
    values[name] = on;
    try {
      window.localStorage.setItem(kept, JSON.stringify(values));
    } catch {} // a browser may be set to store nothing
  };
  return { values, set };
}

function read(kept, defaults) {
  try {
    const found = JSON.parse(window.localStorage.getItem(kept)) ?? {};
    return Object.fromEntries(
      Object.entries(found).filter(([name, on]) => name in defaults && typeof on === "boolean"));
  } catch {
    return {};
  }
}
