// Runs random instructions on two cores of rp2040js, one of them with FastCore, and holds them to each other.
//   node core_twins.mjs RP2040JS_INDEX_JS SEED PROGRAMS
// Prints {instructions, fast: how many of them FastCore ran, difference: null or {opcodes, before, core, fast}}.
import { pathToFileURL } from "node:url";
import { FastCore } from "./core.mjs";
import { FlashCache } from "./flash_cache.mjs";

const [libPath, seed, programs] = process.argv.slice(2);
const { RP2040, ConsoleLogger, LogLevel } = await import(pathToFileURL(libPath));
const RAM = 0x20000000;
const FLASH = 0x10000000;
const CODES = [RAM + 0x20000, FLASH + 0x2000]; // of a program; the first is between its data
const LENGTH = 12; // instructions

let state = Number(seed) >>> 0;
// Mulberry32: the next 32 random bits.
function random() {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), state | 1);
  t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
  return (t ^ (t >>> 14)) >>> 0;
}
const below = (n) => random() % n;

function make() {
  const mcu = new RP2040();
  mcu.logger = new ConsoleLogger(LogLevel.Error);
  mcu.logger.error = () => {}; // of reading a word at an odd address
  mcu.onBreak = () => {};
  return mcu;
}

const plain = make();
const quick = make();
for (let i = 0; i < plain.sram.length; i++) plain.sram[i] = quick.sram[i] = below(256);
for (let i = 0; i < 4096; i++) plain.flash[i] = quick.flash[i] = below(256);
const caches = [plain, quick].map((mcu) => {
  const cache = new FlashCache();
  cache.fit(mcu.core);
  return cache;
});
const fast = new FastCore(quick, new Map(), caches[1]);

// Run an instruction as rp2040js does; return the cycles that it takes.
function execute(core, cache) {
  return core.executeInstruction() + cache.cycles();
}

// A register holds an address, a small number or anything.
function value() {
  const kind = below(8);
  if (kind < 3) return RAM + 0x10000 + below(0x20000);
  if (kind === 3) return FLASH + below(4000);
  if (kind === 4) return below(70);
  if (kind === 5) return [0, 1, 0x7fffffff, 0x80000000, 0xffffffff, RAM + 0x41ffc, RAM + 2][below(7)];
  return random();
}

function set(core, code, { registers, flags }) {
  core.registers.set(registers);
  core.SP = registers[13];
  core.PC = code;
  [core.N, core.Z, core.C, core.V] = flags;
  core.cycles = 0;
  core.waiting = core.PM = core.pendingSVCall = core.interruptsUpdated = false;
}

function get({ registers, N, Z, C, V, cycles }) {
  return [...registers.slice(0, 15), (registers[15] & ~1) >>> 0, N, Z, C, V, cycles];
}

let instructions = 0;
let fastOnes = 0;
let difference = null;
for (let program = 0; program < Number(programs) && !difference; program++) {
  const opcodes = Array.from({ length: LENGTH }, () => below(0x10000));
  // Half of the pairs begin with what may be a call.
  if (below(2)) opcodes[below(LENGTH - 1)] = 0xf000 | below(0x800);
  const bytes = new Uint8Array(Uint16Array.from(opcodes).buffer);
  const before = { registers: Array.from({ length: 16 }, value), flags: [0, 1, 2, 3].map(() => below(2) === 1) };
  before.registers[13] = RAM + 0x10000 + 4 * below(0x8000);
  const code = CODES[below(2)];
  for (const mcu of [plain, quick]) {
    if (code < RAM) mcu.flash.set(bytes, code - FLASH);
    else mcu.sram.set(bytes, code - RAM);
    set(mcu.core, code, before);
  }
  for (let step = 0; step < LENGTH && !difference; step++) {
    const own = fast.run(1);
    if (own) fastOnes++;
    instructions++;
    const other = [own || execute(quick.core, caches[1]), ...get(quick.core)];
    const one = [execute(plain.core, caches[0]), ...get(plain.core)];
    if (one.join() !== other.join()) difference = { opcodes, before, core: one, fast: other };
    const at = plain.core.PC >>> 0;
    const inside = at < 0x4000 || (at >= FLASH && at < FLASH + 0x1000000) || (at >= RAM && at < RAM + 0x42000);
    if (plain.core.interruptsUpdated || plain.core.waiting || !inside) break;
  }
  if (!difference && Buffer.compare(plain.sram, quick.sram)) difference = { opcodes, before, core: "RAM", fast: "RAM" };
}
console.log(JSON.stringify({ instructions, fast: fastOnes, difference }));
