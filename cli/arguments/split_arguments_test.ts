import assert from "node:assert/strict";
import { parseArgs } from "node:util";
import fc from "fast-check";
import type { OptionSpec } from "@dossier/retrieval/operation";
import { type Argument, splitArguments } from "./split_arguments.ts";

const SPECS: readonly OptionSpec[] = [
  { name: "budget", short: "b", value: "N", summary: "" },
  { name: "path", value: "GLOB", summary: "" },
  { name: "json", short: "j", summary: "" },
];

/** Returns the result of the runtime's own parser for the same words, in the same form. */
function parseWithRuntime(words: readonly string[]): Argument[] {
  const { tokens } = parseArgs({
    args: [...words],
    options: {
      budget: { type: "string", short: "b" },
      path: { type: "string" },
      json: { type: "boolean", short: "j" },
    },
    strict: false,
    tokens: true,
  });
  return tokens.flatMap((token): Argument[] => {
    if (token.kind === "option-terminator") return [];
    if (token.kind === "positional") return [{ kind: "word", word: token.value }];
    const { name, rawName: written, value, inlineValue } = token;
    const spec = SPECS.find((candidate) => candidate.name === name);
    return [{ kind: "option", spec, written, value, isInline: inlineValue === true }];
  });
}

Deno.test("splitArguments() splits known options like the runtime's own parser", () => {
  const word = fc.constantFrom(
    ...["--budget", "--budget=3", "--budget=", "-b", "-b3", "-jb", "-jb3", "--path", "--path=a=b"],
    ...["--json", "--json=x", "-j", "-jj", "--", "-", "word", "", "a=b"],
  );
  fc.assert(fc.property(fc.array(word, { maxLength: 6 }), (words) => {
    assert.deepEqual(splitArguments(words, SPECS), parseWithRuntime(words));
  }));
});

Deno.test("splitArguments() returns unknown options without a spec", () => {
  const unknown = { kind: "option", spec: undefined, value: undefined, isInline: false };
  assert.deepEqual(splitArguments(["--nope", "-x"], SPECS), [
    { ...unknown, written: "--nope" },
    { ...unknown, written: "-x" },
  ]);
});
