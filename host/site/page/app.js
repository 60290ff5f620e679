// The page as an app: there without a network, in its newest version, with a game that the browser
// keeps.

import { byId, html } from "./dom.js";

const WORKER = "service_worker.js";
const LOOK_MS = 3_600_000; // between two looks for a newer version, while the page stays open
const NOT_KEPT = "This browser may remove the game when it needs the space, or after weeks without a visit. "
  + "Installed, or added to the home screen, the page keeps it.";

/** Show a line, until it is closed. `choice`: [text, act] of a button beside it. */
export function tell(text, choice = null) {
  if ([...document.querySelectorAll(".notice")].some((one) => one.firstChild.textContent === text)) return;
  const line = html("p", "notice", text);
  line.setAttribute("role", "status");
  if (choice) line.append(" ", button(choice[0], "", choice[1]));
  line.append(" ", button("Close", "", () => line.remove()));
  document.body.append(line);
}

function button(text, name, act) {
  const made = html("button", name, text);
  made.type = "button";
  made.addEventListener("mousedown", (event) => event.preventDefault()); // ENTER is the board's
  made.addEventListener("click", act);
  return made;
}

/** Have the page there without a network, and offer a newer version once there is one. */
export async function startApp() {
  const container = navigator.serviceWorker;
  if (!container) return;
  let isFirst = !container.controller; // the files of this page are being stored
  container.addEventListener("controllerchange", () => {
    if (!isFirst) location.reload();
    isFirst = false;
  });
  try {
    const known = await container.register(WORKER);
    if (known.waiting) offer(known.waiting);
    known.addEventListener("updatefound", () => {
      const fresh = known.installing;
      fresh.addEventListener("statechange", () => {
        if (fresh.state === "installed" && container.controller) offer(fresh);
      });
    });
    setInterval(() => known.update().catch(() => {}), LOOK_MS);
  } catch {} // as in a private window; the page works, with a network
}

function offer(fresh) {
  byId("newer")?.remove();
  const made = button("New version", "share-open", () => fresh.postMessage("now"));
  made.id = "newer";
  made.title = "Load the newer version of this page; the game goes on";
  document.querySelector(".badges, header").prepend(made);
}

let isAsked = false;

/** Ask the browser, once in each visit, to keep the game; if it does not, the menu of views says so. */
export async function keepStorage() {
  if (isAsked) return;
  isAsked = true;
  const isKept = await navigator.storage?.persist?.().catch(() => false);
  if (!isKept) byId("extras").append(html("p", "storage", NOT_KEPT));
}
