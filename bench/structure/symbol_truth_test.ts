import assert from "node:assert/strict";
import { HALVES, nameOf, pathOf, readSymbols } from "./symbol_truth.ts";

Deno.test("nameOf() and pathOf() split a target, also with a private name", () => {
  const symbol = { target: "src/a.test.ts#Queue.#add" };
  assert.deepEqual([pathOf(symbol), nameOf(symbol)], ["src/a.test.ts", "#add"]);
  assert.equal(nameOf({ target: "a.go#Add" }), "Add");
});

Deno.test("readSymbols() reads symbols with uses, each in one half", () => {
  const [dev = [], kept = []] = HALVES.map((half) =>
    readSymbols({ half }).map(({ repository, target, uses }) => {
      assert.ok(Object.values(uses).flat().length > 0, target);
      return `${repository} ${target}`;
    })
  );
  assert.ok(dev.length > 100 && kept.length > 100);
  assert.equal(new Set([...dev, ...kept]).size, dev.length + kept.length);
});
