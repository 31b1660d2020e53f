import assert from "node:assert/strict";
import { extractSymbols, listSymbols } from "../../../tests/list_symbols.ts";

const SAMPLE = `#!/usr/bin/env bash
# Builds it.
build() {
  local inner=1
}
function deploy { echo "$1"; }
LIMIT=10
count=1
readonly DEPTH=2
export PATH_LIST="a:b"
if [ -n "$X" ]; then
  fallback() { :; }
fi
CC=gcc make
`;

Deno.test("extractSymbols() finds the functions and settings of Bash", async () => {
  assert.deepEqual(await listSymbols(SAMPLE, "bash"), [
    "3-5 function ::build",
    "6-6 function ::deploy",
    "7-7 constant ::LIMIT",
    "9-9 constant ::DEPTH",
    "10-10 constant ::PATH_LIST",
    "12-12 function ::fallback",
  ]);
  const build = (await extractSymbols(SAMPLE, "bash"))?.[0];
  assert.equal(build?.doc, "Builds it.");
  assert.equal(build?.signature, "build()");
});
