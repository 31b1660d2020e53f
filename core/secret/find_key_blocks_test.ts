import assert from "node:assert/strict";
import { findKeyBlocks } from "./find_key_blocks.ts";

const LINE = "MIIEab+/0123".repeat(6).slice(0, 64);
const BEGIN = ["-----BEGIN", "RSA", "PRIVATE", "KEY-----"].join(" ");
const END = BEGIN.replace("BEGIN", "END");

/** Returns the findings as text. */
function keysIn(text: string, isPart = false): readonly string[] {
  return findKeyBlocks(text, { isPart }).map(({ start, end }) => text.slice(start, end));
}

Deno.test("findKeyBlocks() finds whole keys, each from its first to its last line", () => {
  const key = `${BEGIN}\n${LINE}\n${LINE}\nAbC=\n${END}`;
  assert.deepEqual(keysIn(`a\n${key}\nb\n${key}`), [key, key]);
  const short = `${BEGIN}\n${"MIIEabcdef\n".repeat(12)}${END}`;
  assert.deepEqual(keysIn(short), [short]);
  const locked = `${BEGIN}\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,0A\n\n${LINE}\n${END}`;
  assert.deepEqual(keysIn(locked), [locked]);
});

Deno.test("findKeyBlocks() finds the first lines of a key up to its last line in the text", () => {
  assert.deepEqual(keysIn(`x\n${BEGIN}\n${LINE}\n${LINE}`), [`${BEGIN}\n${LINE}\n${LINE}`]);
  assert.deepEqual(keysIn(`${BEGIN}\n${LINE}\nAb12\nreturn\nx = 1`), [`${BEGIN}\n${LINE}\nAb12`]);
  assert.deepEqual(keysIn(`${BEGIN}\n# Proc-Type: 4\n\n# ${LINE}\n}`), [
    `${BEGIN}\n# Proc-Type: 4\n\n# ${LINE}`,
  ]);
  assert.deepEqual(keysIn(`"${BEGIN}\\n${LINE}\\n`), [`${BEGIN}\\n${LINE}\\n`]);
});

Deno.test("findKeyBlocks() finds the last lines of a key from its first line in the text", () => {
  assert.deepEqual(keysIn(`x = 1\n${LINE}\n${LINE}\nAb==\n${END}\ny`), [
    `${LINE}\n${LINE}\nAb==\n${END}`,
  ]);
  assert.deepEqual(keysIn(`${LINE}\n  ${LINE}\n  ${END}`), [`${LINE}\n  ${LINE}\n  ${END}`]);
});

Deno.test("findKeyBlocks() finds a part of a file that consists only of lines of a key", () => {
  assert.deepEqual(keysIn(`${LINE}\n${LINE}\n`, true), [`${LINE}\n${LINE}\n`]);
  assert.deepEqual(keysIn(`${LINE}\n${LINE}\n`), []);
  assert.deepEqual(keysIn(LINE, true), []);
  assert.deepEqual(keysIn(`${LINE}\nx = 1\n`, true), []);
});

Deno.test("findKeyBlocks() finds no key in text that only mentions its marks", () => {
  assert.deepEqual(keysIn(`It starts with ${BEGIN} and ends with ${END}.`), []);
  assert.deepEqual(keysIn(`const a = "${BEGIN}";\nconst b = "${END}";\nreturn\n`), []);
  assert.deepEqual(keysIn(`${BEGIN}\n...\n${END}`), []);
  assert.deepEqual(keysIn(`${BEGIN}\nreturn\nthis`), []);
  assert.deepEqual(keysIn(`end\n${END}\n${BEGIN}\n`), []);
  assert.deepEqual(keysIn(BEGIN.replace("PRIVATE", "PUBLIC") + `\n${LINE}`), []);
});
