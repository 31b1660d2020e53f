import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { findLateViolations, findSourceUses } from "./late_imports.ts";
import { type ImportKind, readModuleGraph } from "./layers_graph.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

function edge(from: string, to: string, kind: ImportKind = "dynamic") {
  return { from, to, specifier: to, kind };
}

Deno.test("findLateViolations() reports a dynamic import that enters another wing past its mod.ts", () => {
  const from = "retrieval/answer/x.ts";
  const imports = [
    edge(from, "retrieval/names/ask.ts"),
    edge(from, "retrieval/names/mod.ts"),
    edge(from, "retrieval/names/late/mod.ts"),
    edge(from, "retrieval/answer/deep/y.ts"),
    edge(from, "core/plan/mod.ts"),
    edge(from, "retrieval/engine.ts"),
    edge("retrieval/answer/x_test.ts", "retrieval/names/ask.ts"),
    edge("features/hosts/hook/x.ts", "features/hosts/host/y.ts"),
  ];
  const found = [
    `"${from}" (dynamic import of "retrieval/names/ask.ts") enters "retrieval/names" past its mod.ts`,
    '"features/hosts/hook/x.ts" (dynamic import of "features/hosts/host/y.ts") enters ' +
    '"features/hosts/host" past its mod.ts',
  ];
  assert.deepEqual(findLateViolations({ imports }), found);
});

for (const kind of ["value", "type", "dynamic"] as const) {
  Deno.test(`findSourceUses() reports a ${kind} import of a context source in a wing without sources`, () => {
    const imports = [
      edge("retrieval/structure/a.ts", "retrieval/sources/signals/mod.ts", kind),
      edge("retrieval/inspect/browse/a.ts", "retrieval/sources/mod.ts", kind),
      edge("retrieval/answer/a.ts", "retrieval/sources/mod.ts", kind),
    ];
    assert.deepEqual(findSourceUses({ imports }), [
      '"retrieval/structure/a.ts" touches a context source: "retrieval/sources/signals/mod.ts"',
      '"retrieval/inspect/browse/a.ts" touches a context source: "retrieval/sources/mod.ts"',
    ]);
  });
}

Deno.test("late imports of the source tree enter wings through their mod.ts, and some wings import no sources", () => {
  const graph = readModuleGraph(ROOT);
  assert.deepEqual(findLateViolations(graph), []);
  assert.deepEqual(findSourceUses(graph), []);
});
