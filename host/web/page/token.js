// The token of a page that may press keys: it arrives in the address, and does not stay there.

import { linkHere } from "./game_link.js";

const KEPT = "pegboard token"; // for this tab, also after a reload

/** Return the token of this tab, or "" if it may only watch; remove it from the address. */
export function takeToken() {
  const arrived = linkHere() ? "" : window.location.hash.slice(1); // a game is no token
  if (arrived) {
    keep(arrived);
    const { pathname, search } = window.location;
    window.history.replaceState(null, "", pathname + search);
  }
  return arrived || kept();
}

/** Return the header of a request whose answer is not delayed for a page with `token`; none for "". */
export const tokenHeader = (token) => (token ? { "X-Pegboard-Token": token } : {});

// If the browser stores nothing, the page works until it is reloaded.
function keep(token) {
  try {
    window.sessionStorage.setItem(KEPT, token);
  } catch {}
}

function kept() {
  try {
    return window.sessionStorage.getItem(KEPT) ?? "";
  } catch {
    return "";
  }
}
