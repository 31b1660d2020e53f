import assert from "node:assert/strict";
import fc from "fast-check";
import { parse, stringify } from "smol-toml";
import { type PositionedEntry, type PositionedValue, toPlainValue } from "@dossier/core/yaml";
import { parseToml } from "./parse_toml.ts";

/** Returns `line:column` of key and value. */
function place(text: string, ...path: readonly string[]): string | undefined {
  const placed = parseToml(text);
  if (placed.kind !== "toml") return undefined;
  let found: string | undefined;
  let value: PositionedValue | undefined = placed.table;
  for (const name of path) {
    const entry: PositionedEntry | undefined = value?.entries?.find(({ key }) => key === name);
    value = entry?.value ?? value?.items?.[Number(name)];
    const places = [entry?.position ?? value?.position, value?.position];
    found = value && places.map((at) => `${at?.line}:${at?.column}`).join(" ");
  }
  return found;
}

Deno.test("parseToml() finds keys of tables, dotted keys and inline tables", () => {
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

Deno.test("parseToml() ignores TOML syntax in strings and comments", () => {
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
  assert.equal(place(text, "context", "alpha"), "12:1 12:9");
  assert.equal(place(text, "c", "0"), "8:3 8:3");
  assert.equal(place(text, "c", "1"), "9:3 9:3");
  assert.equal(place(text, "context", "beta"), undefined);
});

Deno.test("parseToml() collects the parts of a table and the tables of an array", () => {
  const text = "[[a]]\nb = 1\n[a.c]\nd = 2\n[[a]]\nb = 3\n[x.y]\nz = 4\n[x]\nw = 5\n";
  assert.equal(place(text, "a"), "1:1 1:1");
  assert.equal(place(text, "a", "1", "b"), "6:1 6:5");
  assert.equal(place(text, "a", "0", "c", "d"), "4:1 4:5");
  assert.equal(place(text, "x", "y", "z"), "8:1 8:5");
  assert.equal(place(text, "x", "w"), "10:1 10:5");
});

Deno.test("parseToml() reports where a text stops being TOML", () => {
  assert.deepEqual(
    ["a = 1\n[exclude\n\n", "a = 1\na = 2\n", "a = 1\nb =\nc = 2"].map((text) => {
      const placed = parseToml(text);
      return placed.kind === "broken" && [placed.place.line, placed.reason !== ""];
    }),
    [[2, true], [2, true], [2, true]],
  );
});

Deno.test("parseToml() reads the output of a TOML writer like another reader", () => {
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
      const placed = parseToml(text);
      assert.ok(placed.kind === "toml", text);
      assert.deepEqual(toPlainValue(placed.table), JSON.parse(JSON.stringify(parse(text))));
    }),
    { numRuns: 300 },
  );
});

Deno.test("parseToml() takes time in proportion to a text of many tables or long strings", () => {
  const tables = Array.from({ length: 50_000 }, (_, at) => `[a${at}]`).join("\n");
  assert.equal(place(`${tables}\n[z]\nc = 1\n`, "z", "c"), "50002:1 50002:5");
  const long = `a = """${"x\n".repeat(400_000)}"""\n`;
  assert.equal(parseToml(long).kind, "broken");
});
