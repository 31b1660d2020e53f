import assert from "node:assert/strict";
import fc from "fast-check";
import { parseQuery } from "./parse_query.ts";
import { createSymbolMatcher, querySymbols } from "./query_symbols.ts";

function symbolsOf(text: string): readonly string[] {
  return querySymbols(parseQuery(text)).map(({ qualifiers, name, weight }) =>
    `${[...qualifiers, name].join(".")} ${weight}`
  );
}

Deno.test("querySymbols() weights the title highest, then sentences, then code", () => {
  const text = "parseUrl loses the port\n\nIt calls splitHost.\n\n```\njoinHost(x);\n```";
  assert.deepEqual(symbolsOf(text), ["parseUrl 1", "splitHost 0.7", "joinHost 0.2"]);
});

Deno.test("querySymbols() includes a single word in a code span", () => {
  assert.deepEqual(symbolsOf("what does `flask` do with `two words`"), ["flask 1"]);
});

Deno.test("querySymbols() includes the functions of the innermost frames", () => {
  const text = `Crash

    at Store.open (a.ts:1:1)
    at run (a.ts:2:2)
    at b (a.ts:3:3)
    at c (a.ts:4:4)
    at d (a.ts:5:5)`;
  assert.deepEqual(symbolsOf(text), ["Store.open 0.6", "run 0.3", "b 0.15", "c 0.075"]);
});

Deno.test("querySymbols() returns a symbol once, with its highest weight", () => {
  assert.deepEqual(symbolsOf("open_store fails\n\nopen_store and `open_store`"), ["open_store 1"]);
});

Deno.test("createSymbolMatcher() requires the definition of a symbol, and lowers the match without its container", () => {
  const evidence = createSymbolMatcher(querySymbols(parseQuery("Router::layer")));
  assert.equal(evidence({ path: "src/routing.rs", definitions: "Router\nlayer" }), 1);
  assert.equal(evidence({ path: "src/router/mod.rs", definitions: "layer" }), 1);
  assert.equal(evidence({ path: "src/handler.rs", definitions: "layer" }), 0.5);
  assert.equal(evidence({ path: "src/routing.rs", definitions: "Router\nlayers" }), 0);
  assert.equal(createSymbolMatcher([])({ path: "src/routing.rs", definitions: "Router" }), 0);
});

Deno.test("createSymbolMatcher() returns the same for a symbol among few and among many others", () => {
  const name = fc.constantFrom("Router", "layer", "get", "Handler", "a$b");
  const symbol = fc.record({
    name,
    qualifiers: fc.array(name, { maxLength: 2 }),
    weight: fc.constantFrom(0.2, 0.7, 1),
  });
  const others = Array.from({ length: 40 }, (_, index) => ({
    name: `other${index}`,
    qualifiers: [],
    weight: 1,
  }));
  fc.assert(
    fc.property(
      fc.array(symbol, { minLength: 1, maxLength: 5 }),
      fc.array(name),
      (symbols, names) => {
        const file = { path: "src/router.rs", definitions: names.join("\n") };
        const alone = createSymbolMatcher(symbols)(file);
        assert.equal(createSymbolMatcher([...symbols, ...others])(file), alone);
      },
    ),
  );
});
