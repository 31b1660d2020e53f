/** Most edits by which a name may differ and still be taken for a slip of the fingers. */
const MAX_EDITS = 2;

/**
 * Returns the known name that takes fewest edits to get from `name`, the first of equals; undefined
 * when all take more than two, or as many as the name is long.
 */
export function closestName(name: string, known: readonly string[]): string | undefined {
  const ranked = known.map((other) => ({ other, edits: editDistance(name, other) }))
    .filter(({ edits }) => edits <= MAX_EDITS && edits < name.length)
    .sort((a, b) => a.edits - b.edits);
  return ranked[0]?.other;
}

/** Returns the Levenshtein distance: insertions, deletions and replacements of one code unit. */
function editDistance(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      row.push(Math.min(replaced, previous[j]! + 1, row[j - 1]! + 1));
    }
    previous = row;
  }
  return previous[b.length]!;
}
