import { bestChunks } from "./best_chunks.ts";
import { queryTermWeight } from "./bm25f.ts";
import { choosePool, type Meaning, meaningEvidence, nearestFiles } from "./choose_pool.ts";
import { commitsWeight } from "./commit_weight.ts";
import type { CorpusStatistics } from "./corpus_statistics.ts";
import type { BestChunks, Evidence, FileScores, PoolEvidence, PoolFile } from "./evidence.ts";
import { folderTerms } from "./file_name.ts";
import {
  DEFINITIONS,
  EVIDENCE_STEPS,
  MEANING,
  MENTION,
  NAMED_SYMBOL,
  SUBJECTS,
} from "./file_steps.ts";
import { type DocumentFacts, type IndexView, spansOf } from "./index_view.ts";
import { LexicalScorer, type LexicalScores } from "./lexical_scorer.ts";
import { type Mention, mentionEvidence } from "./mention_evidence.ts";
import { openNameShare } from "./name_share.ts";
import { nameTrustOf } from "./name_trust.ts";
import { namedSymbolEvidence, openSymbolValue } from "./named_symbols.ts";
import { phraseChunks } from "./phrase_chunks.ts";
import type { QueryReading, QueryVector, ScorableTerm } from "./query_reading.ts";
import { countWords, queryTraits } from "./rank_evidence.ts";
import { bm25fParameters, IDF_EXPONENT, LINE } from "./ranking_steps.ts";
import { SubjectField, type SubjectIndex } from "./score_subjects.ts";
import { listChunksWithAll, listNamedChunks } from "./term_places.ts";
import { idfExponent } from "./verbosity.ts";

/** The power of the idf when that step is left out. */
const PLAIN = 1;

/** A query whose evidence is gathered. */
export interface GatherRequest {
  /** With at least one term. */
  readonly query: QueryReading;
  /** The query as a model reads it; without it the answer goes by words alone. */
  readonly vector?: QueryVector | undefined;
  /** Phrases, the weightiest first: some chunks that have all words of one are returned beside the best. */
  readonly phrases?: readonly string[];
  /** Names of ranking steps to leave out. */
  readonly disabled: ReadonlySet<string>;
  /** Whether the evidence of each term is wanted. @default false */
  readonly explain?: boolean;
  /** The statistics that words are weighed by, where others than this index are asked too. @default its own */
  readonly statistics?: CorpusStatistics | undefined;
  /** Returns whether a document may be proposed; applied before the best are taken. All may without it. */
  readonly matches?: ((document: DocumentFacts) => boolean) | undefined;
}

/**
 * Returns what an index says of a query, by which files and chunks are ranked. A number that a new step of the ranking
 * reads is gathered here, under the name that the step's record gives it.
 */
export function gatherEvidence(view: IndexView, request: GatherRequest): Evidence {
  const { query, phrases = [], disabled, explain = false, matches, statistics } = request;
  const { chunks: { fileOf }, files: { firstChunks } } = view;
  const exponent = disabled.has(IDF_EXPONENT.name) ? PLAIN : idfExponent(countWords(query.terms));
  const parameters = bm25fParameters(disabled);
  const scorer = new LexicalScorer(view, { parameters, exponent, statistics });
  const lexical = scorer.score(query.terms);
  const { chunks: words, idfs } = lexical;
  const nameTrust = nameTrustOf(query, { steps: EVIDENCE_STEPS, disabled });
  const names = nameTrust > 0
    ? scoreNames(query.nameTerms ?? [], new LexicalScorer(view, { parameters, statistics }), view)
    : undefined;
  const mention = openMention(view, query);
  const pooled: PoolEvidence = {
    ...lexicalEvidence(lexical, firstChunks),
    names: names?.best,
    namesText: names?.text,
    subjects: disabled.has(SUBJECTS.name) ? undefined : subjectEvidence(view, query),
    mention: disabled.has(MENTION.name) ? undefined : mention?.files,
  };
  const allowed = matches && listAllowed(view, matches);
  const holders = phrases.length === 0 ? undefined : phraseChunks(phrases, {
    listChunksWithAll: (terms) => listChunksWithAll(view, terms),
    scores: words,
    isAllowed: (chunk) => allowed === undefined || allowed[fileOf[chunk]!] === 1,
    compareFiles: (a, b) => {
      const ranks = view.rankPaths();
      return ranks[fileOf[a]!]! - ranks[fileOf[b]!]!;
    },
  });
  const found = [
    ...new Set([
      ...choosePool(pooled, { disabled, allowed, nameTrust }),
      ...[...holders ?? []].map((chunk) => fileOf[chunk]!),
    ]),
  ];
  const isByMeaning = found.length === 0;
  const vector = request.vector?.fingerprint === view.model ? request.vector : undefined;
  const meaning = vector && !disabled.has(MEANING.name)
    ? compareMeaning(view, vector, found)
    : undefined;
  const numbers = isByMeaning ? nearestFiles(meaning?.files, { allowed }) : found;
  const inPool = new Set(numbers);
  const named = disabled.has(NAMED_SYMBOL.name)
    ? undefined
    : namedSymbolEvidence(query.symbols ?? [], {
      listNamedChunks: (term) => listNamedChunks(view, term),
      isInPool: (file) => inPool.has(file),
      labelOf: (chunk) => labelOf(view, chunk),
      asked: queryTraits(query).verbosity === 0,
    });
  const pool = listPool(view, numbers);
  const shareOfName = openNameShare(query.terms, idfs);
  const symbolOf = openSymbolValue(named?.files, query);
  const ofPool = (valueOf: (file: PoolFile) => number) => shareScores(view, pool, valueOf);
  return {
    pool,
    scores: {
      chunks: pooled.chunks,
      text: pooled.text,
      coverage: pooled.coverage,
      name: ofPool(({ name }) => shareOfName(name)),
      folder: ofPool(({ path }) => shareOfName(folderTerms(path))),
      symbol: ofPool(symbolOf),
      subjects: pooled.subjects,
      meaning: meaning?.files,
      definitions: vector && !disabled.has(DEFINITIONS.name)
        ? definitionsEvidence(view, numbers, vector.numbers)
        : undefined,
      mention: pooled.mention,
      names: pooled.names,
      namesText: pooled.namesText,
    },
    idfs,
    words,
    nameWords: names?.words,
    cosines: meaning?.chunks,
    named,
    lines: disabled.has(LINE.name) ? undefined : mention?.chunks,
    namedLines: mention?.lines,
    namedFunctions: mention?.functions,
    holders,
    isByMeaning,
    terms: explain ? scorer.listEvidence(query.terms, (file) => inPool.has(file)) : undefined,
  };
}

/** Returns what the words of the query say of all files. */
function lexicalEvidence(
  { chunks, files, coverage }: LexicalScores,
  firstChunks: Uint32Array,
): { readonly chunks: BestChunks; readonly text: FileScores; readonly coverage: FileScores } {
  let highest = 0;
  for (const score of files) if (score > highest) highest = score;
  return {
    chunks: bestChunks(chunks, firstChunks),
    text: { scores: files, highest },
    coverage: { scores: coverage, highest: 1 },
  };
}

/** Returns what the terms of guessed names say of all files; undefined where none of them is in the index. */
function scoreNames(terms: readonly ScorableTerm[], scorer: LexicalScorer, view: IndexView) {
  const scores = scorer.score(terms);
  const { chunks: best, text } = lexicalEvidence(scores, view.files.firstChunks);
  return best.highest > 0 ? { best, text, words: scores.chunks } : undefined;
}

function openMention(view: IndexView, query: QueryReading): Mention | undefined {
  const { documents, firstChunks } = view.files;
  return mentionEvidence(query, {
    listCalled: (keys) =>
      view.listCalled(keys)
        .map(({ id, path }) => ({ file: documents.indexOf(id), path }))
        .filter(({ file }) => file !== -1),
    firstChunks,
    chunksOf: (file) => view.listChunks(documents[file]!),
  });
}

/**
 * Returns how near the files of a pool are to the query; all files where there is no pool, if the model
 * is one to go by alone.
 */
function compareMeaning(
  view: IndexView,
  { numbers, readsSentences }: QueryVector,
  pool: readonly number[],
): Meaning | undefined {
  const { documents, firstChunks } = view.files;
  if (pool.length === 0) {
    if (!readsSentences) return undefined;
    return meaningEvidence(view.compareChunks(numbers), firstChunks, documents.keys());
  }
  const files = pool.toSorted((a, b) => a - b);
  const cosines = view.compareChunks(numbers, spansOf(view.files, files));
  return meaningEvidence(cosines, firstChunks, files);
}

/** Returns one byte a file: 1 where its document passes. */
function listAllowed(view: IndexView, matches: (document: DocumentFacts) => boolean): Uint8Array {
  const passing = new Set<number>();
  for (const facts of view.listFacts()) if (matches(facts)) passing.add(facts.id);
  return Uint8Array.from(view.files.documents, (id) => passing.has(id) ? 1 : 0);
}

/** Returns the label of a chunk; empty when it has none. */
function labelOf(view: IndexView, chunk: number): string {
  const { documents, firstChunks } = view.files;
  const file = view.chunks.fileOf[chunk]!;
  return view.listChunks(documents[file]!)[chunk - firstChunks[file]!]?.label ?? "";
}

/** Returns the files of the pool with what the index knows of their documents. */
function listPool(view: IndexView, pool: readonly number[]): PoolFile[] {
  const { documents, firstChunks } = view.files;
  const names = view.listNames(pool.map((file) => documents[file]!));
  return pool.map((file) => {
    const document = documents[file]!;
    const { path, kind, hash, definitions, name, kinds } = names.get(document)!;
    return {
      file,
      document,
      path,
      kind,
      hash,
      definitions,
      name,
      kinds,
      firstChunk: firstChunks[file]!,
      endChunk: firstChunks[file + 1]!,
    };
  });
}

/** Returns the scores of the files of a pool whose values are shares already. */
function shareScores(
  { files: { documents } }: IndexView,
  pool: readonly PoolFile[],
  valueOf: (file: PoolFile) => number,
): FileScores {
  const scores = new Float64Array(documents.length);
  for (const one of pool) scores[one.file] = valueOf(one);
  return { scores, highest: 1 };
}

/** What was made ready of the subjects of commits; these stand for one state of an index. */
const FIELDS = new WeakMap<SubjectIndex, SubjectField>();

/**
 * Returns what the subjects of commits say of all files, or undefined without commits. Where there are few
 * commits they say less: no file then has a share of 1.
 */
function subjectEvidence(
  view: IndexView,
  { terms }: QueryReading,
): FileScores | undefined {
  const index = view.readSubjects();
  if (index.commits === 0) return undefined;
  const subjects = FIELDS.getOrInsertComputed(index, (one) => new SubjectField(one));
  const found = subjects.score(terms.map(({ term, count, weight = 1 }) => ({
    term,
    weight: weight * queryTermWeight(count),
  })));
  const { documents } = view.files;
  const scores = new Float64Array(documents.length);
  let highest = 0;
  for (let file = 0; found.size > 0 && file < documents.length; file++) {
    const score = found.get(documents[file]!) ?? 0;
    scores[file] = score;
    if (score > highest) highest = score;
  }
  return { scores, highest: highest / commitsWeight(subjects.commits) };
}

/**
 * Returns how near the names that some files define are to a query: for each the highest cosine of a run
 * of its names, 0 for one that defines nothing.
 *
 * These are read for the files of a pool only, one row each: a vector for every eight names of a tree
 * is a seventh of all vectors.
 */
function definitionsEvidence(
  view: IndexView,
  pool: readonly number[],
  query: Float32Array,
): FileScores {
  const { documents } = view.files;
  const found = view.compareNames(query, pool.map((file) => documents[file]!));
  const scores = new Float32Array(documents.length);
  pool.forEach((file, i) => scores[file] = found[i]!);
  return { scores, highest: found.reduce((best, score) => Math.max(best, score), 0) };
}
