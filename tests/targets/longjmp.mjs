// C's longjmp, by which MicroPython leaves a function that raises, without JavaScript.
//
// Emscripten has a function of JavaScript, invoke_..., around every call in which an exception may
// be caught. MicroPython makes such calls all the time, and they take 40 % of its time. Here a
// small module of WebAssembly has these functions, made for the names that a program imports: in
// invoke_vii the first letter is what the function at an index of the program's table returns, and
// the others are its arguments; v is nothing and i an i32.

const THROW = "_emscripten_throw_longjmp";
const INVOKE = /^invoke_([vi])(i*)$/;
const I32 = 0x7f, FUNCREF = 0x70, FUNCTION_TYPE = 0x60, EMPTY = 0x40;
const TYPES = 1, FUNCTIONS = 3, TABLES = 4, EXPORTS = 7, CODE = 10, TAGS = 13;
const IS_FUNCTION = 0, IS_TABLE = 1;
// Instructions
const TRY = 0x06, CATCH = 0x07, THROW_TAG = 0x08, END = 0x0b, CALL_INDIRECT = 0x11;
const GET = 0x20, SET = 0x21, CONST = 0x41;
// The tables: the program's own functions, and those of STACK, which are `save`, `restore`, `fail`.
const PROGRAM = 0, STACK = 1;
const STACK_FUNCTIONS = ["emscripten_stack_get_current", "_emscripten_stack_restore", "setThrew"];
const [SAVE, RESTORE, FAIL] = [0, 1, 2];
const STACK_TYPES = [type([], [I32]), type([I32], []), type([I32, I32], [])];

/** Return a WebAssembly.instantiate whose programs use no JavaScript for longjmp. */
export function withoutJavaScript(instantiate) {
  return async (binary, imports) => {
    const names = Object.keys(imports.env).filter((name) => INVOKE.test(name));
    const { instance: { exports: own } } = await instantiate(invokers(names));
    const { program, stack, ...functions } = own;
    const made = await instantiate(binary, { ...imports, env: { ...imports.env, ...functions } });
    const { exports } = made.instance;
    const table = exports.__indirect_function_table;
    program.grow(table.length);
    for (let i = 0; i < table.length; i += 1) program.set(i, table.get(i));
    STACK_FUNCTIONS.forEach((name, i) => stack.set(i, exports[name]));
    return made;
  };
}

/** Return the module, as bytes. */
function invokers(names) {
  const types = [type([], []), ...STACK_TYPES];
  const bodies = [code(0, THROW_TAG, 0)];
  const ownTypes = [0];
  names.forEach((name) => {
    const [, result, letters] = INVOKE.exec(name);
    const values = result === "v" ? [] : [I32];
    const given = Array(letters.length).fill(I32);
    types.push(type(given, values), type([I32, ...given], values));
    ownTypes.push(types.length - 1);
    bodies.push(invoker(letters.length, values, types.length - 2));
  });
  const exported = [THROW, ...names].map((name, i) => [...text(name), IS_FUNCTION, i]);
  exported.push([...text("program"), IS_TABLE, PROGRAM], [...text("stack"), IS_TABLE, STACK]);
  const tables = [0, STACK_FUNCTIONS.length].map((length) => [FUNCREF, 0, length]);
  return Uint8Array.from([
    0, ...Buffer.from("asm"), 1, 0, 0, 0,
    ...section(TYPES, types), ...section(FUNCTIONS, ownTypes.map((n) => [n])),
    ...section(TABLES, tables), ...section(TAGS, [[0, 0]]),
    ...section(EXPORTS, exported), ...section(CODE, bodies),
  ]);
}

/** Return the code of an invoke_... with `count` arguments after the index: it calls the function
 * of `target`, a type, and if that throws, restores the stack and says so by setThrew(1, 0). */
function invoker(count, values, target) {
  const before = count + 1; // the local variable with the stack as it was
  const given = Array.from({ length: count }, (_, n) => [GET, n + 1]).flat();
  return code(
    1,
    ...stackCall(SAVE), SET, before,
    TRY, values[0] ?? EMPTY, ...given, GET, 0, CALL_INDIRECT, target, PROGRAM,
    CATCH, 0, GET, before, ...stackCall(RESTORE), CONST, 1, CONST, 0, ...stackCall(FAIL),
    ...values.flatMap(() => [CONST, 0]),
    END,
  );
}

function stackCall(which) {
  return [CONST, which, CALL_INDIRECT, 1 + which, STACK];
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

function text(letters) {
  return [...number(letters.length), ...Buffer.from(letters)];
}

function number(value) {
  const low = value & 0x7f;
  return value === low ? [low] : [low | 0x80, ...number(value >>> 7)];
}
