// Serves one emulated Pico on standard input and output, a JSON object a line each way.
//   node serve.mjs RP2040JS_INDEX_JS BOOTROM IMAGE|FLASH [cached]
// IMAGE is a .uf2, or the bytes of the flash from its start on; with "cached", reading the flash takes
// the time that flash_cache.mjs says. Each answer holds what is new since
// the one before: {ns, dead, boots, serial: base64, frames, flash: operations, error?}. Commands:
//   run {ms, frames?: n, text?: s}   ms of its time, or until n frames were sent or s was printed;
//                                    the empty s is any text at all
//   send {data: base64}              to its serial port
//   keys {at: [[row, column, down, ms]..]}   now (ms 0) or later
//   volts {gpio, volts}              at an analogue input, from now on
//   matrix {rows, columns}           the GPIOs that the keys hang on
//   host {reading}                   whether the USB host takes what the Pico sends
//   cutAt {op, bytes}                cut the power inside the op-th flash operation from now on
//   cut, on                          the power
//   load, save {path}                the whole flash, while the power is off
//   serial {}                        open a TCP port for its serial port; the answer has "port"
//   go, stop                         run freely, as fast as can be; or only on command
import fs from "node:fs";
import net from "node:net";
import readline from "node:readline";
import { pathToFileURL } from "node:url";
import { Pico } from "./pico.mjs";

const SLICE = 5; // ms

function readImage(path) {
  const raw = fs.readFileSync(path);
  const flash = new Uint8Array(2 << 20).fill(0xff);
  if (raw.readUInt32LE(0) !== 0x0a324655) {
    flash.set(raw);
    return flash;
  }
  for (let i = 0; i + 512 <= raw.length; i += 512) {
    const at = raw.readUInt32LE(i + 12) - 0x10000000;
    const bytes = raw.readUInt32LE(i + 16);
    if (at >= 0 && at + bytes <= flash.length) flash.set(raw.subarray(i + 32, i + 32 + bytes), at);
  }
  return flash;
}

const [libPath, romPath, imagePath, cached] = process.argv.slice(2);
const lib = await import(pathToFileURL(libPath));
const rom = fs.readFileSync(romPath);
const bootrom = new Uint32Array(rom.buffer.slice(rom.byteOffset, rom.byteOffset + rom.length));
const pico = new Pico({ lib, bootrom, flash: readImage(imagePath), cached: cached === "cached" });

let serial = [];
let frames = [];
let flashOps = [];
let cut = null;
let client = null;
let free = false;
let timed = []; // {ns, row, column, down}

pico.onSerial = (bytes) => {
  if (client) client.write(Buffer.from(bytes));
  else serial.push(...bytes);
};
pico.onFrame = (frame) => {
  frames.push({ ...frame, bytes: Buffer.from(frame.bytes).toString("base64") });
};
pico.onFlash = ({ op, offset, bytes }) => {
  flashOps.push({ op, offset, bytes, ns: pico.nanos });
  if (!cut || --cut.op) return undefined;
  const upto = Math.min(cut.bytes ?? 0, bytes - 1);
  cut = null;
  return upto;
};

function pressTimed() {
  while (timed.length && timed[0].ns <= pico.nanos) {
    const { row, column, down } = timed.shift();
    pico.press(row, column, down);
  }
}

function run(ms, enough) {
  const until = pico.nanos + ms * 1e6;
  while (!pico.dead && pico.nanos < until && !enough?.()) {
    const next = timed.length ? Math.min(until, timed[0].ns) : until;
    pico.run(Math.max(next - pico.nanos, 1) / 1e6, enough);
    pressTimed();
  }
}

const commands = {
  run({ ms, frames: count, text }) {
    const enough = {
      frames: () => frames.length >= count,
      text: () => serial.length && Buffer.from(serial).includes(text),
    };
    run(ms, enough[count ? "frames" : text === undefined ? "" : "text"]);
  },
  send({ data }) {
    pico.send(Buffer.from(data, "base64"));
  },
  keys({ at }) {
    for (const [row, column, down, ms] of at) timed.push({ ns: pico.nanos + ms * 1e6, row, column, down });
    timed.sort((a, b) => a.ns - b.ns);
    pressTimed();
  },
  volts({ gpio, volts }) {
    pico.setVolts([[gpio, volts]]);
  },
  matrix(matrix) {
    pico.setMatrix(matrix);
  },
  host({ reading }) {
    pico.reading = reading;
    pico.pump();
  },
  cutAt({ op, bytes }) {
    cut = { op, bytes };
  },
  cut() {
    pico.cutPower();
  },
  on() {
    pico.cutPower();
    pico.powerOn();
  },
  load({ path }) {
    pico.cutPower();
    pico.flash = readImage(path);
  },
  save({ path }) {
    fs.writeFileSync(path, pico.dead ? pico.flash : pico.mcu.flash.slice(0, 2 << 20));
  },
  go() {
    if (!free) {
      free = true;
      freely();
    }
  },
  stop() {
    free = false;
  },
  serial() {
    return new Promise((resolve) => {
      const server = net.createServer((socket) => {
        client?.destroy();
        client = socket;
        socket.setNoDelay(true);
        socket.write(Buffer.from(serial.splice(0)));
        socket.on("data", (data) => pico.send(data));
        socket.on("close", () => (client = client === socket ? null : client));
        socket.on("error", () => {});
      });
      server.listen(0, "127.0.0.1", () => resolve({ port: server.address().port }));
    });
  },
};

function freely() {
  if (!free) return;
  if (pico.dead) {
    setTimeout(freely, 5);
    return;
  }
  run(SLICE);
  // A machine that only waits must not run ahead of the world it talks to without end.
  setImmediate(freely);
}

const input = readline.createInterface({ input: process.stdin });
for await (const line of input) {
  let more = {};
  try {
    const { cmd, ...rest } = JSON.parse(line);
    more = (await commands[cmd](rest)) ?? {};
  } catch (error) {
    more = { error: String(error.stack ?? error) };
  }
  const { nanos: ns, dead, boots, connected } = pico;
  const news = { ns, dead, boots, connected, frames, flash: flashOps };
  news.serial = Buffer.from(serial).toString("base64");
  serial = [];
  frames = [];
  flashOps = [];
  fs.writeSync(1, JSON.stringify({ ...news, ...more }) + "\n");
}
process.exit(0);
