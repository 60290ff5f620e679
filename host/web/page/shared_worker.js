// One stream of events for all pages of this browser. A browser allows six connections to a server,
// so streams of their own would leave none for the keys. While no page is visible there is no
// stream.

import { stream } from "./events.js";

const pages = new Map(); // port -> whether its page is visible
let newest = {};

const base = self.name.split(" ").at(-1); // the page that starts the worker puts it there
const server = stream((kind, text) => {
  newest[kind] = text;
  for (const [port, seen] of pages) if (seen) port.postMessage([kind, text]);
}, base);

self.onconnect = ({ ports: [port] }) => {
  port.onmessage = ({ data: [state, token] }) => {
    if (state === "gone") pages.delete(port);
    else pages.set(port, state === "seen");
    if (![...pages.values()].includes(true)) {
      server.close();
      newest = {};
    } else if (state === "seen") {
      server.open(token);
      for (const [kind, text] of Object.entries(newest)) port.postMessage([kind, text]);
    }
  };
};
