// A Raspberry Pi Pico in software: rp2040js and what it leaves out. Flash is erased and programmed
// by trapping the boot ROM's entry points; a USB host reads when it is told to; PIO and DMA go on
// in step with the CPU, and while it waits for the flash; keys hang on GPIOs; a decoder reads
// WS2812 frames off any pin. Times are nanoseconds since the first power-on.

import { FastCore } from "./core.mjs";
import { FlashCache } from "./flash_cache.mjs";

const CYCLE = 8; // ns, at 125 MHz
const FLASH = 2 << 20; // bytes
const ROM = 0x4000;
// What it costs on a W25Q16: a sector of 4096 bytes erased, a page of 256 programmed.
const ERASE = 45e6;
const PROGRAM = 0.4e6;
const LATCH = 50e3; // a data line low for longer has ended its frame
const PUMP = 200e3; // how often serial data moves on
const OUT_DRY = 5; // of the WaitTypes of rp2040js: an OUT instruction that waits for data

export class Pico {
  // lib: the module rp2040js; bootrom: Uint32Array; flash: Uint8Array of 2 MiB, which is kept;
  // cached: whether reading the flash costs what flash_cache.mjs says, else nothing.
  constructor({ lib, bootrom, flash, cached = false }) {
    this.lib = lib;
    this.bootrom = bootrom;
    this.flash = flash;
    this.cache = cached ? new FlashCache() : null;
    this.keys = new Set(); // "row,column"
    this.matrix = null; // {rows: [gpio], columns: [gpio]}
    this.onFrame = () => {}; // ({pin, start, end, gap, bits..., bytes})
    this.onSerial = () => {}; // (Uint8Array)
    this.onFlash = () => undefined; // ({op, offset, bytes}) -> how many of the bytes, then power is cut
    this.reading = true; // whether the USB host takes what the Pico sends
    this.boots = 0;
    this.base = 0;
    this.dead = true;
    this.powerOn();
  }

  get nanos() {
    return this.base + this.clock.nanos;
  }

  powerOn() {
    if (this.clock) this.base += this.clock.nanos;
    this.boots++;
    this.dead = false;
    this.wantReset = false;
    const sim = new this.lib.Simulator();
    this.clock = sim.clock;
    const mcu = (this.mcu = sim.rp2040);
    mcu.logger = new this.lib.ConsoleLogger(this.lib.LogLevel.Error);
    mcu.loadBootrom(this.bootrom);
    mcu.flash.fill(0xff);
    mcu.flash.set(this.flash, 0);
    mcu.onBreak = () => {};
    this.cache?.clear();
    this.cache?.fit(mcu.core);
    this.takePio();
    this.setVolts();
    this.plugUsb();
    this.trapFlash();
    this.fast = new FastCore(mcu, this.traps, this.cache);
    this.watchPins();
    mcu.core.PC = 0x10000000;
    const watchdog = watchdogOf(mcu);
    watchdog.onWatchdogTrigger = () => {
      this.wantReset = true;
      watchdog.alarm.enable = false; // at 0 it would go off again and again, and no time go by
    };
  }

  cutPower() {
    if (!this.dead) this.flash = this.mcu.flash.slice(0, FLASH);
    this.dead = true;
  }

  // Analogue inputs ----------------------------------------------------------------------------

  // volts: [gpio, volts] pairs, which stay when the power goes; a GPIO without one reads 0.
  setVolts(volts = []) {
    this.volts = new Map([...(this.volts ?? []), ...volts]);
    for (const [gpio, value] of this.volts) {
      this.mcu.adc.channelValues[gpio - 26] = Math.min(4095, Math.round((value / 3.3) * 4096));
    }
  }

  // PIO ----------------------------------------------------------------------------------------

  // Its state machines are stepped in `pass`, as long as one of them is awake: has anything to do.
  takePio() {
    this.awake = false;
    const wake = () => {
      this.awake = true;
    };
    this.owed = this.mcu.pio.map((pio) => pio.machines.map(() => 0));
    for (const pio of this.mcu.pio) {
      pio.run = () => {};
      before(pio, "writeUint32", wake);
      for (const machine of pio.machines) before(machine, "writeFIFO", wake);
    }
  }

  stepPio(ns) {
    this.awake = false;
    for (let p = 0; p < 2; p++) {
      const pio = this.mcu.pio[p];
      if (pio.stopped) continue;
      const owed = this.owed[p];
      for (let m = 0; m < 4; m++) {
        const machine = pio.machines[m];
        if (!machine.enabled) continue;
        if (dry(machine)) {
          owed[m] = 0;
          continue;
        }
        this.awake = true;
        const divider = (machine.clockDivInt || 65536) + machine.clockDivFrac / 256;
        owed[m] += ns / CYCLE;
        while (owed[m] >= divider) {
          const before = machine.cycles;
          machine.step();
          pio.checkChangedPins();
          owed[m] -= divider * Math.max(1, machine.cycles - before);
        }
      }
    }
  }

  // USB ----------------------------------------------------------------------------------------

  plugUsb() {
    const usb = this.mcu.usbCtrl;
    const cdc = (this.cdc = new this.lib.USBCDC(usb));
    this.connected = false;
    this.backlog = [];
    this.wanted = null; // bytes that the Pico is ready to take
    this.kept = []; // buffers that the Pico has sent and the host has not taken
    cdc.onDeviceConnected = () => {
      this.connected = true;
    };
    cdc.onSerialData = (bytes) => this.onSerial(bytes);
    usb.onEndpointRead = (endpoint, size) => {
      if (endpoint === cdc.outEndpoint) {
        this.wanted = size;
        this.pump();
      }
    };
    const ready = usb.indicateBufferReady.bind(usb);
    usb.indicateBufferReady = (endpoint, out) => {
      if (!this.reading && !out && endpoint === cdc.inEndpoint) this.kept.push(endpoint);
      else ready(endpoint, out);
    };
    this.bufferReady = ready;
  }

  send(bytes) {
    for (const byte of bytes) this.backlog.push(byte);
    this.pump();
  }

  pump() {
    if (this.wanted !== null && this.backlog.length) {
      const bytes = Uint8Array.from(this.backlog.splice(0, this.wanted));
      this.wanted = null;
      this.mcu.usbCtrl.endpointReadDone(this.cdc.outEndpoint, bytes, 50);
    }
    if (this.reading) for (const endpoint of this.kept.splice(0)) this.bufferReady(endpoint, false);
  }

  // Flash --------------------------------------------------------------------------------------

  trapFlash() {
    const rom = new DataView(this.bootrom.buffer, this.bootrom.byteOffset);
    const r = this.mcu.core.registers;
    const traps = {
      IF: () => {},
      EX: () => {},
      FC: () => {},
      CX: () => {},
      RE: () => this.flashOp("erase", r[0], r[1]),
      RP: () => this.flashOp("program", r[0], r[2], r[1]),
    };
    this.traps = new Map();
    for (let p = rom.getUint16(0x14, true); rom.getUint16(p, true); p += 4) {
      const name = String.fromCharCode(rom.getUint8(p), rom.getUint8(p + 1));
      if (traps[name]) this.traps.set(rom.getUint16(p + 2, true) & ~1, traps[name]);
    }
  }

  flashOp(op, offset, bytes, from) {
    const upto = this.onFlash({ op, offset, bytes }) ?? bytes;
    const flash = this.mcu.flash;
    this.cache?.clear();
    if (op === "erase") flash.fill(0xff, offset, offset + upto);
    else for (let i = 0; i < upto; i++) flash[offset + i] &= this.mcu.readUint8(from + i);
    this.stall(op === "erase" ? (bytes / 4096) * ERASE : (bytes / 256) * PROGRAM);
    if (upto < bytes) this.cutPower();
  }

  // The CPU waits; all else goes on.
  stall(ns) {
    const until = this.clock.nanos + ns;
    while (this.clock.nanos < until) {
      const left = until - this.clock.nanos;
      this.pass(this.awake ? Math.min(120, left) : left);
    }
  }

  // Keys ---------------------------------------------------------------------------------------

  setMatrix(matrix) {
    this.matrix = matrix;
    this.scan();
  }

  press(row, column, down) {
    if (down) this.keys.add(`${row},${column}`);
    else this.keys.delete(`${row},${column}`);
    this.scan();
  }

  scan() {
    if (!this.matrix || this.scanning) return;
    this.scanning = true;
    const { rows, columns } = this.matrix;
    const low = this.lib.GPIOPinState.Low;
    columns.forEach((pin, j) => {
      const pulled = rows.some((r, i) => this.keys.has(`${i},${j}`) && this.mcu.gpio[r].value === low);
      this.mcu.gpio[pin].setInputValue(!pulled);
    });
    this.scanning = false;
  }

  // Pins ---------------------------------------------------------------------------------------

  watchPins() {
    this.lines = [];
    const high = this.lib.GPIOPinState.High;
    this.mcu.gpio.forEach((gpio, pin) => {
      this.lines[pin] = { bits: [], level: false, rise: 0, fall: 0, start: 0, last: null };
      gpio.addListener((state) => {
        this.decode(pin, state === high);
        if (this.matrix?.rows.includes(pin)) this.scan();
      });
    });
    this.scan();
  }

  decode(pin, level) {
    const line = this.lines[pin];
    if (level === line.level) return;
    line.level = level;
    const now = this.nanos;
    if (level) {
      if (line.bits.length && now - line.fall > LATCH) this.endFrame(pin);
      if (!line.bits.length) Object.assign(line, { start: now, zero: [1e9, 0], one: [1e9, 0], low: 0 });
      else line.low = Math.max(line.low, now - line.fall);
      line.rise = now;
    } else {
      const width = now - line.rise;
      line.fall = now;
      const range = width > 600 ? line.one : line.zero;
      range[0] = Math.min(range[0], width);
      range[1] = Math.max(range[1], width);
      if (width < 2000) line.bits.push(width > 600 ? 1 : 0);
      else line.bits = []; // no WS2812 data
    }
  }

  endFrame(pin) {
    const line = this.lines[pin];
    const { bits, start, fall: end, zero, one, low, last } = line;
    if (bits.length >= 24 && bits.length % 8 === 0) {
      const bytes = new Uint8Array(bits.length / 8);
      bits.forEach((bit, i) => (bytes[i >> 3] |= bit << (7 - (i & 7))));
      // gap: how long the line was low before it; zero, one: least and most width of those bits.
      this.onFrame({ pin, start, end, gap: last === null ? null : start - last, zero, one, low, bytes });
    }
    line.bits = [];
    line.last = end;
  }

  endFrames() {
    for (const [pin, line] of this.lines.entries()) {
      if (line.bits.length && this.nanos - line.fall > LATCH) this.endFrame(pin);
    }
  }

  // Time ---------------------------------------------------------------------------------------

  // Let time go by for all but the CPU.
  pass(ns) {
    this.clock.tick(ns);
    if (this.awake) this.stepPio(ns);
  }

  // Run for so many ms of its time, or until `enough()`, which is asked now and then.
  run(ms, enough = () => false) {
    const { core } = this.mcu;
    const { cache, clock, fast, traps } = this;
    const until = clock.nanos + ms * 1e6;
    let pump = 0;
    while (clock.nanos < until && !this.dead) {
      if (clock.nanos >= pump) {
        this.pump();
        this.endFrames();
        if (enough()) return;
        pump = clock.nanos + PUMP;
      }
      if (core.waiting) {
        const next = Math.max(clock.nanosToNextAlarm || 1000, CYCLE);
        this.pass(Math.min(next, this.awake ? 120 : 100e3));
      } else {
        if (!core.interruptsUpdated) {
          // Until something else has its turn: after each instruction, while PIO is in step with the CPU.
          const end = this.awake ? 0 : Math.min(until, pump, clock.nextAlarm?.nanos ?? Infinity);
          const cycles = fast.run((end - clock.nanos) / CYCLE);
          if (cycles) {
            clock.tick(cycles * CYCLE);
            if (this.awake) this.stepPio(fast.last * CYCLE);
            continue;
          }
        }
        const trap = core.PC < ROM ? traps.get(core.PC) : undefined;
        if (trap) {
          trap();
          if (this.dead) return;
          core.PC = core.LR & ~1;
        } else {
          let ns = core.executeInstruction() * CYCLE;
          if (cache?.misses) ns += cache.cycles() * CYCLE;
          const alarm = clock.nextAlarm;
          // The most of the time: nothing but the instruction.
          if (alarm === null || alarm.nanos > clock.nanosCounter + ns) clock.nanosCounter += ns;
          else clock.tick(ns);
          if (this.awake) this.stepPio(ns);
        }
      }
      if (this.wantReset) {
        const { reason, scratchData } = watchdogOf(this.mcu);
        this.cutPower();
        this.powerOn();
        // A reset by the watchdog leaves these as they were, other than a power-on.
        watchdogOf(this.mcu).reason = reason;
        watchdogOf(this.mcu).scratchData.set(scratchData);
        return;
      }
    }
  }
}

// Have `f` called before the method `name` of `object`.
function before(object, name, f) {
  const real = object[name];
  object[name] = function (...args) {
    f();
    return real.apply(this, args);
  };
}

function watchdogOf(mcu) {
  return Object.values(mcu.peripherals).find((p) => p.onWatchdogTrigger);
}

function dry(machine) {
  return machine.waiting && machine.waitType === OUT_DRY && machine.txFIFO.empty;
}
