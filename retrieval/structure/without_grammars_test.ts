import assert from "node:assert/strict";
import { makeTree } from "../../tests/temp_tree.ts";
import { openEngine } from "../engine.ts";
import { PROGRAM } from "../machine/mod.ts";
import { abandonTreeSitter } from "../symbols/grammars.ts";

const TREE = {
  "src/retry.ts":
    "export function retryUpload() {\n  return pauseAfter(1);\n}\n\nfunction pauseAfter(attempt: number) {}\n",
  "src/queue.ts":
    'import { retryUpload } from "./retry.ts";\n\n// retryUpload is slow.\nexport function drain() {\n  return retryUpload();\n}\n',
  "src/queue_test.ts": 'import { drain } from "./queue.ts";\n\nDeno.test("it", () => drain());\n',
};

// Its effect lasts for the rest of the process, so it is the only test of this file.
Deno.test("Engine.structure() lists uses of a name when the grammar cannot be loaded, and reports it", async () => {
  abandonTreeSitter(new Error("no such package"));
  using tree = makeTree(TREE);
  using engine = await openEngine({ root: tree.root });
  const cases = [
    ["callers", "retryUpload", ["drain"]],
    ["callees", "retryUpload", ["pauseAfter"]],
    ["impact", "pauseAfter", ["retryUpload", "drain"]],
    ["tests", "retryUpload", [undefined]],
  ] as const;
  for (const [kind, target, expected] of cases) {
    const { definitions, notes } = await engine.structure({ kind, targets: [target] });
    const names = definitions.map(({ symbol }) => symbol);
    for (const name of expected) assert.ok(names.includes(name), `${kind}: ${names}`);
    assert.ok(definitions.every(({ certainty }) => certainty === "likely"), kind);
    assert.deepEqual(notes.map(({ code }) => code), ["calls-unresolved", "package-missing"], kind);
    assert.equal(
      notes[1]?.message,
      `The grammar of typescript could not be loaded: "${PROGRAM} doctor" says which package is missing`,
    );
  }
});
