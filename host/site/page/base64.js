// Bytes as text, on their way between JavaScript and MicroPython.

const TURN = 0x8000; // bytes that are turned into characters at once

/** Return the bytes of a text in base64. */
export const bytes = (base64) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

/** Return the text in base64 for `data`, a Uint8Array. */
export function text(data) {
  let characters = "";
  for (let at = 0; at < data.length; at += TURN) {
    characters += String.fromCharCode(...data.subarray(at, at + TURN));
  }
  return btoa(characters);
}
