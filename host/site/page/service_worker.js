// Keeps the files of the site in this browser, whole versions of them. VERSION, FILES (name -> hash)
// and HEADERS are put above by host/site/build.py.

const CACHE = "pegboard ";
const here = new URL(".", self.location);
const named = (version) => `${CACHE}${here.pathname} ${version}`;

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
  const kept = name in FILES ? await (await caches.open(named(VERSION))).match(new URL(name, here)) : null;
  return kept ?? fetch(request);
}

/** Store all files of this version, each with the hash that it is to have, or none of them. */
async function store() {
  const cache = await caches.open(named(VERSION));
  await Promise.all(Object.entries(FILES).map(async ([name, integrity]) => {
    const url = new URL(name, here);
    // The browser may have another version's file, which is then asked for again.
    const found = await fetch(url, { integrity }).catch(() => fetch(url, { integrity, cache: "reload" }));
    if (!found.ok) throw new Error(`${name}: ${found.status}`);
    const headers = new Headers(HEADERS);
    headers.set("Content-Type", found.headers.get("Content-Type"));
    await cache.put(url, new Response(await found.blob(), { headers }));
  }));
}
