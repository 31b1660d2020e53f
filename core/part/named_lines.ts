import type { WeightedLines } from "../query/query_paths.ts";
import type { Part } from "./cut_parts.ts";

/**
 * Returns for each part of a file how strongly a query names a line of it, at most 1.
 *
 * A line that is said to be in a function which the file defines is looked for there alone: a stack trace
 * is often of another version, and its function is right when its line is not.
 */
export function weightNamedLines(
  { parts, named = [] }: {
    readonly parts: readonly Part[];
    readonly named?: readonly WeightedLines[];
  },
): readonly number[] {
  const weights = parts.map(() => 0);
  for (const range of named) {
    for (const part of findNamed(parts, range)) {
      weights[part] = Math.max(weights[part]!, range.weight);
    }
  }
  return weights;
}

/** Returns the places of the parts that hold named lines, or else are what the lines should be in. */
function findNamed(parts: readonly Part[], range: WeightedLines): readonly number[] {
  const functions = findFunctions(parts, range.names ?? []);
  const holding = parts.flatMap((part, i) => holds(part, range) ? [i] : []);
  if (functions.length === 0) return holding;
  const within = holding.filter((i) => functions.includes(i));
  // Pieces of one long function all have its name; without a right line it is shown from its beginning.
  return within.length > 0 ? within : functions.filter((i) => !parts[i]!.isContinuation);
}

/** Returns the places of the parts that go by a name, if possible in what it is said to be in. */
function findFunctions(parts: readonly Part[], names: readonly string[]): readonly number[] {
  const name = names.at(-1);
  const container = names.at(-2);
  if (name === undefined) return [];
  const found = parts.flatMap((part, i) =>
    part.kind === "definition" && part.names.includes(name) ? [i] : []
  );
  if (container === undefined) return found;
  const inside = found.filter((i) => parts[i]!.container.split(".").includes(container));
  return inside.length > 0 ? inside : found;
}

function holds(part: Part, { startLine, endLine }: WeightedLines): boolean {
  return part.startLine <= endLine && startLine <= part.endLine;
}
