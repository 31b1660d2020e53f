import assert from "node:assert/strict";
import PLUGIN from "./lint_plugin.ts";

/** Returns what is reported of a source, as the texts that the reports are about. */
function lint(source: string): string[] {
  return Deno.lint.runPlugin(PLUGIN, "a.ts", source).map(({ id, range: [start, end] }) =>
    `${id}: ${source.slice(start, end)}`
  );
}

Deno.test("no-fresh-spread reports an object literal that is spread", () => {
  assert.deepEqual(lint("const x = { ...{ a, b }, c: { ...{ d: 1 } } };"), [
    "dossier/no-fresh-spread: { a, b }",
    "dossier/no-fresh-spread: { d: 1 }",
  ]);
});

Deno.test("no-fresh-spread leaves what is not known before, lists and arguments alone", () => {
  const source = "const x = { ...y, ...(z ? {} : { a }), ...z && { b }, ...f({ c }) };\n" +
    "const list = [...[1, 2], ...y];";
  assert.deepEqual(lint(source), []);
});
