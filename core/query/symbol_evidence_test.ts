import assert from "node:assert/strict";
import fc from "fast-check";
import { openSymbolEvidence } from "./symbol_evidence.ts";

Deno.test("openSymbolEvidence() says the same of a symbol among few and among many others", () => {
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
        const alone = openSymbolEvidence(symbols)(file);
        assert.equal(openSymbolEvidence([...symbols, ...others])(file), alone);
      },
    ),
  );
});
