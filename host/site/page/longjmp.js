// C's longjmp, by which MicroPython leaves a function that raises, without JavaScript.
//
// Emscripten has a function of JavaScript, invoke_..., around every call in which an exception may
// be caught. MicroPython makes such calls all the time, and they take 40 % of its time. Here a
// small module of WebAssembly has these functions, made for the names that a program imports: in
// invoke_vii the first letter is what the function at an index of the program's table returns, and
// the others are its arguments; v is nothing and i an i32.
//
// Each of these calls uses the program's table and the pointer to its stack. So the small module
// has both, and the program is changed to import them: asking a function of the program where its
// stack is took a third of what such a call takes.

const THROW = "_emscripten_throw_longjmp";
const INVOKE = /^invoke_([vi])(i*)$/;
const HEADER = 8; // bytes before the first section
const I32 = 0x7f, FUNCREF = 0x70, FUNCTION_TYPE = 0x60, EMPTY = 0x40;
const TYPES = 1, IMPORTS = 2, FUNCTIONS = 3, TABLES = 4, GLOBALS = 6, EXPORTS = 7, CODE = 10;
const TAGS = 13;
const IS_FUNCTION = 0, IS_TABLE = 1, IS_GLOBAL = 3;
// Instructions
const TRY = 0x06, CATCH = 0x07, THROW_TAG = 0x08, END = 0x0b, CALL_INDIRECT = 0x11;
const GET = 0x20, SET = 0x21, GET_GLOBAL = 0x23, SET_GLOBAL = 0x24, CONST = 0x41;
// The tables: the program's own functions, and its setThrew. The only global variable: the pointer.
const PROGRAM = 0, THREW = 1;
const POINTER = 0;
const SET_THREW = 1; // a type
const FIRST_TYPES = [type([], []), type([I32, I32], [])];

/** Return a WebAssembly.instantiate whose programs use no JavaScript for longjmp. */
export function withoutJavaScript(instantiate) {
  return async (binary, imports) => {
    const names = Object.keys(imports.env).filter((name) => INVOKE.test(name));
    const { program, table, pointer } = lend(new Uint8Array(binary));
    const { instance: { exports: own } } = await instantiate(invokers(names, table, pointer));
    const { threw, ...lent } = own;
    const made = await instantiate(program, { ...imports, env: { ...imports.env, ...lent } });
    const { exports } = made.instance;
    if (own.pointer.value !== exports.emscripten_stack_get_current()) {
      throw new Error("the program's first global variable does not point to its stack");
    }
    threw.set(0, exports.setThrew);
    return made;
  };
}

/** Return the program of these bytes with its table and the pointer to its stack as imports, and
 * the two as it had them. The pointer is the first global variable of what LLVM makes, and
 * imports are numbered before the rest: nothing gets another number. */
function lend(bytes) {
  const sections = new Map(); // by their numbers; those of number 0 only describe the others
  for (let at = HEADER; at < bytes.length;) {
    const [length, begin] = read(bytes, at + 1);
    if (bytes[at]) sections.set(bytes[at], bytes.subarray(begin, begin + length));
    at = begin + length;
  }
  const [count, first] = read(sections.get(GLOBALS), 0);
  const globals = sections.get(GLOBALS).subarray(first);
  const [, afterValue] = read(globals, 3); // the type, whether it can change, CONST
  const pointer = [...globals.subarray(0, afterValue + 1)];
  const table = [...sections.get(TABLES).subarray(1)];
  const [imported, firstImport] = read(sections.get(IMPORTS), 0);
  sections.set(GLOBALS, [...number(count - 1), ...globals.subarray(pointer.length)]);
  sections.delete(TABLES);
  sections.set(IMPORTS, [
    ...number(imported + 2), ...sections.get(IMPORTS).subarray(firstImport),
    ...text("env"), ...text("program"), IS_TABLE, ...table,
    ...text("env"), ...text("pointer"), IS_GLOBAL, ...pointer.slice(0, 2),
  ]);
  const parts = [...sections].flatMap(([id, body]) => [
    Uint8Array.from([id, ...number(body.length)]), Uint8Array.from(body),
  ]);
  const program = new Uint8Array(parts.reduce((sum, part) => sum + part.length, HEADER));
  program.set(bytes.subarray(0, HEADER));
  let end = HEADER;
  for (const part of parts) {
    program.set(part, end);
    end += part.length;
  }
  return { program, table, pointer };
}

/** Return the small module, as bytes, with this `table` and `pointer`. */
function invokers(names, table, pointer) {
  const types = [...FIRST_TYPES];
  const bodies = [code(0, THROW_TAG, 0)];
  const ownTypes = [0];
  names.forEach((name) => {
    const [, result, taken] = INVOKE.exec(name);
    const values = result === "v" ? [] : [I32];
    const given = Array(taken.length).fill(I32);
    types.push(type(given, values), type([I32, ...given], values));
    ownTypes.push(types.length - 1);
    bodies.push(invoker(taken.length, values, types.length - 2));
  });
  const exported = [THROW, ...names].map((name, i) => [...text(name), IS_FUNCTION, i]);
  exported.push([...text("program"), IS_TABLE, PROGRAM], [...text("threw"), IS_TABLE, THREW]);
  exported.push([...text("pointer"), IS_GLOBAL, POINTER]);
  return Uint8Array.from([
    0, ...letters("asm"), 1, 0, 0, 0,
    ...section(TYPES, types), ...section(FUNCTIONS, ownTypes.map((n) => [n])),
    ...section(TABLES, [table, [FUNCREF, 0, 1]]), ...section(TAGS, [[0, 0]]),
    ...section(GLOBALS, [pointer]), ...section(EXPORTS, exported), ...section(CODE, bodies),
  ]);
}

/** Return the code of an invoke_... with `count` arguments after the index: it calls the function
 * of `target`, a type, and if that throws, restores the stack and says so by setThrew(1, 0). */
function invoker(count, values, target) {
  const before = count + 1; // the local variable with the stack as it was
  const given = Array.from({ length: count }, (_, n) => [GET, n + 1]).flat();
  return code(
    1,
    GET_GLOBAL, POINTER, SET, before,
    TRY, values[0] ?? EMPTY, ...given, GET, 0, CALL_INDIRECT, target, PROGRAM,
    CATCH, 0, GET, before, SET_GLOBAL, POINTER,
    CONST, 1, CONST, 0, CONST, 0, CALL_INDIRECT, SET_THREW, THREW,
    ...values.flatMap(() => [CONST, 0]),
    END,
  );
}

// The format: https://webassembly.github.io/spec/core/binary/

function type(given, values) {
  return [FUNCTION_TYPE, given.length, ...given, values.length, ...values];
}

/** Return a function of `locals` local variables, all i32. */
function code(locals, ...instructions) {
  const body = [...(locals ? [1, locals, I32] : [0]), ...instructions, END];
  return [...number(body.length), ...body];
}

function section(id, entries) {
  const body = [...number(entries.length), ...entries.flat()];
  return [id, ...number(body.length), ...body];
}

function text(said) {
  return [...number(said.length), ...letters(said)];
}

function letters(said) {
  return [...new TextEncoder().encode(said)];
}

function number(value) {
  const low = value & 0x7f;
  return value === low ? [low] : [low | 0x80, ...number(value >>> 7)];
}

/** Return the number that begins at `at`, and where it ends. */
function read(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value |= (byte & 0x7f) << shift;
    if (byte < 0x80) return [value, at];
  }
}
