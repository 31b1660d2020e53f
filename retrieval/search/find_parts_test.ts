import assert from "node:assert/strict";
import { openEngine } from "../mod.ts";

Deno.test("findParts() uses the chunks of a text that is too long to be cut", async () => {
  const root = Deno.makeTempDirSync();
  try {
    const lines = Array.from({ length: 30_000 }, (_, i) => `value_${i} = compute_something(${i})`);
    lines[20_000] = "rare_zebra = open_the_gate()";
    Deno.writeTextFileSync(`${root}/long.py`, lines.join("\r\n"));
    using engine = await openEngine({ root, state: `${root}/.state` });
    const { fragments } = await engine.context("where is rare_zebra opened?", { budget: 4000 });
    assert.ok(fragments.some(({ text }) => text.includes("rare_zebra = open_the_gate()")));
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
});
