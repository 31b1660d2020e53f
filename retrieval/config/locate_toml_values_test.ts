import assert from "node:assert/strict";
import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { locateTomlValues } from "./locate_toml_values.ts";

/** Returns `line:column` of key and value. */
function place(text: string, ...path: readonly string[]): string | undefined {
  const found = locateTomlValues(text).get(JSON.stringify(path));
  return found && [found.key, found.value].map(({ line, column }) => `${line}:${column}`).join(" ");
}

Deno.test("locateTomlValues() finds keys of tables, dotted keys and inline tables", () => {
  const text = [
    "top = 1 # not [context]",
    "a.b . c = 2",
    "[context] # alpha = 9",
    "  alpha = 0.5",
    "[ x . 'y z' ]",
    '"q\\u0041" = { one = 1, two = { three = "}" }, "f r" = [] }',
  ].join("\r\n");
  assert.equal(place(text, "top"), "1:1 1:7");
  assert.equal(place(text, "a", "b", "c"), "2:1 2:11");
  assert.equal(place(text, "context"), "3:1 3:1");
  assert.equal(place(text, "context", "alpha"), "4:3 4:11");
  assert.equal(place(text, "x", "y z", "qA", "two", "three"), "6:32 6:40");
  assert.equal(place(text, "x", "y z", "qA", "f r"), "6:47 6:55");
  assert.equal(place(text, "alpha"), undefined);
});

Deno.test("locateTomlValues() is not taken in by what stands in strings and comments", () => {
  const text = [
    'a = """',
    "[context]",
    'alpha = "1" \\""" # still',
    '""""',
    "b = '''",
    "beta = 2'''''",
    "c = [ # one ]",
    '  "x]", # , y',
    "  [1, 2],",
    "] # end",
    "[context]",
    "alpha = 3",
  ].join("\n");
  assert.deepEqual(Object.keys(parse(text)), ["a", "b", "c", "context"]);
  assert.equal(place(text, "context", "alpha"), "12:1 12:9");
  assert.equal(place(text, "c", "0"), "8:3 8:3");
  assert.equal(place(text, "c", "1"), "9:3 9:3");
  assert.equal(place(text, "context", "beta"), undefined);
});

Deno.test("locateTomlValues() names the first of an array of tables", () => {
  assert.equal(place("[[context]]\na = 1\n[[context]]\na = 2\n", "context"), "1:1 1:1");
  assert.equal(place("[[context]]\na = 1\n[[context]]\na = 2\n", "context", "a"), "2:1 2:5");
});

Deno.test("locateTomlValues() walks long strings and long lists", () => {
  const size = 200_000;
  const text = `a = """${"x\n".repeat(size)}"""\nb = [${"1,\n".repeat(size)}]\nc = 1\n`;
  assert.equal(place(text, "c"), `${2 * size + 3}:1 ${2 * size + 3}:5`);
});

Deno.test("locateTomlValues() finds every key of what a writer of TOML writes", () => {
  const key = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("context", "alpha", "a.b", "'"))
    .filter((name) => name !== "__proto__" && name.isWellFormed());
  const leaf = fc.oneof(
    fc.string().filter((text) => text.isWellFormed()),
    fc.integer(),
    fc.boolean(),
    fc.array(fc.integer()),
  );
  const tree = fc.letrec((tie) => ({
    table: fc.dictionary(key, fc.oneof({ maxDepth: 3 }, leaf, tie("table")), { maxKeys: 4 }),
  })).table;
  fc.assert(
    fc.property(tree, (value) => {
      const text = stringify(value as Record<string, unknown>);
      const places = locateTomlValues(text);
      const expect = (node: Readonly<Record<string, unknown>>, path: readonly string[]) => {
        for (const [name, inner] of Object.entries(node)) {
          const isTable = typeof inner === "object" && !Array.isArray(inner);
          if (isTable) expect(inner as Record<string, unknown>, [...path, name]);
          else assert.ok(places.has(JSON.stringify([...path, name])), text);
        }
      };
      expect(parse(text), []);
    }),
    { numRuns: 300 },
  );
});

Deno.test("locateTomlValues() ends on any text, within its lines", () => {
  const piece = fc.constantFrom(
    ...["[", "]", "{", "}", "=", ".", ",", "'", '"', "'''", '"""', "\\", "#", "\n", "\r", "a", "1"],
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
      const text = pieces.join("");
      const lines = text.split("\n");
      for (const { key, value } of locateTomlValues(text).values()) {
        for (const { line, column } of [key, value]) {
          assert.ok(column >= 1 && column <= lines[line - 1]!.length + 1);
        }
      }
    }),
    { numRuns: 1000 },
  );
});
