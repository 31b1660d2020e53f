import assert from "node:assert/strict";
import { EXAMPLE_FRAGMENT } from "../../tests/example_bundle.ts";
import type { Omission } from "./bundle.ts";
import { omitLines } from "./section.ts";
import { removeRedundantOmissions } from "./remove_redundant_omissions.ts";

function omission(path: string, startLine: number, endLine: number): Omission {
  return omitLines({ path, startLine, endLine }, { tokens: 1, reason: "budget" });
}

Deno.test("removeRedundantOmissions() keeps each omitted line once, and no shown line", () => {
  const wide = omission("a.ts", 1, 50);
  const same: Omission = { ...wide, reason: "relevance" };
  const other = omission("a.ts", 40, 60);
  const shown = omission("b.ts", 2, 3);
  const apart = omission("c.ts", 1, 50);
  const location = { ...EXAMPLE_FRAGMENT.location!, path: "b.ts", startLine: 1, endLine: 3 };
  const fragments = [{ ...EXAMPLE_FRAGMENT, location }];
  const omitted = [omission("a.ts", 3, 4), wide, same, other, shown, apart];
  assert.deepEqual(removeRedundantOmissions(omitted, fragments), [wide, other, apart]);
  for (const form of ["outline", "reference"] as const) {
    assert.deepEqual(removeRedundantOmissions([shown], [{ ...fragments[0]!, form }]), [shown]);
  }
});

Deno.test("removeRedundantOmissions() keeps the cut part of a text and of the last line of a file", () => {
  const { location, ...bare } = EXAMPLE_FRAGMENT;
  const told = { ...bare, source: "memory:1" };
  const rest: Omission = { source: "memory:1", tokens: 9, reason: "budget" };
  const cut = { ...told, form: "snippet", edited: true } as const;
  assert.deepEqual(removeRedundantOmissions([rest], [cut]), [rest]);
  assert.deepEqual(removeRedundantOmissions([rest], [{ ...told, form: "whole" }]), []);
  const lines = {
    ...EXAMPLE_FRAGMENT,
    location: { ...location!, path: "b.ts", startLine: 1, endLine: 3 },
  };
  const last = omission("b.ts", 3, 3);
  assert.deepEqual(
    removeRedundantOmissions([last], [{ ...lines, form: "snippet", edited: true }]),
    [last],
  );
  assert.deepEqual(removeRedundantOmissions([last], [{ ...lines, form: "snippet" }]), []);
});
