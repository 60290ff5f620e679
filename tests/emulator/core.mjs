// The common instructions of rp2040js's core, faster: one look in a table in place of some eighty
// comparisons, and registers, flags and memory without a call. The rest is left to the core itself: what is
// rare, what reaches past flash, RAM and boot ROM, and whatever may raise an interrupt. Registers, flags,
// memory and cycles are those of the core after every instruction; test_core.py holds both to that.

const FLASH = 0x10000000;
const RAM = 0x20000000;
const RAM_BYTES = 264 << 10;
const ROM_BYTES = 0x4000;
const SP = 13;
const LR = 14;
const PC = 15;

// The instructions: the bits that are looked at, their value, and a number for the switch below. The first
// that fits an opcode is its own; 0 is left to the core.
const ADD_IMM3 = 1;
const ADD_IMM8 = 2;
const ADD_REG = 3;
const ADD_HIGH = 4;
const ADD_SP_IMM = 5;
const SP_PLUS = 6;
const SP_MINUS = 7;
const ADR = 8;
const ANDS = 9;
const ASR_IMM = 10;
const B_COND = 11;
const B = 12;
const BICS = 13;
const BL = 14;
const BLX = 15;
const BX = 16;
const CMP_IMM = 17;
const CMP_REG = 18;
const CMP_HIGH = 19;
const EORS = 20;
const LDM = 21;
const LDR_IMM = 22;
const LDR_SP = 23;
const LDR_LIT = 24;
const LDR_REG = 25;
const LDRB_IMM = 26;
const LDRB_REG = 27;
const LDRH_IMM = 28;
const LDRH_REG = 29;
const LDRSB = 30;
const LDRSH = 31;
const LSL_IMM = 32;
const LSR_IMM = 33;
const MOV_HIGH = 34;
const MOVS = 35;
const MULS = 36;
const MVNS = 37;
const NEGS = 38;
const NOP = 39;
const ORRS = 40;
const POP = 41;
const PUSH = 42;
const STM = 43;
const STR_IMM = 44;
const STR_SP = 45;
const STR_REG = 46;
const STRB_IMM = 47;
const STRB_REG = 48;
const STRH_IMM = 49;
const STRH_REG = 50;
const SUB_IMM3 = 51;
const SUB_IMM8 = 52;
const SUB_REG = 53;
const SXTB = 54;
const SXTH = 55;
const TST = 56;
const UXTB = 57;
const UXTH = 58;
const LSL_REG = 59;
const LSR_REG = 60;

const KINDS = [
  [0xfe00, 0x1c00, ADD_IMM3],
  [0xf800, 0x3000, ADD_IMM8],
  [0xfe00, 0x1800, ADD_REG],
  [0xff00, 0x4400, ADD_HIGH],
  [0xf800, 0xa800, ADD_SP_IMM],
  [0xff80, 0xb000, SP_PLUS],
  [0xff80, 0xb080, SP_MINUS],
  [0xf800, 0xa000, ADR],
  [0xffc0, 0x4000, ANDS],
  [0xf800, 0x1000, ASR_IMM],
  [0xfe00, 0xde00, 0], // UDF and SVC, before the branches
  [0xf000, 0xd000, B_COND],
  [0xf800, 0xe000, B],
  [0xffc0, 0x4380, BICS],
  [0xf800, 0xf000, BL], // if the second half is one's of a BL
  [0xfff8, 0x47f0, 0], // BLX to LR, BX and BLX to PC
  [0xfff8, 0x4778, 0],
  [0xfff8, 0x47f8, 0],
  [0xff87, 0x4780, BLX],
  [0xff87, 0x4700, BX],
  [0xf800, 0x2800, CMP_IMM],
  [0xffc0, 0x4280, CMP_REG],
  [0xff00, 0x4500, CMP_HIGH],
  [0xffc0, 0x4040, EORS],
  [0xf800, 0xc800, LDM],
  [0xf800, 0x6800, LDR_IMM],
  [0xf800, 0x9800, LDR_SP],
  [0xf800, 0x4800, LDR_LIT],
  [0xfe00, 0x5800, LDR_REG],
  [0xf800, 0x7800, LDRB_IMM],
  [0xfe00, 0x5c00, LDRB_REG],
  [0xf800, 0x8800, LDRH_IMM],
  [0xfe00, 0x5a00, LDRH_REG],
  [0xfe00, 0x5600, LDRSB],
  [0xfe00, 0x5e00, LDRSH],
  [0xf800, 0x0000, LSL_IMM],
  [0xf800, 0x0800, LSR_IMM],
  [0xff00, 0x4600, MOV_HIGH],
  [0xf800, 0x2000, MOVS],
  [0xffc0, 0x4340, MULS],
  [0xffc0, 0x43c0, MVNS],
  [0xffc0, 0x4240, NEGS],
  [0xffff, 0xbf00, NOP],
  [0xffc0, 0x4300, ORRS],
  [0xfe00, 0xbc00, POP],
  [0xfe00, 0xb400, PUSH],
  [0xf800, 0xc000, STM],
  [0xf800, 0x6000, STR_IMM],
  [0xf800, 0x9000, STR_SP],
  [0xfe00, 0x5000, STR_REG],
  [0xf800, 0x7000, STRB_IMM],
  [0xfe00, 0x5400, STRB_REG],
  [0xf800, 0x8000, STRH_IMM],
  [0xfe00, 0x5200, STRH_REG],
  [0xfe00, 0x1e00, SUB_IMM3],
  [0xf800, 0x3800, SUB_IMM8],
  [0xfe00, 0x1a00, SUB_REG],
  [0xffc0, 0xb240, SXTB],
  [0xffc0, 0xb200, SXTH],
  [0xffc0, 0x4200, TST],
  [0xffc0, 0xb2c0, UXTB],
  [0xffc0, 0xb280, UXTH],
  [0xffc0, 0x4080, LSL_REG],
  [0xffc0, 0x40c0, LSR_REG],
];

const kinds = new Uint8Array(0x10000).map(
  (_, opcode) => KINDS.find(([mask, value]) => (opcode & mask) === value)?.[2] ?? 0,
);

// How many of the bits 0 to 7 are set.
const ones = new Uint8Array(256);
for (let i = 1; i < 256; i++) ones[i] = ones[i >> 1] + (i & 1);

export class FastCore {
  // mcu: an RP2040 of rp2040js; traps: a Map whose keys are the addresses to stop at, all in the boot ROM;
  // cache: the FlashCache that all reading of the flash goes through, or null.
  constructor(mcu, traps, cache = null) {
    const { core } = mcu;
    this.core = core;
    this.cache = cache;
    this.regs = new Int32Array(core.registers.buffer);
    this.ram8 = mcu.sram;
    this.ram16 = new Uint16Array(mcu.sram.buffer);
    this.ram32 = new Int32Array(mcu.sram.buffer);
    this.flash8 = mcu.flash;
    this.flash16 = new Uint16Array(mcu.flash.buffer);
    this.flash32 = new Int32Array(mcu.flash.buffer);
    this.rom16 = new Uint16Array(mcu.bootrom.buffer);
    this.flashBytes = mcu.flash.length;
    this.isTrap = new Uint8Array(ROM_BYTES);
    for (const address of traps.keys()) this.isTrap[address] = 1;
    this.last = 0; // the cycles of the latest instruction
  }

  // Run at least `limit` cycles' instructions, but stop before one that is left to the core. Return how
  // many cycles that took, what the cache's misses cost included.
  run(limit) {
    const { core, cache, regs, ram8, ram16, ram32, flash8, flash16, flash32, rom16, flashBytes, isTrap } = this;
    let pc = regs[PC] & ~1;
    let n = core.N ? -1 : 0; // below 0: N is set
    let z = core.Z ? 0 : 1; // 0: Z is set
    let c = core.C;
    let v = core.V;
    let total = 0;
    let delta = 0;
    for (;;) {
      let opcode;
      let at = (pc - FLASH) >>> 0;
      if (at < flashBytes) {
        opcode = flash16[at >>> 1];
        if (cache !== null) cache.read(pc);
      }
      else if ((at = (pc - RAM) >>> 0) < RAM_BYTES) opcode = ram16[at >>> 1];
      else if ((at = pc >>> 0) < ROM_BYTES && !isTrap[at]) opcode = rom16[at >>> 1];
      else break;
      let cycles = 1;
      let next = pc + 2;
      const low = opcode & 7;
      const mid = (opcode >> 3) & 7;
      const high = (opcode >> 8) & 7;
      let a;
      let b;
      let r;
      const kind = kinds[opcode];
      if (kind === 0) break;
      switch (kind) {
        case ADD_IMM3:
          a = regs[mid];
          b = (opcode >> 6) & 7;
          regs[low] = n = z = r = (a + b) | 0;
          c = r >>> 0 < a >>> 0;
          v = ((a ^ r) & (b ^ r)) < 0;
          break;
        case ADD_IMM8:
          a = regs[high];
          b = opcode & 0xff;
          regs[high] = n = z = r = (a + b) | 0;
          c = r >>> 0 < a >>> 0;
          v = ((a ^ r) & (b ^ r)) < 0;
          break;
        case ADD_REG:
          a = regs[mid];
          b = regs[(opcode >> 6) & 7];
          regs[low] = n = z = r = (a + b) | 0;
          c = r >>> 0 < a >>> 0;
          v = ((a ^ r) & (b ^ r)) < 0;
          break;
        case SUB_IMM3:
          a = regs[mid];
          b = (opcode >> 6) & 7;
          regs[low] = n = z = r = (a - b) | 0;
          c = a >>> 0 >= b >>> 0;
          v = ((a ^ b) & (a ^ r)) < 0;
          break;
        case SUB_IMM8:
          a = regs[high];
          b = opcode & 0xff;
          regs[high] = n = z = r = (a - b) | 0;
          c = a >>> 0 >= b;
          v = ((a ^ b) & (a ^ r)) < 0;
          break;
        case SUB_REG:
          a = regs[mid];
          b = regs[(opcode >> 6) & 7];
          regs[low] = n = z = r = (a - b) | 0;
          c = a >>> 0 >= b >>> 0;
          v = ((a ^ b) & (a ^ r)) < 0;
          break;
        case NEGS:
          b = regs[mid];
          regs[low] = n = z = r = -b | 0;
          c = b === 0;
          v = (b & r) < 0;
          break;
        case CMP_IMM:
          a = regs[high];
          b = opcode & 0xff;
          n = z = r = (a - b) | 0;
          c = a >>> 0 >= b;
          v = ((a ^ b) & (a ^ r)) < 0;
          break;
        case CMP_REG:
          a = regs[low];
          b = regs[mid];
          n = z = r = (a - b) | 0;
          c = a >>> 0 >= b >>> 0;
          v = ((a ^ b) & (a ^ r)) < 0;
          break;
        case CMP_HIGH:
          regs[PC] = next;
          a = regs[((opcode >> 4) & 8) | low];
          b = regs[(opcode >> 3) & 0xf];
          n = z = r = (a - b) | 0;
          c = a >>> 0 >= b >>> 0;
          v = ((a ^ b) & (a ^ r)) < 0;
          break;
        case ADD_HIGH: {
          const from = (opcode >> 3) & 0xf;
          const to = ((opcode & 0x80) >> 4) | low;
          a = to === PC ? next + 2 : regs[to];
          b = from === PC ? next + 2 : regs[from];
          r = (a + b) | 0;
          if (to === PC) {
            next = r & ~1;
            cycles = 2;
          } else regs[to] = to === SP ? r & ~3 : r;
          break;
        }
        case MOV_HIGH: {
          const from = (opcode >> 3) & 0xf;
          const to = ((opcode >> 4) & 8) | low;
          r = from === PC ? next + 2 : regs[from];
          if (to === PC) {
            next = r & ~1;
            cycles = 2;
          } else regs[to] = to === SP ? r & ~3 : r;
          break;
        }
        case ADD_SP_IMM:
          regs[high] = regs[SP] + ((opcode & 0xff) << 2);
          break;
        case SP_PLUS:
          regs[SP] = (regs[SP] + ((opcode & 0x7f) << 2)) & ~3;
          break;
        case SP_MINUS:
          regs[SP] = (regs[SP] - ((opcode & 0x7f) << 2)) & ~3;
          break;
        case ADR:
          regs[high] = (pc & ~3) + 4 + ((opcode & 0xff) << 2);
          break;
        case ANDS:
          regs[low] = n = z = regs[low] & regs[mid];
          break;
        case BICS:
          regs[low] = n = z = regs[low] & ~regs[mid];
          break;
        case EORS:
          regs[low] = n = z = regs[low] ^ regs[mid];
          break;
        case ORRS:
          regs[low] = n = z = regs[low] | regs[mid];
          break;
        case MVNS:
          regs[low] = n = z = ~regs[mid];
          break;
        case TST:
          n = z = regs[low] & regs[mid];
          break;
        case MULS:
          regs[low] = n = z = Math.imul(regs[mid], regs[low]);
          break;
        case MOVS:
          regs[high] = n = z = opcode & 0xff;
          break;
        case LSL_IMM:
          b = (opcode >> 6) & 0x1f;
          a = regs[mid];
          regs[low] = n = z = a << b;
          if (b) c = (a & (1 << (32 - b))) !== 0;
          break;
        case LSR_IMM:
          b = (opcode >> 6) & 0x1f;
          a = regs[mid];
          regs[low] = n = z = b ? a >>> b : 0;
          c = ((a >>> (b ? b - 1 : 31)) & 1) !== 0;
          break;
        case ASR_IMM:
          b = (opcode >> 6) & 0x1f;
          a = regs[mid];
          regs[low] = n = z = a >> (b || 31);
          c = (a & (1 << ((b || 32) - 1))) !== 0;
          break;
        case LSL_REG:
          b = regs[mid] & 0xff;
          a = regs[low];
          regs[low] = n = z = b >= 32 ? 0 : a << b;
          if (b) c = (a & (1 << (32 - b))) !== 0;
          break;
        case LSR_REG:
          b = regs[mid] & 0xff;
          a = regs[low];
          regs[low] = n = z = b < 32 ? (a >>> b) | 0 : 0;
          c = b <= 32 && ((a >>> (b - 1)) & 1) !== 0;
          break;
        case SXTB:
          regs[low] = (regs[mid] << 24) >> 24;
          break;
        case SXTH:
          regs[low] = (regs[mid] << 16) >> 16;
          break;
        case UXTB:
          regs[low] = regs[mid] & 0xff;
          break;
        case UXTH:
          regs[low] = regs[mid] & 0xffff;
          break;
        case NOP:
          break;
        case B_COND: {
          let taken;
          switch ((opcode >> 9) & 7) {
            case 0:
              taken = z === 0;
              break;
            case 1:
              taken = c;
              break;
            case 2:
              taken = n < 0;
              break;
            case 3:
              taken = v;
              break;
            case 4:
              taken = c && z !== 0;
              break;
            case 5:
              taken = n < 0 === v;
              break;
            default:
              taken = n < 0 === v && z !== 0;
          }
          if (taken !== ((opcode & 0x100) !== 0)) {
            next += ((opcode << 24) >> 23) + 2;
            cycles = 2;
          }
          break;
        }
        case B:
          next += ((opcode << 21) >> 20) + 2;
          cycles = 2;
          break;
        case BL: {
          at = (next - FLASH) >>> 0;
          if (at < flashBytes) {
            b = flash16[at >>> 1];
            if (cache !== null) cache.read(next);
          }
          else if ((at = (next - RAM) >>> 0) < RAM_BYTES) b = ram16[at >>> 1];
          else if ((at = next >>> 0) < ROM_BYTES) b = rom16[at >>> 1];
          else b = 0;
          if ((b & 0xd000) !== 0xd000) break;
          const s = (opcode >> 10) & 1;
          const i1 = 1 - (s ^ ((b >> 13) & 1));
          const i2 = 1 - (s ^ ((b >> 11) & 1));
          a = (s ? 0xff << 24 : 0) | (i1 << 23) | (i2 << 22) | ((opcode & 0x3ff) << 12) | ((b & 0x7ff) << 1);
          regs[LR] = (next + 2) | 1;
          next += 2 + a;
          cycles = 3;
          break;
        }
        case BLX:
          a = regs[(opcode >> 3) & 0xf];
          regs[LR] = next | 1;
          next = a & ~1;
          cycles = 2;
          break;
        case BX:
          a = regs[(opcode >> 3) & 0xf];
          if (a >>> 28 === 0xf) cycles = 0;
          else {
            next = a & ~1;
            cycles = 2;
          }
          break;
        case LDR_IMM:
          a = regs[mid] + ((opcode >> 4) & 0x7c);
          cycles = 2;
          if (a & 3) cycles = 0;
          else if ((at = (a - RAM) >>> 0) < RAM_BYTES) regs[low] = ram32[at >>> 2];
          else if ((at = (a - FLASH) >>> 0) < flashBytes) {
            regs[low] = flash32[at >>> 2];
            if (cache !== null) cache.read(a);
          }
          else cycles = 0;
          break;
        case LDR_REG:
          a = regs[mid] + regs[(opcode >> 6) & 7];
          cycles = 2;
          if (a & 3) cycles = 0;
          else if ((at = (a - RAM) >>> 0) < RAM_BYTES) regs[low] = ram32[at >>> 2];
          else if ((at = (a - FLASH) >>> 0) < flashBytes) {
            regs[low] = flash32[at >>> 2];
            if (cache !== null) cache.read(a);
          }
          else cycles = 0;
          break;
        case LDR_SP:
          a = regs[SP] + ((opcode & 0xff) << 2);
          cycles = 2;
          if ((at = (a - RAM) >>> 0) < RAM_BYTES) regs[high] = ram32[at >>> 2];
          else cycles = 0;
          break;
        case LDR_LIT:
          a = ((pc + 4) & ~3) + ((opcode & 0xff) << 2);
          cycles = 2;
          if ((at = (a - FLASH) >>> 0) < flashBytes) {
            regs[high] = flash32[at >>> 2];
            if (cache !== null) cache.read(a);
          }
          else if ((at = (a - RAM) >>> 0) < RAM_BYTES) regs[high] = ram32[at >>> 2];
          else cycles = 0;
          break;
        case LDRH_IMM:
        case LDRH_REG:
        case LDRSH:
          a = regs[mid] + (kind === LDRH_IMM ? (opcode >> 5) & 0x3e : regs[(opcode >> 6) & 7]);
          cycles = 2;
          if (a & 1) cycles = 0;
          else if ((at = (a - RAM) >>> 0) < RAM_BYTES) r = ram16[at >>> 1];
          else if ((at = (a - FLASH) >>> 0) < flashBytes) {
            r = flash16[at >>> 1];
            if (cache !== null) cache.read(a);
          }
          else cycles = 0;
          if (cycles) regs[low] = kind === LDRSH ? (r << 16) >> 16 : r;
          break;
        case LDRB_IMM:
        case LDRB_REG:
        case LDRSB:
          a = regs[mid] + (kind === LDRB_IMM ? (opcode >> 6) & 0x1f : regs[(opcode >> 6) & 7]);
          cycles = 2;
          if ((at = (a - RAM) >>> 0) < RAM_BYTES) r = ram8[at];
          else if ((at = (a - FLASH) >>> 0) < flashBytes) {
            r = flash8[at];
            if (cache !== null) cache.read(a);
          }
          else cycles = 0;
          if (cycles) regs[low] = kind === LDRSB ? (r << 24) >> 24 : r;
          break;
        case STR_IMM:
          at = (regs[mid] + ((opcode >> 4) & 0x7c) - RAM) >>> 0;
          cycles = 2;
          if (at < RAM_BYTES && !(at & 3)) ram32[at >>> 2] = regs[low];
          else cycles = 0;
          break;
        case STR_REG:
          at = (regs[mid] + regs[(opcode >> 6) & 7] - RAM) >>> 0;
          cycles = 2;
          if (at < RAM_BYTES && !(at & 3)) ram32[at >>> 2] = regs[low];
          else cycles = 0;
          break;
        case STR_SP:
          at = (regs[SP] + ((opcode & 0xff) << 2) - RAM) >>> 0;
          cycles = 2;
          if (at < RAM_BYTES) ram32[at >>> 2] = regs[high];
          else cycles = 0;
          break;
        case STRH_IMM:
        case STRH_REG:
          a = regs[mid] + (kind === STRH_IMM ? (opcode >> 5) & 0x3e : regs[(opcode >> 6) & 7]);
          cycles = 2;
          at = (a - RAM) >>> 0;
          if (at < RAM_BYTES && !(at & 1)) ram16[at >>> 1] = regs[low];
          else cycles = 0;
          break;
        case STRB_IMM:
        case STRB_REG:
          a = regs[mid] + (kind === STRB_IMM ? (opcode >> 6) & 0x1f : regs[(opcode >> 6) & 7]);
          cycles = 2;
          at = (a - RAM) >>> 0;
          if (at < RAM_BYTES) ram8[at] = regs[low];
          else cycles = 0;
          break;
        case LDM:
        case STM:
        case PUSH:
        case POP: {
          const list = opcode & 0xff;
          const base = kind === PUSH || kind === POP ? SP : (opcode >> 8) & 7;
          const extra = base === SP ? (opcode >> 8) & 1 : 0; // LR or PC too
          const bytes = 4 * (ones[list] + extra);
          a = regs[base] - (kind === PUSH ? bytes : 0);
          at = (a - RAM) >>> 0;
          // All of it in RAM; the core does the rest.
          if (at & 3 || at + bytes > RAM_BYTES) {
            cycles = 0;
            break;
          }
          at >>>= 2;
          if (kind === POP && extra && ram32[at + ones[list]] >>> 28 === 0xf) {
            cycles = 0;
            break;
          }
          if (kind === LDM || kind === POP) {
            for (let i = 0, left = list; left; i++, left >>= 1) if (left & 1) regs[i] = ram32[at++];
          } else {
            for (let i = 0, left = list; left; i++, left >>= 1) if (left & 1) ram32[at++] = regs[i];
          }
          cycles = 1 + ones[list];
          if (kind === PUSH) {
            if (extra) ram32[at] = regs[LR];
            regs[SP] = a & ~3;
          } else if (kind === POP) {
            regs[SP] = (a + bytes) & ~3;
            if (extra) {
              next = ram32[at] & ~1;
              cycles += 2;
            }
          } else if (!(list & (1 << base))) regs[base] = a + bytes;
          break;
        }
      }
      // BL without its second half stays 1 cycle long, and next where it was: it is left to the core too.
      if (cycles === 0 || (kind === BL && cycles === 1)) break;
      pc = next;
      core.cycles += cycles;
      delta = cycles;
      if (cache !== null && cache.misses) delta += cache.cycles();
      total += delta;
      if (total >= limit) break;
    }
    core.registers[PC] = pc;
    core.N = n < 0;
    core.Z = z === 0;
    core.C = c;
    core.V = v;
    this.last = delta;
    return total;
  }
}
