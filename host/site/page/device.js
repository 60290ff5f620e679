// A device at its raw REPL, and its files: what host/pico/device.py does on a computer, with the same
// functions on the device, host/pico/on_device.py.

import { text } from "./base64.js";
import { RawRepl, ReplError } from "./raw_repl.js";

const CHUNK = 1536; // bytes of a file in one message, which a Pico can compile
const LONG_MS = 60_000;
const RESTART_MS = 1000;
const DIGEST = /^[0-9a-f]{64}$/;

export class Device {
  /** port: as openPort returns it; code: of on_device.py. */
  constructor(port, code) {
    this.repl = new RawRepl(port);
    this.code = code;
  }

  /** Stop the program, free its memory, and return what the device is. */
  async enter() {
    await this.repl.enter();
    await this.ask(this.code);
    const [line] = await this.ask("describe()");
    const [name, version, mpy, platform, ...machine] = (line ?? "").split(" ");
    if (platform === "rp2") {
      // The program may have open files and active interrupts; this removes all of it.
      await this.ask("calm()");
      await this.repl.reset();
      await this.ask(this.code);
    }
    return { name, version, mpy: Number(mpy), platform, machine: machine.join(" ") };
  }

  /** Run `code`, and return the lines of its answer. */
  async ask(code, ms = LONG_MS) {
    const [output, error] = await this.repl.execute(code, ms);
    if (error) throw new ReplError(`the Pico could not: ${error.trim().split("\n").pop()}`);
    return output.split("\n").filter((line) => line.startsWith("@ ")).map((line) => line.slice(2).trimEnd());
  }

  /** Return a Map: path -> SHA-256 of each file that exists. */
  async digests(paths) {
    const answers = await this.ask(`digests(*${python(paths)})`);
    return new Map(paths.map((path, n) => [path, answers[n]]).filter(([, sha]) => DIGEST.test(sha)));
  }

  /** Return a Map: SHA-256 -> [offset, size] of each file inside the bundle at `path`. */
  async parts(path, form) {
    const lines = (await this.ask(`parts('${path}', ${form})`)).map((line) => line.split(" "));
    return new Map(lines.map(([at, size, sha]) => [sha, [Number(at), Number(size)]]));
  }

  /** Write the pieces beside the file at `path`: bytes are sent, and [offset, size] is copied from the
   * existing file. `told(bytes)` is called after each. */
  async write(path, pieces, told) {
    let mode = "wb";
    for (const piece of pieces) {
      if (Array.isArray(piece)) {
        await this.ask(`copy('${path}', '${mode}', (${piece.join(", ")}))`);
        told(piece[1]);
      } else {
        for (let at = 0; at < Math.max(piece.length, 1); at += CHUNK) {
          const chunk = piece.subarray(at, at + CHUNK);
          await this.ask(`put('${path}', '${mode}', b'${text(chunk)}')`);
          mode = "ab";
          told(chunk.length);
        }
      }
      mode = "ab";
    }
  }

  /** Put what was written in place of the files at `paths`. */
  accept(paths) {
    return this.ask(paths.map((path) => `accept('${path}')`).join("\n"));
  }

  async remove(paths) {
    for (let at = 0; at < paths.length; at += 16) await this.ask(`remove(*${python(paths.slice(at, at + 16))})`);
  }

  /** Restart the device as at power-on. It does not answer that. */
  async restart() {
    await this.ask("restart()", RESTART_MS).catch(() => {});
  }
}

/** Return a list of paths as Python has it: JSON's escapes are Python's too. */
export const python = (paths) => JSON.stringify(paths);
