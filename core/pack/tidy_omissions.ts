import type { Omission, Passage } from "./bundle.ts";

/**
 * Returns what is left out without what is said twice: lines that a passage shows after all, and lines
 * that are a part of others left out. Several rankings may propose the same file.
 *
 * @example
 * ```ts
 * import { tidyOmissions } from "@dossier/core";
 * import assert from "node:assert/strict";
 *
 * const omission = { path: "a.ts", startLine: 1, endLine: 9, tokens: 50, reason: "budget" } as const;
 * const part = { ...omission, startLine: 3, endLine: 4, tokens: 9 };
 * assert.deepEqual(tidyOmissions([part, omission, omission], []), [omission]);
 * ```
 */
export function tidyOmissions(
  omitted: readonly Omission[],
  passages: readonly Passage[],
): readonly Omission[] {
  const shown = Map.groupBy(
    passages.filter(({ form }) => form === "whole" || form === "snippet"),
    ({ path }) => path,
  );
  const distinct = [...new Set(omitted)];
  const byPath = Map.groupBy(distinct, ({ path }) => path);
  return distinct.filter((omission) => {
    const all = byPath.get(omission.path)!;
    const at = all.indexOf(omission);
    return !(shown.get(omission.path) ?? []).some((passage) => holds(passage, omission)) &&
      // Of two that are the same the first one stays.
      !all.some((other, index) =>
        index !== at && holds(other, omission) && (index < at || !holds(omission, other))
      );
  });
}

/** Lines of a file. */
type Lines = Pick<Omission, "startLine" | "endLine">;

function holds(outer: Lines, inner: Lines): boolean {
  return outer.startLine <= inner.startLine && inner.endLine <= outer.endLine;
}
