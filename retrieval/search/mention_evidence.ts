import type { ReadQuery } from "./read_query.ts";
import { listDocumentFacts } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import type { FileScores } from "./file_pool.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";

/** Returns how strongly a query points at each file by its path, or undefined when it names none. */
export function mentionEvidence(
  store: Store,
  { files: { documents } }: LexicalSnapshot,
  matchPaths: ReadQuery["matchPaths"],
): FileScores | undefined {
  if (matchPaths === undefined) return undefined;
  const facts = listDocumentFacts(store);
  const evidence = matchPaths(facts.map(({ path }) => path));
  if (evidence.size === 0) return undefined;
  const pathOf = new Map(facts.map(({ id, path }) => [id, path]));
  const scores = Float64Array.from(documents, (id) => evidence.get(pathOf.get(id) ?? "") ?? 0);
  return { scores, highest: 1 };
}
