import assert from "node:assert/strict";
import PLUGIN from "./lint_plugin.ts";

/** Returns the texts that the rules report in a source. */
function lint(source: string, path = "a.ts"): string[] {
  return Deno.lint.runPlugin(PLUGIN, path, source).map(({ id, range: [start, end] }) =>
    `${id}: ${source.slice(start, end)}`
  );
}

Deno.test("no-fresh-spread reports an object literal that is spread", () => {
  assert.deepEqual(lint("const x = { ...{ a, b }, c: { ...{ d: 1 } } };"), [
    "dossier/no-fresh-spread: { a, b }",
    "dossier/no-fresh-spread: { d: 1 }",
  ]);
});

Deno.test("no-fresh-spread ignores unknown values, lists and arguments", () => {
  const source = "const x = { ...y, ...(z ? {} : { a }), ...z && { b }, ...f({ c }) };\n" +
    "const list = [...[1, 2], ...y];";
  assert.deepEqual(lint(source), []);
});

Deno.test("no-inexact-math reports functions that differ between engines, only in the program", () => {
  const source = "x = Math.log(2) + Math.sqrt(2) * y ** 0.5 + 2 ** 31 + Math.floor(z);\n" +
    'x **= 2; Math["exp"](1); [1].map(Math.tanh); const { pow } = Math; f.log(1);';
  const found = ["Math.log", "y ** 0.5", "x **= 2", 'Math["exp"]', "Math.tanh", "{ pow }"];
  assert.deepEqual(
    lint(source, "core/rank/a.ts"),
    found.map((text) => `dossier/no-inexact-math: ${text}`),
  );
  for (const path of ["core/rank/a_test.ts", "bench/a.ts", "tests/a.ts"]) {
    assert.deepEqual(lint(source, path), []);
  }
});

Deno.test("plain-words reports names and comments with words outside the glossary", () => {
  const source = "/** Whether it is open. */\nconst isTold = 1;\n" +
    "// The one behind the slash is gone.\nfunction tellBundle(storyteller) {}\n" +
    "/** Returns the names, in order of lines. */\nfunction listNames() {}\n";
  assert.deepEqual(lint(source, "features/policy/a.ts").toSorted(), [
    "dossier/plain-words: /** Whether it is open. */",
    "dossier/plain-words: // The one behind the slash is gone.",
    "dossier/plain-words: isTold",
    "dossier/plain-words: tellBundle",
  ]);
  assert.deepEqual(lint(source, "features/policy/a_test.ts"), []);
});
