"""A `navigator.serial` for pages of tests, whose one port is any port of host.link.ports: a board
in memory, MicroPython's VM, or an emulated Pico."""

import json
import threading
import time
from collections.abc import Callable

from host.link.ports import Port, PortError, open_port

READ_SECONDS = 0.1
WAIT_SECONDS = 5.0
STALE_SECONDS = 1.0  # after which a page that reads no more has gone, and its port with it
LOST, BUSY = 410, 409  # HTTP's statuses

# Has what the pages use of WebSerial, with its errors. It reads by requests to the site's server.
FAKE = """(() => {
  const lost = () => new DOMException("The device has been lost.", "NetworkError");
  const at = (what) => new URL(`serial/${what}`, location.href);
  const ask = (what, body) => fetch(at(what), { method: "POST", body });
  const isDone = (answer) => answer.headers.get("fake-status") === "200";
  class FakePort {
    readable = null;
    writable = null;
    getInfo() { return { usbVendorId: 0x2e8a, usbProductId: 5 }; }
    async open() {
      if (this.readable) throw new DOMException("The port is already open.", "InvalidStateError");
      const id = (await (await ask("open")).text());
      if (!id) throw new DOMException("Failed to open serial port.", "NetworkError");
      let isOpen = true;
      this.readable = new ReadableStream({
        async pull(stream) {
          while (isOpen) {
            const answer = await ask(`read/${id}`);
            if (!isOpen) return;
            if (!isDone(answer)) { isOpen = false; stream.error(lost()); return; }
            const data = new Uint8Array(await answer.arrayBuffer());
            if (data.length) { stream.enqueue(data); return; }
          }
        },
        cancel() { isOpen = false; },
      }, { highWaterMark: 0 });
      this.writable = new WritableStream({
        async write(data) { if (!isDone(await ask(`write/${id}`, data))) throw lost(); },
      });
      this.id = id;
    }
    async setSignals() {}
    async close() {
      if (this.readable.locked || this.writable.locked) throw new TypeError("a stream is locked");
      this.readable = this.writable = null;
      await ask(`close/${this.id}`);
    }
  }
  const port = new FakePort();
  const state = async (known) => (await ask("state", JSON.stringify(known))).json();
  class FakeSerial extends EventTarget {
    async getPorts() {
      const { plugged, granted } = await state(null);
      return plugged && granted ? [port] : [];
    }
    async requestPort() {
      if (!navigator.userActivation.isActive) throw new DOMException("no click", "SecurityError");
      if (!isDone(await ask("choose"))) throw new DOMException("none chosen", "NotFoundError");
      return port;
    }
  }
  const serial = new FakeSerial();
  Object.defineProperty(navigator, "serial", { value: serial, configurable: true });
  (async () => {
    for (let known = await state(null); ;) {
      const now = await state(known);
      const kind = now.plugged ? "connect" : "disconnect";
      if (now.plugged !== known.plugged) serial.dispatchEvent(new Event(kind));
      known = now;
    }
  })().catch(() => {});
})();"""
NONE = "delete Navigator.prototype.serial;"


class Bridge:
    """The port of one device, at `name`; one page at a time has it. `writes` counts what pages
    have written, and `cut_at(n)` unplugs the device in place of the write number n from now on."""

    def __init__(self, name: str):
        self.name = name
        self.is_plugged = True
        self.is_granted = False  # whether the person has chosen it once
        self.will_choose = True
        self.is_busy = False  # another program has it
        self.writes = 0
        self.opened = 0  # how often
        self.on_write: Callable[[bytes], None] = lambda data: None  # before data is written
        self._cut = 0
        self._port: Port | None = None
        self._id = 0
        self._read_at = 0.0
        self._news = threading.Condition()

    def unplug(self) -> None:
        with self._news:
            self.is_plugged = False
            self._drop()
            self._news.notify_all()

    def plug(self) -> None:
        with self._news:
            self.is_plugged = True
            self._news.notify_all()

    def cut_at(self, write: int) -> None:
        self._cut = self.writes + write

    def is_open(self) -> bool:
        return self._port is not None

    def answer(self, what: str, body: bytes) -> tuple[int, bytes]:
        """Return status and body of the answer to a request of FAKE."""
        what, _, number = what.partition("/")
        if what == "state":
            return 200, json.dumps(self._state(json.loads(body))).encode()
        if what == "choose":
            self.is_granted = self.is_granted or (self.is_plugged and self.will_choose)
            return 200 if self.is_plugged and self.will_choose else 404, b""
        if what == "open":
            return self._open()
        if int(number) != self._id:
            return LOST, b""
        return getattr(self, "_" + what)(body)

    def _state(self, known: dict | None) -> dict:
        with self._news:
            if known and known["plugged"] == self.is_plugged:
                self._news.wait(WAIT_SECONDS)
            return {"plugged": self.is_plugged, "granted": self.is_granted}

    def _open(self):
        with self._news:
            if self._port and time.monotonic() - self._read_at > STALE_SECONDS:
                self._drop()
            if self._port or self.is_busy or not self.is_plugged:
                return BUSY, b""
            self._port = open_port(self.name)
            self._id += 1
            self.opened += 1
            self._read_at = time.monotonic()
            return 200, str(self._id).encode()

    def _read(self, _):
        port = self._port
        self._read_at = time.monotonic()
        if port is None:
            return LOST, b""
        try:
            return 200, port.read(READ_SECONDS)
        except PortError:
            return LOST, b""

    def _write(self, data):
        self.writes += 1
        self.on_write(data)
        if self.writes == self._cut:
            self.unplug()
        port = self._port
        if port is None:
            return LOST, b""
        try:
            port.write(data)
        except PortError:
            return LOST, b""
        return 200, b""

    def _close(self, _):
        with self._news:
            self._drop()
        return 200, b""

    def _drop(self):
        port, self._port = self._port, None
        self._id += 1
        if port:
            port.close()
