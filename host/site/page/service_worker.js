// Keeps the files of the site in this browser, whole versions of them. VERSION, FILES (name -> hash),
// LATER (the names of those that are stored when they are first wanted) and HEADERS are put above by
// host/site/build.py.

const CACHE = "pegboard ";
const here = new URL(".", self.location);
const named = (version) => `${CACHE}${here.pathname} ${version}`;
let opened = null; // the files of this version, opened once: each time takes some milliseconds

function openCache() {
  opened ??= caches.open(named(VERSION)).catch((error) => {
    opened = null; // the next one tries again
    throw error;
  });
  return opened;
}

self.addEventListener("install", (event) => event.waitUntil(store()));

self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) {
    if (name.startsWith(named("")) && name !== named(VERSION)) await caches.delete(name);
  }
  await self.clients.claim();
})()));

self.addEventListener("message", ({ data }) => data === "now" && self.skipWaiting());

self.addEventListener("fetch", (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (event.request.method !== "GET" || origin !== here.origin || !pathname.startsWith(here.pathname)) return;
  event.respondWith(answer(event.request, pathname.slice(here.pathname.length) || "index.html"));
});

async function answer(request, name) {
  if (!(name in FILES)) return fetch(request);
  const cache = await openCache();
  const kept = () => cache.match(new URL(name, here));
  const found = await kept();
  if (found || !LATER.includes(name)) return found ?? fetch(request);
  // One of another version would not suit the rest of the page, so then there is none.
  await storeFile(cache, name);
  return kept();
}

/** Store the files of this version but those of LATER, or none of them. */
async function store() {
  const cache = await openCache();
  const names = Object.keys(FILES).filter((name) => !LATER.includes(name));
  await Promise.all(names.map((name) => storeFile(cache, name)));
}

/** Store a file, which must have its hash. */
async function storeFile(cache, name) {
  const integrity = FILES[name];
  const url = new URL(name, here);
  // The browser may have another version's file, which is then asked for again.
  const found = await fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: "reload" }));
  if (!found.ok) throw new Error(`${name}: ${found.status}`);
  const headers = new Headers(HEADERS);
  headers.set("Content-Type", found.headers.get("Content-Type"));
  await cache.put(url, new Response(await found.blob(), { headers }));
}
