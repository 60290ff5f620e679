// The token of a page that may press keys: it arrives in the address, and does not stay there.

const KEPT = "pegboard token"; // in this tab, also when it is loaded again

/** Return the token of this tab, "" where it may only watch, and take it out of the address. */
export function takeToken() {
  const arrived = window.location.hash.slice(1);
  if (arrived) {
    keep(arrived);
    window.history.replaceState(null, "", window.location.pathname);
  }
  return arrived || kept();
}

/** Return whether the board takes keys with `token`; where it cannot be asked, that it does. */
export async function isRight(token) {
  try {
    const answer = await fetch("/token", { headers: { "X-Pegboard-Token": token } });
    return answer.status !== 403;
  } catch {
    return true;
  }
}

// A browser may be set to keep nothing; the page then works until it is loaded again.
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
