// Puts the board's program on a Pico that has MicroPython, as `pegboard flash` does: only files that are
// missing or other, each checked by its hash before any of them is put in place of an old one.

import { Device, python } from "./device.js";
import { ReplError } from "./raw_repl.js";

const MACHINES = { 4: "armv6m", 7: "armv7emsp" }; // in sys.implementation._mpy

export class FlashError extends Error {}

/** Return {device, about, program, files, lacking, size, needsRoom, index}: what is on the Pico at `port`,
 * whose program it stops, and what it lacks. Throws FlashError and ReplError. */
export async function look(port) {
  const code = new TextDecoder().decode(await fetched("flash/on_device.py"));
  const device = new Device(port, code);
  try {
    const about = await device.enter();
    const { index, files } = await program(about);
    const paths = [...files.keys()];
    const there = await device.digests(paths);
    const [image] = await device.ask("image_program()");
    const [said] = await device.ask("program()");
    const lacking = paths.filter((path) => there.get(path) !== files.get(path).sha);
    const size = lacking.reduce((sum, path) => sum + files.get(path).data.length, 0);
    return { device, about, index, files, there, lacking, size, image: known(image), said: known(said) };
  } catch (error) {
    // What it was doing goes on, where it can.
    if (!(error instanceof ReplError && error.isGone)) await device.restart();
    throw error;
  }
}

/** Put the files on the Pico that `look` found; `told(sent, total)` in bytes; `placing()` is called before
 * the first of them is put in place. */
export async function put({ device, index, files, there, lacking }, told, placing) {
  const half = (await device.ask(`found(*${python(index.folders)})`)).filter((path) => path.endsWith(".new"));
  await device.remove(half);
  const pieces = new Map();
  for (const path of lacking) {
    const { data } = files.get(path);
    const isUpdate = path === index.bundle && there.has(path);
    pieces.set(path, isUpdate ? await changed(data, index, await device.parts(path, index.form)) : [data]);
  }
  const total = lacking.reduce((sum, path) => sum + files.get(path).data.length, 0);
  const free = Number((await device.ask("free()"))[0]);
  if (free < total + index.spare) {
    throw new FlashError(`${total + index.spare - free} more bytes of free space are needed: remove some of your files`);
  }
  let sent = 0;
  told(sent, total);
  for (const path of lacking) {
    await device.write(path, pieces.get(path), (size) => told(sent += size, total));
    const arrived = await device.digests([`${path}.new`]);
    if (arrived.get(`${path}.new`) !== files.get(path).sha) throw new FlashError(`${path} arrived damaged`);
  }
  // All of them at once, so that a Pico that is unplugged before this has all of its old files.
  placing();
  await device.accept(lacking);
  const stale = (await device.ask(`found(*${python(index.folders)})`))
    .filter((path) => index.stale.some((ending) => path.endsWith(ending)));
  await device.remove([...stale, ...index.obsolete]);
  const now = await device.digests([...files.keys()]);
  for (const [path, { sha }] of files) {
    if (now.get(path) !== sha) throw new FlashError(`${path} differs from the file that was sent`);
  }
}

/** Return the program for the device; throw FlashError if there is none. */
async function program({ name, version, mpy, platform, machine }) {
  if (name !== "micropython") throw new FlashError(`it runs ${name}, not MicroPython`);
  if (platform !== "rp2") throw new FlashError(`it is ${machine}, and the program is for a Raspberry Pi Pico`);
  const kind = MACHINES[mpy >> 10 & 15];
  const unknown = "this page has no files for its MicroPython: publish this site again with the newest "
    + "pegboard, or use pegboard flash on a computer";
  if (!kind) throw new FlashError(unknown);
  const { index, contents } = unpacked(await fetched(`flash/${kind}.bin`));
  const [major, minor] = version.split(".").map(Number);
  const [least, after] = index.oldest;
  if (major < least || (major === least && minor < after)) {
    throw new FlashError(`it has MicroPython ${version}, and the program needs ${least}.${after} or later: `
      + "give it a newer one, as with a new Pico");
  }
  if ((mpy & 255) !== index.mpy[0] || (mpy >> 8 & 3) !== index.mpy[1]) throw new FlashError(unknown);
  const files = new Map();
  for (const [path, data] of contents) files.set(path, { data, sha: await digest(data) });
  return { index, files };
}

/** Return {index, contents}: of a file of host/site/pico_files.py. */
function unpacked(data) {
  const end = data.indexOf(10);
  const index = JSON.parse(new TextDecoder().decode(data.subarray(0, end)));
  let at = end + 1;
  const contents = index.files.map(([path, length]) => [path, data.subarray(at, at += length)]);
  return { index, contents };
}

/** Return the pieces of a bundle: parts that `there` has, by their SHA-256, as places, the rest as bytes.
 * Pieces side by side are joined. */
async function changed(data, index, there) {
  let at = data.length - index.parts.reduce((sum, size) => sum + size, 0);
  const pieces = [data.subarray(0, at)];
  for (const size of index.parts) {
    const part = data.subarray(at, at + size);
    const place = there.get(await digest(part));
    const last = pieces.at(-1);
    const isPlace = Array.isArray(last);
    if (!place && !isPlace) pieces[pieces.length - 1] = data.subarray(at - last.length, at + size);
    else if (place && isPlace && last[0] + last[1] === place[0]) last[1] += place[1];
    else pieces.push(place ? [...place] : part);
    at += size;
  }
  return pieces;
}

async function digest(data) {
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", data));
  return [...hash].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function fetched(name) {
  const answer = await fetch(name).catch(() => null);
  if (!answer?.ok) throw new FlashError(`${name} cannot be loaded: is there a network? Or this page has a newer version: reload it`);
  return new Uint8Array(await answer.arrayBuffer());
}

const known = (said) => (said === "-" ? "" : said ?? "");
