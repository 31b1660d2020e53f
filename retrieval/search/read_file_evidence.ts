import { type FileEvidence, nameShare } from "@dossier/core/rank";
import type { DocumentShelf } from "./document_shelf.ts";
import { type FileScores, type PoolEvidence, shareOf } from "./file_pool.ts";
import type { NamedFile } from "./read_query.ts";

/** What speaks for one file of the pool. */
export interface FoundEvidence {
  /** Number in the snapshot. */
  readonly file: number;
  /** What speaks for it. */
  readonly evidence: FileEvidence;
}

/** Returns what speaks for each file of the pool, after a look at its path and its definitions. */
export function readFileEvidence(
  shelf: DocumentShelf,
  pool: readonly number[],
  { evidence, meaning, definitions, terms, symbolOf }: {
    readonly evidence: PoolEvidence;
    /** How near their best chunks are; undefined without vectors. */
    readonly meaning: FileScores | undefined;
    /** How near the names are that files define; undefined without vectors. */
    readonly definitions: FileScores | undefined;
    /** Index terms of the query. */
    readonly terms: ReadonlySet<string>;
    /** Returns how surely a file defines a symbol that the query names. */
    readonly symbolOf: (file: number, named: NamedFile) => number;
  },
): FoundEvidence[] {
  const { documents } = shelf.snapshot.files;
  const names = shelf.namesOf(pool.map((file) => documents[file]!));
  return pool.flatMap((file) => {
    const named = names.get(documents[file]!);
    if (named === undefined) return [];
    return [{
      file,
      evidence: {
        chunks: shareOf(evidence.chunks, file),
        text: shareOf(evidence.text, file),
        name: nameShare(named.name, terms),
        symbol: symbolOf(file, named),
        subjects: shareOf(evidence.subjects, file),
        meaning: shareOf(meaning, file),
        definitions: shareOf(definitions, file),
        mention: shareOf(evidence.mention, file),
        kinds: named.kinds,
        isDocument: named.kind === "document",
      },
    }];
  });
}
