import type { WeightedLines } from "../query/query_paths.ts";
import type { Part } from "./cut_parts.ts";

/**
 * Returns for each part of a file the strength with which a query names a line of it, at most 1.
 *
 * When a line is said to be in a function that the file defines, only that function is searched. A
 * stack trace often belongs to another version, in which the function is right and the line is not.
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

/**
 * Returns the indexes of the parts with named lines, or else of the functions that should contain
 * the lines.
 */
function findNamed(parts: readonly Part[], range: WeightedLines): readonly number[] {
  const functions = findFunctions(parts, range.names ?? []);
  const holding = parts.flatMap((part, i) => holds(part, range) ? [i] : []);
  if (functions.length === 0) return holding;
  const within = holding.filter((i) => functions.includes(i));
  // All pieces of a long function have its name; without a matching line the first piece is shown.
  return within.length > 0 ? within : functions.filter((i) => !parts[i]!.isContinuation);
}

/** Returns the indexes of the parts that define a name, if possible inside the named container. */
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
