import { log } from "../math/mod.ts";
import type { ClassifiedQuestion } from "./classify_question.ts";
import type { LineEvidence } from "../query/path_evidence.ts";
import type { QualifiedName } from "../rank/name_match.ts";
import type { PathKind } from "../rank/path_kind.ts";
import type { AnalyzedQuery, ScorableTerm } from "../rank/analyzed_query.ts";
import type { Part } from "./cut_parts.ts";
import { findOutsideScope } from "./find_outside_scope.ts";
import { weightNamedLines } from "./named_lines.ts";
import {
  createTermFinder,
  indexParts,
  linkParts,
  type PartIndex,
  type TermPositions,
} from "./index_parts.ts";
import { countPartTerms, scoreWords, weightTerms } from "./score_terms.ts";

/** Query in the form that parts are compared with. */
export interface PartQuery extends Pick<AnalyzedQuery, "nameTerms" | "nameTrust"> {
  /** Query as the user wrote it. */
  readonly text: string;
  readonly terms: readonly ScorableTerm[];
  /** Symbols that it names. */
  readonly symbols?: readonly Pick<QualifiedName, "name">[];
  /** From 0 for a question to 1 for a long text. */
  readonly verbosity: number;
  /** Kinds of files that it requests. */
  readonly requestedKinds: ReadonlySet<PathKind | "document">;
  /** Classification of the question. */
  readonly question: ClassifiedQuestion;
}

/** Evidence of an index for a chunk of a file. */
export interface ChunkEvidence {
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** BM25F. */
  readonly words: number;
  /** BM25F by guessed names; 0 without names. */
  readonly names: number;
  /** Cosine to the query; 0 without one. */
  readonly cosine: number;
}

/** File with a high rank and its parts. */
export interface FileWithParts {
  /** Name of its repository, when several are searched. */
  readonly repository?: string;
  /** Path relative to the root, with `/`. */
  readonly path: string;
  readonly isDocument: boolean;
  /** Roles of the file by its location in the tree. */
  readonly kinds: readonly PathKind[];
  /** Score of the file. */
  readonly score: number;
  /** Lines of the file; line 1 is at index 0. */
  readonly lines: readonly string[];
  readonly parts: readonly Part[];
  readonly chunks: readonly ChunkEvidence[];
  /** Lines of it that the query names; absent without any. */
  readonly named?: LineEvidence;
}

/** Evidence for a part. Numbers without a scale of their own are shares of the best part's. */
export interface PartEvidence {
  /** BM25 of its text among all parts. */
  readonly words: number;
  /** Share of the words of the query, by their idf, that its heads have. */
  readonly head: number;
  /** The same for the name of its container. */
  readonly container: number;
  /** 1 when the query has a name that the part defines, or .5 when the name is a common word. */
  readonly nameInQuery: number;
  /** BM25F of its best chunk. */
  readonly chunk: number;
  /** BM25 of its text by guessed names among all parts; 0 without names. */
  readonly names: number;
  /** BM25F of its best chunk by guessed names; 0 without names. */
  readonly namesChunk: number;
  /** Cosine of its nearest chunk. */
  readonly meaning: number;
  /** Cosine of its path, name and heads; 0 before {@link addHeadMeaning}. */
  readonly headMeaning: number;
  /** Score of its file. */
  readonly file: number;
  /** Number of better files. */
  readonly betterFiles: number;
  /** Strength with which the query names a line or the function of it, at most 1. */
  readonly line: number;
  /** Strength of the match with quoted text of the query, at most 1. */
  readonly phrase: number;
  readonly kinds: readonly PathKind[];
  readonly isDocument: boolean;
  /** True when it imports or exports definitions of other files. */
  readonly isImports: boolean;
  /** True when it is outside of the subject at the start of the query. */
  readonly isOutsideScope: boolean;
  /** Number of its lines on a logarithmic scale, 1 for 150 and more. */
  readonly length: number;
}

/** Part with its evidence. */
export interface PartWithEvidence {
  readonly file: FileWithParts;
  readonly part: Part;
  readonly evidence: PartEvidence;
  /** Indexes of the parts whose names it contains. */
  readonly uses: readonly number[];
}

/**
 * Weight of a piece of a name in a question, such as `cookie` of `setCookie` or `2` of `v2`: a text
 * with the name has its pieces, too. 81 questions showed .467 of the needed lines in 1,000 tokens,
 * and .447 when a piece counts like a word; from 2,000 tokens on the results are nearly the same.
 * In a long text a piece counts like a word: with the lower weight 23 tasks lost .01.
 */
const PIECE_WEIGHT = 1 / 4;

const NAME_REGEXP = /[\p{L}_$][\p{L}\p{N}_$]*/gu;

/**
 * Returns the evidence of all parts of some files, in the order of files and lines.
 *
 * @param files Files, best first.
 * @param phrase Returns the strength with which a part has quoted text of the query, at most 1.
 */
export function gatherPartEvidence(
  files: readonly FileWithParts[],
  query: PartQuery,
  phrase: (file: FileWithParts, part: Part) => number = () => 0,
): readonly PartWithEvidence[] {
  const owners = files.flatMap((file) => file.parts.map((part) => ({ file, part })));
  const { terms, nameTerms = [] } = query;
  const allTerms = [...new Set([...terms, ...nameTerms].map(({ term }) => term))];
  const findTerms = createTermFinder(allTerms);
  const words = files.map(indexParts);
  const counted = countPartTerms(words, allTerms, findTerms);
  const pieceWeight = PIECE_WEIGHT + (1 - PIECE_WEIGHT) * query.verbosity;
  const weights = weightTerms(terms, { allTerms, counted, pieceWeight });
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const scores = scoreWords(counted, weights);
  const names = nameTerms.length === 0
    ? []
    : scoreWords(counted, weightTerms(nameTerms, { allTerms, counted, pieceWeight: 1 }));
  const shares = words.flatMap((file) =>
    sharesOfHeads(file, { terms: allTerms, findTerms, weights, total })
  );
  const chunks = files.flatMap(bestChunks);
  const lines = files.flatMap(weightNamedLines);
  const written = new Set(query.text.match(NAME_REGEXP));
  const symbols = new Set((query.symbols ?? []).map(({ name }) => name));
  const isWritten = (name: string) => matchWritten(name, written, symbols);
  const top = {
    words: highest(scores),
    names: highest(names),
    chunk: highest(chunks.map(({ words }) => words)),
    namesChunk: highest(chunks.map(({ names }) => names)),
    cosine: highest(chunks.map(({ cosine }) => cosine)),
    file: highest(files.map(({ score }) => score)),
  };
  const outside = findOutsideScope(query.text, files.map(({ path }) => path));
  const fileNumbers = new Map(files.map((file, i) => [file, i]));
  const uses = linkParts(owners, words);
  return owners.map(({ file, part }, i) => ({
    file,
    part,
    uses: uses[i]!,
    evidence: {
      words: scores[i]! / top.words,
      head: shares[i]!.head,
      container: shares[i]!.container,
      nameInQuery: part.names.reduce((best, name) => Math.max(best, isWritten(name)), 0),
      chunk: chunks[i]!.words / top.chunk,
      names: (names[i] ?? 0) / top.names,
      namesChunk: chunks[i]!.names / top.namesChunk,
      meaning: chunks[i]!.cosine / top.cosine,
      headMeaning: 0,
      file: file.score / top.file,
      betterFiles: fileNumbers.get(file)!,
      line: lines[i]!,
      phrase: phrase(file, part),
      kinds: file.kinds,
      isDocument: file.isDocument,
      isImports: shares[i]!.isImports,
      isOutsideScope: outside.has(file.path),
      length: Math.min(1, log(part.endLine - part.startLine + 2) / log(150)),
    },
  }));
}

/**
 * Returns the parts, each with the cosine of its head and the query; 0 for a part without a vector.
 */
export function addHeadMeaning(
  parts: readonly PartWithEvidence[],
  cosines: ReadonlyMap<Part, number>,
): readonly PartWithEvidence[] {
  const top = highest([...cosines.values()]);
  return parts.map((part) => {
    const headMeaning = Math.max(0, cosines.get(part.part) ?? 0) / top;
    return headMeaning === 0 ? part : { ...part, evidence: { ...part.evidence, headMeaning } };
  });
}

function highest(values: readonly number[]): number {
  return values.reduce((best, value) => Math.max(best, value), 0) || 1;
}

/** Weights of the terms of a query, and a finder of the terms in names. */
interface WeightedQueryTerms {
  readonly terms: readonly string[];
  readonly findTerms: ReturnType<typeof createTermFinder>;
  /** Weights by the index of the term. */
  readonly weights: readonly number[];
  /** Sum of all weights. */
  readonly total: number;
}

/** Returns the share of the query that the heads and the container's name of each part have. */
function sharesOfHeads({ parts, terms }: PartIndex, query: WeightedQueryTerms) {
  const share = (known: TermPositions | undefined, names: readonly (readonly string[])[]) =>
    known === undefined
      ? names.map((each) => sumShare(new Set(each.flatMap(query.findTerms)), query))
      : sharesByPosition(known, parts.length, query);
  const heads = share(terms?.heads, parts.map(({ head }) => head));
  const containers = share(terms?.containers, parts.map(({ container }) => container));
  return parts.map(({ isImports }, i) => ({
    head: heads[i]!,
    container: containers[i]!,
    isImports,
  }));
}

/**
 * Returns the share of each part by the positions of the terms, which determine the order of
 * addition.
 */
function sharesByPosition(
  known: TermPositions,
  size: number,
  query: WeightedQueryTerms,
): readonly number[] {
  const found = new Map<number, [place: number, term: number][]>();
  query.terms.forEach((name, term) => {
    const positions = known.get(name) ?? [];
    for (let at = 0; at < positions.length; at += 2) {
      found.getOrInsertComputed(positions[at]!, () => []).push([positions[at + 1]!, term]);
    }
  });
  const shares: number[] = new Array(size).fill(0);
  for (const [part, terms] of found) {
    shares[part] = sumShare(terms.sort(([a], [b]) => a - b).map(([, term]) => term), query);
  }
  return shares;
}

function sumShare(terms: Iterable<number>, { weights, total }: WeightedQueryTerms): number {
  let sum = 0;
  for (const term of terms) sum += weights[term]!;
  return sum / total;
}

/**
 * Returns the best values of the chunks that overlap each part of a file; both are in line order.
 */
function bestChunks({ parts, chunks }: FileWithParts) {
  let from = 0;
  return parts.map(({ startLine, endLine }) => {
    const best = { words: 0, names: 0, cosine: 0 };
    while (from < chunks.length && chunks[from]!.endLine < startLine) from++;
    for (let i = from; i < chunks.length && chunks[i]!.startLine <= endLine; i++) {
      const chunk = chunks[i]!;
      if (chunk.endLine < startLine) continue;
      best.words = Math.max(best.words, chunk.words);
      best.names = Math.max(best.names, chunk.names);
      best.cosine = Math.max(best.cosine, chunk.cosine);
    }
    return best;
  });
}

/** Name in a typical notation: with a capital inside, an underscore or a digit. */
const MARKED_NAME_REGEXP = /[^\p{Lu}]\p{Lu}|\p{L}_\p{L}|\p{L}\p{N}/u;

function matchWritten(
  name: string,
  written: ReadonlySet<string>,
  symbols: ReadonlySet<string>,
): number {
  if (name.length < 3 || !written.has(name)) return 0;
  return MARKED_NAME_REGEXP.test(name) || symbols.has(name) ? 1 : .5;
}
