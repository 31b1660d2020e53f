import assert from "node:assert/strict";
import { abandonTreeSitter, GRAMMARS, hasGrammar, loadGrammar } from "./grammars.ts";
import { LANGUAGE_RULES } from "./language_rules.ts";
import { openSyntax } from "./open_syntax.ts";

Deno.test("GRAMMARS has a language for every rule and a rule for every language", () => {
  const languages = GRAMMARS.map(({ language }) => language);
  assert.deepEqual(languages, [...LANGUAGE_RULES.keys()]);
  assert.deepEqual(languages, languages.toSorted());
});

Deno.test("loadGrammar() reads each grammar once and knows what it has not", async () => {
  assert.equal(await loadGrammar("lua"), await loadGrammar("lua"));
  assert.equal(await loadGrammar("klingon"), undefined);
  assert.equal(hasGrammar("klingon"), false);
});

Deno.test("LANGUAGE_RULES name only node types that the grammars have", async () => {
  for (const [language, rules] of LANGUAGE_RULES) {
    const grammar = await loadGrammar(language);
    const types = new Set(grammar?.types);
    const { definitions, wrappers, blocks, comments, attributes } = rules;
    const named = [...definitions.keys(), ...wrappers, ...blocks, ...comments, ...attributes];
    const unknown = named.filter((type) => !types.has(type));
    assert.deepEqual(unknown.filter((type) => !SHARED_TYPES.has(type)), [], language);
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
