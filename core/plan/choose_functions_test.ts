import assert from "node:assert/strict";
import fc from "fast-check";
import type { SymbolDefinition, SymbolKind } from "../language/symbol.ts";
import type { WeightedSymbol } from "../query/query_symbols.ts";
import { chooseFileForm, chooseFunctions } from "./choose_functions.ts";
import type { LineRange } from "../fragment/lines.ts";

function definition(kind: SymbolKind, path: string, lines: string): SymbolDefinition {
  const [startLine = 0, endLine = 0] = lines.split("-").map(Number);
  const names = path.split(".");
  const name = names.pop() ?? "";
  const container = names.join(".");
  return {
    name,
    kind,
    startLine,
    endLine,
    signature: name,
    ...(container === "" ? {} : { container }),
  };
}

function named(path: string, weight = 1): WeightedSymbol {
  const names = path.split(".");
  return { name: names.pop() ?? "", qualifiers: names, weight };
}

function lineCount({ startLine, endLine }: LineRange): number {
  return endLine - startLine + 1;
}

const FILE = [
  definition("constant", "LIMIT", "1-1"),
  definition("function", "parse", "3-12"),
  definition("function", "parse.inner", "5-8"),
  definition("class", "Store", "14-60"),
  definition("field", "Store.path", "15-15"),
  definition("method", "Store.open", "17-26"),
  definition("method", "Store.read_all", "28-37"),
  definition("method", "Store.close", "39-48"),
  definition("struct", "Row", "62-66"),
  definition("function", "main", "68-80"),
];

function choose(identifiers: readonly string[], tokens = Infinity) {
  const options = { identifiers: identifiers.map((path) => named(path)), tokens, cost: lineCount };
  const { functions, ranges } = chooseFunctions(FILE, options);
  return {
    functions: functions.map(({ name, matched }) => matched ? name : `(${name})`),
    ranges: ranges.map(({ startLine, endLine }) => `${startLine}-${endLine}`),
  };
}

Deno.test("N-12 chooseFunctions() shows a match in full with two neighbours on each side", () => {
  assert.deepEqual(choose(["Store.read_all"]), {
    functions: ["(parse)", "(Store.open)", "Store.read_all", "(Store.close)", "(Row)"],
    ranges: ["3-12", "17-26", "28-37", "39-48", "62-66"],
  });
});

Deno.test("N-12 chooseFunctions() shows one neighbour on each side before a second one", () => {
  assert.deepEqual(choose(["read_all"], 30).functions, [
    "(Store.open)",
    "Store.read_all",
    "(Store.close)",
  ]);
  assert.deepEqual(choose(["read_all"], 20).functions, ["(Store.open)", "Store.read_all"]);
  assert.deepEqual(choose(["read_all"], 10).functions, ["Store.read_all"]);
});

Deno.test("N-12 chooseFunctions() chooses the matches first, and skips those that do not fit", () => {
  assert.deepEqual(choose(["main", "open"], 13), {
    functions: ["Store.open"],
    ranges: ["17-26"],
  });
});

Deno.test("chooseFunctions() shows the function around a match, and no class with methods", () => {
  assert.deepEqual(choose(["inner"], 10).functions, ["parse"]);
  assert.deepEqual(choose(["Store"]).functions, []);
  assert.deepEqual(choose(["Row"], 5).functions, ["Row"]);
  assert.deepEqual(choose(["path"]).functions, []);
});

Deno.test("chooseFunctions() prefers the weight, the spelling and the container of the issue", () => {
  const file = [
    definition("method", "A.open", "1-10"),
    definition("method", "B.open", "11-20"),
    definition("function", "Open", "21-30"),
  ];
  const first = (identifiers: readonly WeightedSymbol[]) =>
    chooseFunctions(file, { identifiers, tokens: 10, cost: lineCount }).functions[0]?.name;
  assert.equal(first([named("B.open")]), "B.open");
  assert.equal(first([named("open")]), "A.open");
  assert.equal(first([named("Open")]), "Open");
  assert.equal(first([named("open", 0.2), named("Open", 0.9)]), "Open");
});

Deno.test("chooseFunctions() merges neighbours that touch", () => {
  const file = ["a", "b", "c"].map((name, index) =>
    definition("function", name, `${3 * index + 1}-${3 * index + 3}`)
  );
  const { ranges } = chooseFunctions(file, {
    identifiers: [named("b")],
    tokens: 99,
    cost: lineCount,
  });
  assert.deepEqual(ranges, [{ startLine: 1, endLine: 9 }]);
});

Deno.test("chooseFunctions() shows a constant that the issue names, and none as a neighbour", () => {
  assert.deepEqual(choose(["LIMIT"]).functions, ["LIMIT", "(parse)", "(Store.open)"]);
  assert.deepEqual(choose(["parse"]).functions, ["parse", "(Store.open)", "(Store.read_all)"]);
});

Deno.test("chooseFunctions() shows nothing without names or without a match", () => {
  assert.deepEqual(choose([]).functions, []);
  assert.deepEqual(choose(["absent"]).functions, []);
});

Deno.test("chooseFunctions() keeps to the budget and shows no line twice", () => {
  const one = fc.record({
    kind: fc.constantFrom<SymbolKind>("function", "class", "method", "field", "type"),
    name: fc.constantFrom("a", "b", "c", "d"),
    start: fc.integer({ min: 1, max: 40 }),
    size: fc.nat(12),
  });
  fc.assert(fc.property(fc.array(one, { maxLength: 12 }), fc.nat(40), (given, tokens) => {
    const file = given.map(({ kind, name, start, size }) =>
      definition(kind, name, `${start}-${start + size}`)
    );
    const identifiers = [named("a"), named("b")];
    const { functions, ranges } = chooseFunctions(file, { identifiers, tokens, cost: lineCount });
    const spent = functions.reduce((total, range) => total + lineCount(range), 0);
    assert.ok(spent <= tokens);
    assert.equal(ranges.reduce((total, range) => total + lineCount(range), 0), spent);
    assert.ok(functions.length === 0 || functions.some(({ matched }) => matched));
  }));
});

Deno.test("N-12 chooseFileForm() shows 400 lines and 100 KiB whole, and one more as an outline", () => {
  const forms = [[400, 102_400], [401, 10], [1, 102_401], [0, 0]].map(([lines = 0, bytes = 0]) =>
    chooseFileForm({ lines, bytes }, { maxFileSizeKb: 100 })
  );
  assert.deepEqual(forms, ["whole", "outline", "outline", "whole"]);
});
