// Files of the page's origin, as the board's ports take them: see firmware/browser/.

import { bytes, text } from "./base64.js";

/** The name of the error when another page has the files. */
export const IN_USE = "NoModificationAllowedError";

const AGAIN_MS = 50;
const WAIT_MS = 5000; // some browsers let go of the files of a page only after it was loaded again

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

const NAMES = ["game", "games", "names"];
const AGAINST = "against"; // the folder of the game against the board

/** Return {game, games, names, keep}: files of the site at the address `base`; with `isAgainst` those of
 * the game against the board, and `hands`. Throws where the browser keeps no files. */
export async function originFiles(base, isAgainst = false) {
  const top = await navigator.storage.getDirectory();
  const own = await top.getDirectoryHandle(`pegboard ${encodeURIComponent(base)}`, { create: true });
  const folder = isAgainst ? await own.getDirectoryHandle(AGAINST, { create: true }) : own;
  const opened = [...NAMES, ...(isAgainst ? ["hands"] : [])].map(async (name) => [name, await open(folder, name)]);
  const files = Object.fromEntries(await Promise.all(opened));
  return { ...files, keep: (name) => keep(folder, name, files[name].read()) };
}

/** Return the same in memory. */
export function memoryFiles() {
  return { ...Object.fromEntries([...NAMES, "hands"].map((name) => [name, new MemoryFile()])), keep() {} };
}

async function open(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  for (const start = Date.now(); ; await pause(AGAIN_MS)) {
    try {
      return new OriginFile(await file.createSyncAccessHandle());
    } catch (error) {
      if (error.name !== IN_USE || Date.now() - start > WAIT_MS) throw error;
    }
  }
}

/** Copy a damaged file to a new one beside it. */
async function keep(folder, name, text) {
  const copy = await folder.getFileHandle(`${name}-damaged-${Date.now()}`, { create: true });
  const handle = await copy.createSyncAccessHandle();
  handle.write(bytes(text));
  handle.flush();
  handle.close();
}

class OriginFile {
  constructor(handle) {
    this.handle = handle;
  }

  read() {
    const found = new Uint8Array(this.handle.getSize());
    this.handle.read(found, { at: 0 });
    return text(found);
  }

  write(at, base64) {
    const data = bytes(base64);
    if (this.handle.write(data, { at }) !== data.length) throw new Error("no room is left");
    this.handle.flush();
  }

  replace(base64) {
    this.write(0, base64);
    this.handle.truncate(bytes(base64).length);
    this.handle.flush();
  }
}

class MemoryFile {
  data = new Uint8Array();

  read() {
    return text(this.data);
  }

  write(at, base64) {
    const data = bytes(base64);
    const whole = new Uint8Array(Math.max(this.data.length, at + data.length));
    whole.set(this.data);
    whole.set(data, at);
    this.data = whole;
  }

  replace(base64) {
    this.data = bytes(base64);
  }
}
