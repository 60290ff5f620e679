// What reading the flash costs the CPU of an RP2040, which the emulator leaves out: a cache of 16 KiB,
// two-way, of lines of 8 bytes, the line used longest ago of the two replaced, as the datasheet has it
// but for that last point, on which it is silent. A line that is not there is read over QSPI at half
// the CPU's clock, as the Pico's second stage of booting sets it: 8 clocks for address and mode, 4 of
// waiting, 16 for the data, and some cycles on the way. DMA and what bypasses the cache are not counted.

const LINE_BITS = 3;
const SETS = 1024;
export const MISS_CYCLES = 2 * (8 + 4 + 16) + 6;

export class FlashCache {
  constructor() {
    this.lines = new Int32Array(2 * SETS); // of each set the line used last, then the other
    this.clear();
  }

  // What an erase or a program leaves.
  clear() {
    this.lines.fill(-1);
    this.last = -1;
    this.misses = 0;
  }

  // The CPU reads at an address of the flash.
  read(address) {
    const line = address >>> LINE_BITS;
    if (line === this.last) return;
    this.last = line;
    const { lines } = this;
    const at = (line % SETS) * 2;
    if (lines[at] === line) return;
    if (lines[at + 1] !== line) this.misses++;
    lines[at + 1] = lines[at];
    lines[at] = line;
  }

  // Return the cycles that the reads since the last call have cost.
  cycles() {
    const cost = this.misses * MISS_CYCLES;
    this.misses = 0;
    return cost;
  }

  // Have all that `core` reads go through it.
  fit(core) {
    for (const name of ["readUint8", "readUint16", "readUint32"]) {
      const real = core[name].bind(core);
      core[name] = (address) => {
        if (address >>> 24 === 0x10) this.read(address);
        return real(address);
      };
    }
  }
}
