import assert from "node:assert/strict";
import { abandonTreeSitter, GRAMMARS, loadGrammar } from "./grammars.ts";
import { openSyntax } from "./open_syntax.ts";

Deno.test("GRAMMARS has the languages with a syntax tree in the order of their names", () => {
  const languages = GRAMMARS.map(({ language }) => language);
  assert.deepEqual(languages, languages.toSorted());
  assert.ok(languages.includes("lua") && !languages.includes("klingon"));
});

Deno.test("loadGrammar() reads each grammar once", async () => {
  const [grammar] = GRAMMARS;
  assert.ok(grammar !== undefined);
  assert.equal(await loadGrammar(grammar), await loadGrammar({ ...grammar }));
});

Deno.test("the rules of GRAMMARS name only node types that the grammars have", async () => {
  for (const source of GRAMMARS) {
    const { types } = await loadGrammar(source);
    const { definitions, wrappers, blocks, comments, attributes } = await source.rules();
    const named = [...Object.keys(definitions), wrappers, blocks, comments, attributes]
      .flatMap((list) => list?.split(" ") ?? []);
    const unknown = named.filter((type) => !types.includes(type));
    assert.deepEqual(unknown.filter((type) => !SHARED_TYPES.has(type)), [], source.language);
  }
});

/** Types that only some of the grammars have which share rules. */
const SHARED_TYPES = new Set([
  // TypeScript only.
  "function_signature",
  "abstract_class_declaration",
  "interface_declaration",
  "type_alias_declaration",
  "enum_declaration",
  "internal_module",
  "module",
  "method_signature",
  "abstract_method_signature",
  "public_field_definition",
  "ambient_declaration",
  // JavaScript only.
  "field_definition",
  // C++ only.
  "class_specifier",
  "namespace_definition",
  "alias_declaration",
  "concept_definition",
  "template_declaration",
]);

// The last test of this file: what it does holds for the rest of the process that runs it.
Deno.test("openSyntax() names the languages without trees after tree-sitter was abandoned", async () => {
  using before = await openSyntax(["lua"]);
  assert.equal(before.extractSymbols("function f() end", "lua")?.length, 1);
  abandonTreeSitter(new Error("Memory is broken"));
  using after = await openSyntax(["lua", "go"]);
  assert.deepEqual(after.failures, [
    { language: "lua", reason: "Memory is broken" },
    { language: "go", reason: "Memory is broken" },
  ]);
  assert.equal(after.has("lua"), false);
  assert.equal(after.extractSymbols("function f() end", "lua"), undefined);
});
