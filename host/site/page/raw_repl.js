// MicroPython's raw REPL over a port, in its raw-paste mode, which has flow control: what
// host/pico/rawrepl.py does on a computer. Times are in ms.

const ENTER = "\x01", INTERRUPT = "\x03", END = "\x04", PASTE = "\x05A\x01";
const BANNER = "raw REPL; CTRL-B to exit\r\n>";
const ENTER_MS = 12_000;
const TRY_MS = 4000; // before it is interrupted again, since an interrupt may get lost
const RESET_MS = 10_000;
const QUIET_MS = 200; // of silence, after which no byte is still on its way
const SETTLE_MS = 5000;
const HELD_MOST = 1 << 22; // characters of one answer: more than any of a board's

/** Why it does not go on, for the person. `isGone`: the port is lost. */
export class ReplError extends Error {
  isGone = false;
}

export class RawRepl {
  /** port: {reader, send}. A character stands for a byte. */
  constructor({ reader, send }) {
    this.send_ = send;
    this.held = "";
    this.isGone = false;
    this.wake = () => {};
    this.listen(reader);
  }

  async listen(reader) {
    try {
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        this.held += String.fromCharCode(...value);
        this.wake();
      }
    } catch {} // it was unplugged
    this.isGone = true;
    this.wake();
  }

  /** Interrupt what runs, and enter raw mode. */
  async enter() {
    const end = Date.now() + ENTER_MS;
    for (;;) {
      this.held = "";
      await this.send(`\r${INTERRUPT}${INTERRUPT}`);
      await this.send(`\r${ENTER}`);
      try {
        await this.until(BANNER, TRY_MS);
        break;
      } catch (error) {
        if (this.isGone || Date.now() >= end) throw error;
      }
    }
    await this.settle(); // the answer to an earlier attempt may be late
  }

  async settle() {
    const end = Date.now() + SETTLE_MS;
    do {
      this.held = "";
      await this.more(QUIET_MS);
    } while (this.held && Date.now() < end);
  }

  /** Clear the memory; main.py does not run. */
  async reset() {
    this.held = "";
    await this.send(`\r${ENTER}${END}`);
    await this.until("soft reboot\r\n", RESET_MS);
    await this.until(BANNER, RESET_MS);
  }

  /** Run `code`; return [output, traceback]. */
  async execute(code, ms) {
    await this.paste(bytesOf(code), ms);
    const output = await this.until(END, ms);
    const error = await this.until(END, ms);
    await this.until(">", ms);
    return [output, error];
  }

  /** Send code as far as the window allows, and more whenever the board extends it. */
  async paste(code, ms) {
    await this.send(PASTE);
    if (await this.take(2, ms) !== "R\x01") throw new ReplError("it does not answer like MicroPython 1.29");
    const [low, high] = await this.take(2, ms);
    const window = low.charCodeAt(0) + 256 * high.charCodeAt(0);
    let room = window;
    for (let at = 0; at < code.length;) {
      while (!room || this.held) {
        if (await this.take(1, ms) !== "\x01") { // it refuses the rest
          await this.send(END);
          return;
        }
        room += window;
      }
      await this.send(code.slice(at, at + room));
      const sent = Math.min(room, code.length - at);
      at += sent;
      room -= sent;
    }
    await this.send(END);
    await this.until(END, ms);
  }

  async send(text) {
    try {
      await this.send_(Uint8Array.from(text, (character) => character.charCodeAt(0)));
    } catch {
      this.isGone = true;
      throw gone();
    }
  }

  async take(count, ms) {
    const end = Date.now() + ms;
    while (this.held.length < count) await this.wait(end);
    return this.cut(count, count);
  }

  /** Return what comes before `mark`, which is skipped. */
  async until(mark, ms) {
    const end = Date.now() + ms;
    for (let from = 0; ;) {
      const at = this.held.indexOf(mark, from);
      if (at >= 0) return this.cut(at, at + mark.length);
      from = Math.max(0, this.held.length - mark.length);
      await this.wait(end);
    }
  }

  cut(length, end) {
    const before = this.held.slice(0, length);
    this.held = this.held.slice(end);
    return before;
  }

  async wait(end) {
    if (this.isGone) throw gone();
    if (Date.now() >= end) throw new ReplError("it does not answer");
    if (this.held.length > HELD_MOST) throw new ReplError("it sends without end");
    await this.more(end - Date.now());
  }

  /** Wait for more to come, or for `ms`. */
  more(ms) {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
      if (this.isGone) this.wake();
    });
  }
}

function gone() {
  return Object.assign(new ReplError("it was unplugged"), { isGone: true });
}

/** Return the bytes of `text` in UTF-8, each as a character. */
const bytesOf = (text) => String.fromCharCode(...new TextEncoder().encode(text));
