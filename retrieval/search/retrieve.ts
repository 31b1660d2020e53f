import type { Candidate } from "@dossier/core";
import type { LineEvidence } from "@dossier/core/query";
import type { ChunkEvidence } from "@dossier/core/part";
import {
  type Evidence,
  explainRanking,
  type PathKind,
  type PoolFile,
  type QueryStrength,
  queryStrength,
  type RankedFile,
  toCandidates,
} from "@dossier/core/rank";
import type { IndexReader, KnownDocument } from "../index/mod.ts";
import {
  type QueriedIndex,
  rankIndexes,
  type RetrievalRequest,
  type ScaleOptions,
} from "./rank_indexes.ts";
import { type InterpretedQuery, interpretQuery } from "./interpret_query.ts";

export type { RetrievalRequest };

/** File that a query finds, with the evidence for each of its chunks. */
export interface FoundFile extends Pick<KnownDocument, "path" | "language" | "kind"> {
  /** Name of its repository, when several are searched. */
  readonly repository?: string;
  /** Number of the document in its index. */
  readonly document: number;
  /** Content hash of the document of the chunks. */
  readonly documentHash: string;
  /** Score: higher is better, comparable inside one list only. */
  readonly score: number;
  readonly kinds: readonly PathKind[];
  readonly chunks: readonly ChunkEvidence[];
  /** Lines that the query names, and functions that may be in the file. */
  readonly named: LineEvidence;
  /** Present when it is found by its meaning only, because no word of the query is in the tree. */
  readonly byMeaning?: boolean;
  /** Present for a further file, of which only the name is used. */
  readonly isFurther?: true;
}

/**
 * Minimum number of documents among the files of a query, because a question may be only about
 * documents.
 */
const MIN_PROSE = 4;

/** Minimum number of documents for a question about user documentation. */
const DOCUMENTATION_PROSE = 8;

/** Maximum number of chunks with all words of a phrase whose files are added. */
const MAX_PHRASE_CHUNKS = 20;

/** Number of ranked chunks whose files are considered; the best files have several of them. */
const RANKED_CHUNKS = 400;

/**
 * Returns the best chunks for a query, best first, and some further ones with all words of a
 * phrase, ranked by the evidence of an index.
 */
export async function retrieve(
  index: IndexReader,
  request: RetrievalRequest,
): Promise<readonly Candidate[]> {
  const [candidates] = await retrieveFromAll([{ index, request }]);
  return candidates!;
}

/** Same as {@link retrieve} for several indexes, with scores on one scale. */
export async function retrieveFromAll(
  indexes: readonly QueriedIndex[],
  options?: JoinOptions,
): Promise<readonly (readonly Candidate[])[]> {
  const all = await rankIndexes(
    indexes,
    ({ ranked }) => ranked.map(({ file }) => file.poolFile),
    options,
  );
  return all.map((found, at) => {
    if (found === undefined) return [];
    const { evidence, ranked, documents, options } = found;
    const { repository, request: { explain, limit } } = indexes[at]!;
    const explanations = explain ? explainRanking(ranked, evidence, options) : undefined;
    const candidates = toCandidates(ranked, { evidence, documents, explanations, limit });
    return repository === undefined
      ? candidates
      : candidates.map((candidate) => ({ repository, ...candidate }));
  });
}

/** Best files for a query, with its interpretation. */
export interface RetrievedFiles {
  /** Files, best first. */
  readonly files: readonly FoundFile[];
  /** Query with its kind of question, by its words or by the evidence of the tree. */
  readonly query: InterpretedQuery;
  /** Strength of the evidence for the query; `undefined` for a query without words. */
  readonly strength: QueryStrength | undefined;
}

/** Query for files. */
export interface FilesRequest extends RetrievalRequest {
  /** Number of further files, which are only named. @default none */
  readonly further?: number;
}

/** Options of a search in several indexes. */
export interface JoinOptions extends ScaleOptions {
  /** Returns ranked files in the order in which they are selected. @default as they are ranked */
  readonly order?: ((files: readonly FoundFile[]) => readonly FoundFile[]) | undefined;
}

/**
 * Returns the best files for a query, best first, with the evidence of their chunks, followed by
 * files with a chunk that has all words of a phrase; of one index, or of several on one scale.
 *
 * @param indexes Indexes, each with the same query, limit and number of further files.
 */
export async function retrieveFiles(
  indexes: readonly QueriedIndex<FilesRequest>[],
  { order = (files) => files, ...options }: JoinOptions = {},
): Promise<RetrievedFiles> {
  const chosen: Choice<PoolFile>[] = [];
  const requests = indexes.map((one) => ({
    ...one,
    request: { ...one.request, limit: RANKED_CHUNKS },
  }));
  const found = await rankIndexes(
    requests,
    ({ ranked, evidence, query: { asksForDocuments } }, at) => {
      const best = [...new Set(ranked.map(({ file }) => file.poolFile))];
      const holding = new Set(
        ranked.filter(({ chunk }) => evidence.phraseChunks?.has(chunk)).slice(0, MAX_PHRASE_CHUNKS)
          .map(({ file }) => file.poolFile),
      );
      chosen[at] = chooseFiles(best, {
        ...indexes[at]!.request,
        holding,
        isDocumentary: asksForDocuments,
      });
      return chosen[at].files;
    },
    options,
  );
  const known = found.flatMap((one, at) => one === undefined ? [] : [{ ...one, at }]);
  const [first] = known;
  if (first === undefined) {
    const { request } = indexes[0]!;
    return { files: [], query: await interpretQuery(request.query, request), strength: undefined };
  }
  const holding = new Set<FoundFile>();
  const ofEach = known.map(({ evidence, ranked, documents, at }) => {
    const files = new Map(ranked.map(({ file }) => [file.poolFile.document, file]));
    const strength = queryStrength(evidence, files.values());
    const list = [...files.values()].flatMap((file): FoundFile[] => {
      const document = documents.get(file.poolFile.document);
      if (document === undefined) return [];
      const made = toFound(file, { document, evidence, repository: indexes[at]!.repository });
      if (chosen[at]!.holding.has(file.poolFile)) holding.add(made);
      return chosen[at]!.furtherFiles.has(file.poolFile) ? [{ ...made, isFurther: true }] : [made];
    });
    return { files: list, strength };
  });
  const { options: { query } } = first;
  if (indexes.length === 1) return { query, ...ofEach[0]! };
  const ranked = ofEach.flatMap(({ files }) => files.map(({ isFurther: _, ...file }) => file))
    .sort((a, b) => b.score - a.score);
  const { files, furtherFiles } = chooseFiles(order(ranked), {
    ...indexes[0]!.request,
    holding,
    isDocumentary: query.asksForDocuments,
  });
  return {
    query,
    files: files.map((file) => furtherFiles.has(file) ? { ...file, isFurther: true } : file),
    strength: maxStrength(ofEach.map(({ strength }) => strength)),
  };
}

/** Selection of ranked files. */
interface Choice<File> {
  /** Files, best first. */
  readonly files: readonly File[];
  /** Files that are only named. */
  readonly furtherFiles: ReadonlySet<File>;
  /** Files with a phrase. */
  readonly holding: ReadonlySet<File>;
}

/** Returns the best of ranked files, those with a phrase, and some documents. */
function chooseFiles<File extends Pick<PoolFile, "kind">>(
  best: readonly File[],
  { limit, further = 0, holding, isDocumentary = false }:
    & Pick<FilesRequest, "limit" | "further">
    & { readonly holding: ReadonlySet<File>; readonly isDocumentary: boolean | undefined },
): Choice<File> {
  const furtherFiles = new Set<File>();
  const prose = best.filter(({ kind }) => kind === "document").slice(
    0,
    isDocumentary ? DOCUMENTATION_PROSE : MIN_PROSE,
  );
  const files = best.filter((file, at) => {
    if (at < limit || holding.has(file) || prose.includes(file)) return true;
    furtherFiles.add(file);
    return at < limit + further;
  });
  return { files, furtherFiles: furtherFiles, holding };
}

function maxStrength(all: readonly QueryStrength[]): QueryStrength {
  const most = (key: keyof QueryStrength) => Math.max(...all.map((one) => one[key]));
  return { words: most("words"), meaning: most("meaning"), name: most("name") };
}

function toFound(
  { poolFile, score }: RankedFile,
  { document, evidence, repository }: {
    readonly document: KnownDocument;
    readonly evidence: Evidence;
    readonly repository: string | undefined;
  },
): FoundFile {
  const { path, language, kind, hash: documentHash, chunks } = document;
  return {
    ...(repository !== undefined && { repository }),
    path,
    language,
    kind,
    document: poolFile.document,
    documentHash,
    score,
    kinds: poolFile.kinds,
    chunks: chunks.map(({ startLine, endLine }, i) => {
      const chunk = poolFile.firstChunk + i;
      return {
        startLine,
        endLine,
        words: evidence.wordScores[chunk] ?? 0,
        names: evidence.nameScores?.[chunk] ?? 0,
        cosine: evidence.cosines?.[chunk] || 0,
      };
    }),
    named: [...evidence.namedLines?.get(poolFile.file) ?? [], ...evidence.namedFunctions ?? []],
    ...(evidence.isMeaningOnly ? { byMeaning: true } : {}),
  };
}
