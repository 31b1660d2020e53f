import { nearestNames } from "@dossier/core/query";
import type { DocumentDefinitions } from "../store/documents.ts";

/** Two slips leave one of three parts of a name whole, unless both swap letters across the cuts. */
const PARTS = 3;

/** Names that are compared at most: more than these share a part only with a very short name. */
const MAX_COMPARED = 500;

/**
 * Returns the names that a misspelt one may stand for, as `nearestNames` does; of the thousands that a
 * tree defines, those that share a third of it are compared.
 *
 * @param name The name as it was written.
 * @param documents What defines names; of those that may not be served none is returned.
 */
export function nearNames(
  name: string,
  documents: readonly DocumentDefinitions[],
  { isServed = () => true }: { readonly isServed?: (path: string) => boolean } = {},
): readonly string[] {
  const folded = name.toLowerCase();
  const parts = Array.from({ length: PARTS }, (_, index) =>
    folded.slice(
      Math.floor(index * folded.length / PARTS),
      Math.floor((index + 1) * folded.length / PARTS),
    )).filter((part) => part !== "");
  const found = new Set<string>();
  for (const { path, definitions: text } of documents) {
    let served: boolean | undefined;
    // The one letter that is longer in lower case would move all places behind it.
    const lower = text.replaceAll("İ", "I").toLowerCase();
    for (const part of parts) {
      if (served === false) break;
      for (let at = lower.indexOf(part); at >= 0;) {
        const start = lower.lastIndexOf("\n", at) + 1;
        const next = lower.indexOf("\n", at);
        const end = next < 0 ? lower.length : next;
        if (Math.abs(end - start - name.length) <= 2) {
          // Asked only of documents with such a name: matching all paths would take longer than all else.
          served ??= isServed(path);
          if (!served) break;
          found.add(text.slice(start, end));
        }
        if (found.size >= MAX_COMPARED) return nearestNames(name, found);
        at = next < 0 ? -1 : lower.indexOf(part, next);
      }
    }
  }
  return nearestNames(name, found);
}
