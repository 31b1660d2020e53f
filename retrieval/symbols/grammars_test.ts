import assert from "node:assert/strict";
import { abandonTreeSitter, GRAMMARS, loadGrammar } from "./grammars.ts";
import { TreeParser } from "./tree_parser.ts";

Deno.test("GRAMMARS has the languages with a grammar, in the order of their names", () => {
  const languages = GRAMMARS.map(({ language }) => language);
  assert.deepEqual(languages, languages.toSorted());
  assert.ok(languages.includes("typescript") && !languages.includes("klingon"));
});

Deno.test("loadGrammar() reads each grammar once", async () => {
  const [grammar] = GRAMMARS;
  assert.ok(grammar !== undefined);
  assert.equal(await loadGrammar(grammar), await loadGrammar({ ...grammar }));
});

Deno.test("the rules of GRAMMARS use only node types of the grammars", async () => {
  for (const source of GRAMMARS) {
    const { types } = await loadGrammar(source);
    const { default: { names } } = await source.references();
    const known = names.split(" ").filter((type) => types.includes(type));
    assert.ok(known.length > 0, source.language);
  }
});

// The last test of this file: its effect lasts for the rest of the process.
Deno.test("TreeParser.load() returns nothing after tree-sitter was abandoned", async () => {
  using before = new TreeParser();
  assert.notEqual(await before.load("javascript"), undefined);
  abandonTreeSitter(new Error("Memory is broken"));
  using after = new TreeParser();
  assert.equal(await after.load("javascript"), undefined);
});
