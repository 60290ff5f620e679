// The port of a board at this computer's USB, by WebSerial.

const PICO = { usbVendorId: 0x2e8a, usbProductId: 0x0005 }; // every Pico that runs MicroPython
// On USB the rate has no effect. The buffer is for a page that is busy for a moment.
const OPTIONS = { baudRate: 115200, bufferSize: 0x4000 };
const PAUSES_MS = [250, 500, 1000, 2000]; // before it is opened again

export const NO_SERIAL = "This browser cannot use a board’s USB port. Open this page in Chrome or Edge on a computer, "
  + "or run pegboard on the computer that the board is plugged into.";
export const NONE_CHOSEN = "No board was chosen. If yours was not in the list, plug it in with a cable that carries data; "
  + "a new Pico needs MicroPython first: see Put it on a Pico in the menu View.";
export const NONE_NOW = "No board that this page may use is plugged in. Plug yours in, or choose it: View, Connect another board.";
const NONE_THERE = "no board that you have allowed this page to use is plugged in";
const BUSY = "its port cannot be opened. Close what else uses it, such as pegboard or another page; on Linux your "
  + "account needs the group dialout (on Arch uucp)";
const GONE = "it was unplugged";
const SILENT = "it is silent";

export const hasSerial = () => "serial" in navigator;

/** Let the person choose a Pico; return its port, or null for none. Call it from a click. */
export async function choosePort() {
  try {
    return await navigator.serial.requestPort({ filters: [PICO] });
  } catch {
    return null;
  }
}

/** Return the ports of Picos that this page may use, of those that are plugged in. */
export async function knownPorts() {
  const isPico = ({ usbVendorId, usbProductId }) =>
    usbVendorId === PICO.usbVendorId && usbProductId === PICO.usbProductId;
  return (await navigator.serial.getPorts()).filter((port) => isPico(port.getInfo()));
}

/** Open `port`; return {reader, send, close}. Throws an Error whose message is for the person. */
export async function openPort(port) {
  try {
    await port.open(OPTIONS);
  } catch {
    throw new Error(BUSY);
  }
  // Without this signal MicroPython sends nothing.
  await port.setSignals({ dataTerminalReady: true, requestToSend: true }).catch(() => {});
  const reader = port.readable.getReader();
  const writer = port.writable.getWriter();
  const close = async () => {
    await reader.cancel().catch(() => {});
    reader.releaseLock();
    writer.releaseLock();
    await port.close().catch(() => {}); // one that was unplugged cannot be closed
  };
  return { reader, send: (data) => writer.write(data), close };
}

/**
 * Keep a Pico's port open, and open it again whenever it is lost. `on.opened()`, `on.received(data)` and
 * `on.closed(why)` are called. Return {send(data), again()}: `again` opens it anew, since it is silent.
 */
export function followPort(on) {
  let open = null;
  let isSilent = false;
  let turns = 0; // how often it was tried since a board was heard
  let plugged = () => {}; // ends the pause
  navigator.serial.addEventListener("connect", () => plugged());

  /** Read from one of the ports until it is lost; return why. */
  const follow = async () => {
    const ports = await knownPorts();
    if (!ports.length) return NONE_THERE;
    try {
      open = await openPort(ports[turns % ports.length]);
    } catch (error) {
      return error.message;
    }
    isSilent = false;
    on.opened();
    try {
      for (;;) {
        const { value, done } = await open.reader.read();
        if (done) return isSilent ? SILENT : GONE;
        turns = 0;
        on.received(value);
      }
    } catch {
      return GONE;
    } finally {
      const { close } = open;
      open = null;
      await close();
    }
  };
  const forever = async () => {
    for (;; turns += 1) {
      on.closed(await follow());
      await new Promise((resolve) => {
        plugged = resolve;
        setTimeout(resolve, PAUSES_MS[Math.min(turns, PAUSES_MS.length - 1)]);
      });
    }
  };
  forever();
  return {
    send: (data) => open?.send(data).catch(() => {}), // the reader sees that it is lost
    again: () => {
      isSilent = true;
      if (open) open.reader.cancel().catch(() => {});
      else plugged();
    },
  };
}
