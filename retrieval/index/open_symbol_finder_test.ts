import assert from "node:assert/strict";
import { openSymbolFinder } from "./open_symbol_finder.ts";

const CSHARP = "namespace App\n{\n  class Service\n  {\n    void Run() { }\n  }\n}\n";

/** The class with its container, which outlines and trees name differently. */
function describe(symbols: readonly { name: string; container?: string }[]): string[] {
  return symbols.map(({ name, container }) => `${container ?? ""}.${name}`);
}

Deno.test("openSymbolFinder() reads trees where there is a grammar", async () => {
  using trees = await openSymbolFinder("tree", ["csharp", "kotlin"]);
  using outlines = await openSymbolFinder("outline", ["csharp", "kotlin"]);
  assert.ok(describe(trees.find(CSHARP, "csharp")).includes("App.Service"));
  assert.ok(!describe(outlines.find(CSHARP, "csharp")).includes("App.Service"));
});

Deno.test("openSymbolFinder() goes line by line where there is no grammar", async () => {
  using trees = await openSymbolFinder("tree", ["kotlin"]);
  assert.deepEqual(describe(trees.find("fun start() {\n}\n", "kotlin")), [".start"]);
});
