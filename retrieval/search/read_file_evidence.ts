import { decodeFileName, type FileEvidence, nameShare, pathKinds } from "@dossier/core/rank";
import { listDocumentNames } from "../store/document_names.ts";
import type { Store } from "../store/open_store.ts";
import { type FileScores, type PoolEvidence, shareOf } from "./file_pool.ts";
import type { LexicalSnapshot } from "./lexical_snapshot.ts";
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
  store: Store,
  pool: readonly number[],
  { snapshot, evidence, meaning, definitions, terms, symbolOf }: {
    readonly snapshot: LexicalSnapshot;
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
  const { documents } = snapshot.files;
  const fileOf = new Map(pool.map((file) => [documents[file]!, file]));
  return listDocumentNames(store, [...fileOf.keys()]).map(
    ({ id, path, kind, definitions: defined, nameTerms }) => {
      const file = fileOf.get(id)!;
      return {
        file,
        evidence: {
          chunks: shareOf(evidence.chunks, file),
          text: shareOf(evidence.text, file),
          name: nameShare(decodeFileName(nameTerms), terms),
          symbol: symbolOf(file, { path, definitions: defined }),
          subjects: shareOf(evidence.subjects, file),
          meaning: shareOf(meaning, file),
          definitions: shareOf(definitions, file),
          mention: shareOf(evidence.mention, file),
          kinds: pathKinds(path),
          isDocument: kind === "document",
        },
      };
    },
  );
}
