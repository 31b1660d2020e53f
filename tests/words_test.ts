import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { readModuleGraph } from "./layers_graph.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

const PRODUCT_REGEXP = /^(?:core|retrieval|features|server|cli)\//;

const EXPORT_REGEXP =
  /^export (?:declare |abstract |async )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm;

function readProductSources(): ReadonlyMap<string, string> {
  const files = readModuleGraph(ROOT).files
    .filter((file) => PRODUCT_REGEXP.test(file) && !file.endsWith("_test.ts"));
  return new Map(files.map((file) => [file, Deno.readTextFileSync(`${ROOT}/${file}`)]));
}

/** Returns the files that declare an exported name, for names with several. */
function findAmbiguousNames(sources: ReadonlyMap<string, string>): ReadonlyMap<string, string[]> {
  const places = new Map<string, Set<string>>();
  for (const [file, source] of sources) {
    for (const [, name = ""] of source.matchAll(EXPORT_REGEXP)) {
      places.set(name, (places.get(name) ?? new Set()).add(file));
    }
  }
  const ambiguous = [...places].filter(([, files]) => files.size > 1);
  return new Map(ambiguous.map(([name, files]) => [name, [...files].sort()]));
}

Deno.test("findAmbiguousNames() finds a name that two files export, for any kind of export", () => {
  const sources = new Map([
    ["a.ts", "export const LINE = 1;\nexport async function read() {}\nexport type Line = 1;\n"],
    [
      "b.ts",
      "export interface Line {}\nexport function read(): void;\nexport function read() {}\n",
    ],
    ["c.ts", 'export { LINE } from "./a.ts";\nconst Line = "export const LINE";\n'],
  ]);
  const found = findAmbiguousNames(sources);
  assert.deepEqual([...found], [["read", ["a.ts", "b.ts"]], ["Line", ["a.ts", "b.ts"]]]);
});

/** Returns the exported types and functions of a source without a doc comment. */
function findUndocumented(source: string): string[] {
  // A directive for the linter is between a comment and its function.
  const lines = source.split("\n").filter((line) => !line.startsWith("// deno-lint-ignore "));
  const found = lines.flatMap((line, index) => {
    const [, name] = new RegExp(EXPORT_REGEXP.source).exec(line) ?? [];
    const isValue = line.startsWith("export const ");
    return name === undefined || isValue || lines[index - 1]?.endsWith("*/") ? [] : [name];
  });
  // Overloads have one comment, above the first.
  return found.filter((name) => !new RegExp(`\\*/\nexport function ${name}\\b`).test(source));
}

Deno.test("findUndocumented() finds what is exported without a comment above it", () => {
  const source = "/** Two. */\nexport const two = 2;\nexport interface Three {}\n" +
    "/** One. */\nexport function one(): void;\nexport function one(n?: number) {}\n" +
    "/** Four. */\n// deno-lint-ignore some-rule\nexport function four() {}\n" +
    "export function on() {}\n";
  assert.deepEqual(findUndocumented(source), ["Three", "on"]);
});

Deno.test("every exported type and function has a doc comment", () => {
  const sentences = [...readProductSources()].flatMap(([file, source]) =>
    findUndocumented(source).map((name) => `"${name}" of "${file}" has no comment`)
  );
  assert.deepEqual(sentences, []);
});

Deno.test("one exported name means one thing in the whole program", () => {
  const sentences = [...findAmbiguousNames(readProductSources())]
    .map(([name, places]) => `"${name}" is exported by "${places.join('" and "')}"`);
  assert.deepEqual(sentences, []);
});
