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

/** A file that a query finds, with what its index says of each of its chunks. */
export interface FoundFile extends Pick<KnownDocument, "path" | "language" | "kind"> {
  /** Name of its repository, where several are asked. */
  readonly repository?: string;
  /** The number of the document in its index. */
  readonly document: number;
  /** Content hash of the document that the chunks are of. */
  readonly documentHash: string;
  /** Higher is better; comparable inside one list only. */
  readonly score: number;
  readonly kinds: readonly PathKind[];
  readonly chunks: readonly ChunkEvidence[];
  /** Lines of it that the query names, and functions that may be in it. */
  readonly named: LineEvidence;
  /** Present when it is proposed for its meaning alone, as no word of the query is in the tree. */
  readonly byMeaning?: boolean;
  /** Present when it is behind the best, so that its name is all that is wanted. */
  readonly isFurther?: true;
}

/** Documents that are always among the files of a query, as a question may be about nothing but them. */
const MIN_PROSE = 4;

/** The same for a question that asks what people are told. */
const DOCUMENTATION_PROSE = 8;

/** Chunks with all words of a phrase whose files are looked at besides. */
const MAX_PHRASE_CHUNKS = 20;

/** Chunks whose files are looked at; the best files have several among them. */
const RANKED_CHUNKS = 400;

/**
 * Returns the best chunks for a query, best first, and beside them some that have all words of a phrase:
 * what an index says of the query, ranked.
 */
export async function retrieve(
  index: IndexReader,
  request: RetrievalRequest,
): Promise<readonly Candidate[]> {
  const [candidates] = await retrieveFromAll([{ index, request }]);
  return candidates!;
}

/** Returns what {@link retrieve} does of each of several indexes, with scores on one scale. */
export async function retrieveFromAll(
  asked: readonly QueriedIndex[],
  options?: JoinOptions,
): Promise<readonly (readonly Candidate[])[]> {
  const all = await rankIndexes(
    asked,
    ({ ranked }) => ranked.map(({ file }) => file.pool),
    options,
  );
  return all.map((found, at) => {
    if (found === undefined) return [];
    const { evidence, ranked, documents, options } = found;
    const { repository, request: { explain, limit } } = asked[at]!;
    const explanations = explain ? explainRanking(ranked, evidence, options) : undefined;
    const candidates = toCandidates(ranked, { evidence, documents, explanations, limit });
    return repository === undefined
      ? candidates
      : candidates.map((candidate) => ({ repository, ...candidate }));
  });
}

/** The best files for a query, and how it was read. */
export interface RetrievedFiles {
  /** Best first. */
  readonly files: readonly FoundFile[];
  /** The query, with what it is after: told by itself, or by what the tree has for it. */
  readonly query: InterpretedQuery;
  /** How strongly the index speaks to the query; undefined for a query without words. */
  readonly strength: QueryStrength | undefined;
}

/** A query for files. */
export interface FilesRequest extends RetrievalRequest {
  /** Files behind the best that are returned as well, to be named. @default none */
  readonly further?: number;
}

/** How several indexes are asked together. */
export interface JoinOptions extends ScaleOptions {
  /** Returns ranked files in the order in which they are taken. @default as they are ranked */
  readonly order?: ((files: readonly FoundFile[]) => readonly FoundFile[]) | undefined;
}

/**
 * Returns the best files for a query, best first, with the evidence of their chunks, and behind them those
 * with a chunk that has all words of a phrase: of one index, or of several on one scale.
 *
 * @param asked The same query, limit and further files for each.
 */
export async function retrieveFiles(
  asked: readonly QueriedIndex<FilesRequest>[],
  { order = (files) => files, ...options }: JoinOptions = {},
): Promise<RetrievedFiles> {
  const chosen: Choice<PoolFile>[] = [];
  const wanted = asked.map((one) => ({
    ...one,
    request: { ...one.request, limit: RANKED_CHUNKS },
  }));
  const found = await rankIndexes(wanted, ({ ranked, evidence, query: { isDocumentary } }, at) => {
    const best = [...new Set(ranked.map(({ file }) => file.pool))];
    const holding = new Set(
      ranked.filter(({ chunk }) => evidence.holders?.has(chunk)).slice(0, MAX_PHRASE_CHUNKS)
        .map(({ file }) => file.pool),
    );
    chosen[at] = chooseFiles(best, { ...asked[at]!.request, holding, isDocumentary });
    return chosen[at].files;
  }, options);
  const known = found.flatMap((one, at) => one === undefined ? [] : [{ ...one, at }]);
  const [first] = known;
  if (first === undefined) {
    const { request } = asked[0]!;
    return { files: [], query: await interpretQuery(request.query, request), strength: undefined };
  }
  const holding = new Set<FoundFile>();
  const ofEach = known.map(({ evidence, ranked, documents, at }) => {
    const files = new Map(ranked.map(({ file }) => [file.pool.document, file]));
    const strength = queryStrength(evidence, files.values());
    const list = [...files.values()].flatMap((file): FoundFile[] => {
      const document = documents.get(file.pool.document);
      if (document === undefined) return [];
      const made = toFound(file, { document, evidence, repository: asked[at]!.repository });
      if (chosen[at]!.holding.has(file.pool)) holding.add(made);
      return chosen[at]!.behind.has(file.pool) ? [{ ...made, isFurther: true }] : [made];
    });
    return { files: list, strength };
  });
  const { options: { query } } = first;
  if (asked.length === 1) return { query, ...ofEach[0]! };
  const ranked = ofEach.flatMap(({ files }) => files.map(({ isFurther: _, ...file }) => file))
    .sort((a, b) => b.score - a.score);
  const { files, behind } = chooseFiles(order(ranked), {
    ...asked[0]!.request,
    holding,
    isDocumentary: query.isDocumentary,
  });
  return {
    query,
    files: files.map((file) => behind.has(file) ? { ...file, isFurther: true } : file),
    strength: maxStrength(ofEach.map(({ strength }) => strength)),
  };
}

/** Files that are chosen of those that are ranked. */
interface Choice<File> {
  /** Best first. */
  readonly files: readonly File[];
  /** Those of them that are only to be named. */
  readonly behind: ReadonlySet<File>;
  /** Those that hold a phrase. */
  readonly holding: ReadonlySet<File>;
}

/** Returns the best of ranked files, those that hold a phrase, and some documents. */
function chooseFiles<File extends Pick<PoolFile, "kind">>(
  best: readonly File[],
  { limit, further = 0, holding, isDocumentary = false }:
    & Pick<FilesRequest, "limit" | "further">
    & { readonly holding: ReadonlySet<File>; readonly isDocumentary: boolean | undefined },
): Choice<File> {
  const behind = new Set<File>();
  const prose = best.filter(({ kind }) => kind === "document").slice(
    0,
    isDocumentary ? DOCUMENTATION_PROSE : MIN_PROSE,
  );
  const files = best.filter((file, at) => {
    if (at < limit || holding.has(file) || prose.includes(file)) return true;
    behind.add(file);
    return at < limit + further;
  });
  return { files, behind, holding };
}

function maxStrength(all: readonly QueryStrength[]): QueryStrength {
  const most = (key: keyof QueryStrength) => Math.max(...all.map((one) => one[key]));
  return { words: most("words"), meaning: most("meaning"), name: most("name") };
}

function toFound(
  { pool, score }: RankedFile,
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
    document: pool.document,
    documentHash,
    score,
    kinds: pool.kinds,
    chunks: chunks.map(({ startLine, endLine }, i) => {
      const chunk = pool.firstChunk + i;
      return {
        startLine,
        endLine,
        words: evidence.words[chunk] ?? 0,
        names: evidence.nameWords?.[chunk] ?? 0,
        cosine: evidence.cosines?.[chunk] || 0,
      };
    }),
    named: [...evidence.namedLines?.get(pool.file) ?? [], ...evidence.namedFunctions ?? []],
    ...(evidence.isByMeaning ? { byMeaning: true } : {}),
  };
}
