import type { Part } from "./cut_parts.ts";
import type { PartIndex } from "./index_parts.ts";

/** Names that more parts define than this say nothing of who uses whom. */
const MAX_DEFINING = 3;

/**
 * Returns for each part the numbers of those whose names stand in it.
 *
 * @param owners All parts, in the order of the files.
 */
export function linkParts(
  owners: readonly { readonly part: Part }[],
  files: readonly PartIndex[],
): readonly (readonly number[])[] {
  const defining = new Map<string, number[]>();
  owners.forEach(({ part }, i) => {
    if (part.kind !== "definition" || part.isRest) return;
    for (const name of part.names) {
      if (name.length < 3) continue;
      const known = defining.get(name);
      if (known === undefined) defining.set(name, [i]);
      else known.push(i);
    }
  });
  let first = 0;
  return files.flatMap(({ names, parts }) => {
    const found: (string | undefined)[] = new Array(names.size);
    for (const [name, { length }] of defining) {
      const number = names.get(name);
      if (number !== undefined && length <= MAX_DEFINING) found[number] = name;
    }
    const owned = owners.slice(first, first += parts.length);
    return parts.map(({ standing }, i) => {
      const used = new Set<number>();
      for (let at = 0; at < standing.length; at++) {
        const name = found[standing[at]!];
        if (name === undefined || owned[i]!.part.names.includes(name)) continue;
        for (const other of defining.get(name)!) used.add(other);
      }
      return [...used];
    });
  });
}
