import { bestChunks } from "./best_chunks.ts";
import { queryTermWeight } from "./bm25f.ts";
import {
  choosePool,
  findNearestFiles,
  gatherMeaning,
  type MeaningEvidence,
} from "./choose_pool.ts";
import { commitsWeight } from "./commit_weight.ts";
import type { CorpusStatistics } from "./corpus_statistics.ts";
import type { BestChunks, Evidence, FileScores, PoolEvidence, PoolFile } from "./evidence.ts";
import { folderTerms } from "./file_name.ts";
import {
  DEFINITIONS_STEP,
  EVIDENCE_STEPS,
  MEANING_STEP,
  MENTION_STEP,
  NAMED_SYMBOL_STEP,
  SUBJECTS_STEP,
} from "./file_steps.ts";
import { chunkSpansOf, type DocumentFacts, type IndexView } from "./index_view.ts";
import { LexicalScorer, type LexicalScores } from "./lexical_scorer.ts";
import { findMentions, type IndexMentions } from "./find_mentions.ts";
import { createNameScorer } from "./name_scorer.ts";
import { effectiveNameTrust } from "./name_trust.ts";
import { createSymbolScorer, namedSymbolEvidence } from "./named_symbols.ts";
import { findPhraseChunks } from "./phrase_chunks.ts";
import type { AnalyzedQuery, QueryVector, ScorableTerm } from "./analyzed_query.ts";
import { countWords, queryTraits } from "./rank_evidence.ts";
import { bm25fParameters, IDF_EXPONENT_STEP, LINE_STEP } from "./ranking_steps.ts";
import { SubjectField, type SubjectIndex } from "./score_subjects.ts";
import { listChunksWithAllTerms, listNamedChunks } from "./term_lookup.ts";
import { idfExponent } from "./verbosity.ts";

/** Exponent of the idf when that step is disabled. */
const PLAIN_EXPONENT = 1;

/** Query whose evidence is gathered. */
export interface GatherEvidenceRequest {
  /** Query with at least one term. */
  readonly query: AnalyzedQuery;
  /** Vector of the query; without it the answer depends on words alone. */
  readonly vector?: QueryVector | undefined;
  /**
   * Phrases, highest weight first. Some chunks with all words of a phrase are returned in addition
   * to the best ones.
   */
  readonly phrases?: readonly string[];
  /** Names of disabled ranking steps. */
  readonly disabled: ReadonlySet<string>;
  /** True to include the evidence of each term. @default false */
  readonly explain?: boolean;
  /**
   * Statistics for the weights of words, when the query searches further indexes.
   *
   * @default those of the index
   */
  readonly statistics?: CorpusStatistics | undefined;
  /**
   * Returns true when a document may be proposed. It is applied before the best are chosen. All
   * documents may be proposed without it.
   */
  readonly matches?: ((document: DocumentFacts) => boolean) | undefined;
}

/**
 * Returns the evidence of an index for a query, by which files and chunks are ranked. The number
 * that a new ranking step needs is gathered here, under the name in the record of the step.
 */
export function gatherEvidence(view: IndexView, request: GatherEvidenceRequest): Evidence {
  const { query, phrases = [], disabled, explain = false, matches, statistics } = request;
  const { chunks: { fileOf }, files: { firstChunks } } = view;
  const exponent = disabled.has(IDF_EXPONENT_STEP.name)
    ? PLAIN_EXPONENT
    : idfExponent(countWords(query.terms));
  const parameters = bm25fParameters(disabled);
  const scorer = new LexicalScorer(view, { parameters, exponent, statistics });
  const lexical = scorer.score(query.terms);
  const { chunks: words, idfs } = lexical;
  const nameTrust = effectiveNameTrust(query, { steps: EVIDENCE_STEPS, disabled });
  const names = nameTrust > 0
    ? scoreNames(query.nameTerms ?? [], new LexicalScorer(view, { parameters, statistics }), view)
    : undefined;
  const mention = gatherMentions(view, query);
  const pooled: PoolEvidence = {
    ...lexicalEvidence(lexical, firstChunks),
    names: names?.best,
    namesText: names?.text,
    subjects: disabled.has(SUBJECTS_STEP.name) ? undefined : subjectEvidence(view, query),
    mention: disabled.has(MENTION_STEP.name) ? undefined : mention?.files,
  };
  const allowed = matches && markAllowedFiles(view, matches);
  const withPhrase = phrases.length === 0 ? undefined : findPhraseChunks(phrases, {
    listChunksWithAll: (terms) => listChunksWithAllTerms(view, terms),
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
      ...[...withPhrase ?? []].map((chunk) => fileOf[chunk]!),
    ]),
  ];
  const isMeaningOnly = found.length === 0;
  const vector = request.vector?.fingerprint === view.model ? request.vector : undefined;
  const meaning = vector && !disabled.has(MEANING_STEP.name)
    ? compareMeaning(view, vector, found)
    : undefined;
  const numbers = isMeaningOnly ? findNearestFiles(meaning?.files, { allowed }) : found;
  const inPool = new Set(numbers);
  const named = disabled.has(NAMED_SYMBOL_STEP.name)
    ? undefined
    : namedSymbolEvidence(query.symbols ?? [], {
      listNamedChunks: (term) => listNamedChunks(view, term),
      isInPool: (file) => inPool.has(file),
      labelOf: (chunk) => labelOf(view, chunk),
      isQuestion: queryTraits(query).verbosity === 0,
    });
  const pool = listPool(view, numbers);
  const shareOfName = createNameScorer(query.terms, idfs);
  const symbolOf = createSymbolScorer(named?.files, query);
  const ofPool = (valueOf: (file: PoolFile) => number) => scoresFromShares(view, pool, valueOf);
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
      definitions: vector && !disabled.has(DEFINITIONS_STEP.name)
        ? definitionsEvidence(view, numbers, vector.numbers)
        : undefined,
      mention: pooled.mention,
      names: pooled.names,
      namesText: pooled.namesText,
    },
    idfs,
    wordScores: words,
    nameScores: names?.words,
    cosines: meaning?.chunks,
    namedSymbols: named,
    lineScores: disabled.has(LINE_STEP.name) ? undefined : mention?.chunks,
    namedLines: mention?.lines,
    namedFunctions: mention?.functions,
    phraseChunks: withPhrase,
    isMeaningOnly,
    terms: explain ? scorer.listEvidence(query.terms, (file) => inPool.has(file)) : undefined,
  };
}

/** Returns the scores of all files by the words of the query. */
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

/**
 * Returns the scores of all files by the terms of guessed names; undefined when the index has none
 * of them.
 */
function scoreNames(terms: readonly ScorableTerm[], scorer: LexicalScorer, view: IndexView) {
  const scores = scorer.score(terms);
  const { chunks: best, text } = lexicalEvidence(scores, view.files.firstChunks);
  return best.highest > 0 ? { best, text, words: scores.chunks } : undefined;
}

function gatherMentions(view: IndexView, query: AnalyzedQuery): IndexMentions | undefined {
  const { documents, firstChunks } = view.files;
  return findMentions(query, {
    listByFileKeys: (keys) =>
      view.listByFileKeys(keys)
        .map(({ id, path }) => ({ file: documents.indexOf(id), path }))
        .filter(({ file }) => file !== -1),
    firstChunks,
    chunksOf: (file) => view.listChunks(documents[file]!),
  });
}

/**
 * Returns the similarity of the files of a pool to the query. For an empty pool it compares all
 * files, if the model may propose files by meaning alone.
 */
function compareMeaning(
  view: IndexView,
  { numbers, readsSentences }: QueryVector,
  pool: readonly number[],
): MeaningEvidence | undefined {
  const { documents, firstChunks } = view.files;
  if (pool.length === 0) {
    if (!readsSentences) return undefined;
    return gatherMeaning(view.compareChunks(numbers), firstChunks, documents.keys());
  }
  const files = pool.toSorted((a, b) => a - b);
  const cosines = view.compareChunks(numbers, chunkSpansOf(view.files, files));
  return gatherMeaning(cosines, firstChunks, files);
}

/** Returns one byte per file: 1 when its document passes. */
function markAllowedFiles(
  view: IndexView,
  matches: (document: DocumentFacts) => boolean,
): Uint8Array {
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

/** Returns the files of the pool with the indexed facts of their documents. */
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
function scoresFromShares(
  { files: { documents } }: IndexView,
  pool: readonly PoolFile[],
  valueOf: (file: PoolFile) => number,
): FileScores {
  const scores = new Float64Array(documents.length);
  for (const one of pool) scores[one.file] = valueOf(one);
  return { scores, highest: 1 };
}

/** Prepared fields of the subjects of commits; each belongs to one state of an index. */
const SUBJECT_FIELDS = new WeakMap<SubjectIndex, SubjectField>();

/**
 * Returns the scores of all files by the subjects of commits; undefined without commits. With few
 * commits the evidence counts less: even the best file has a share below 1.
 */
function subjectEvidence(
  view: IndexView,
  { terms }: AnalyzedQuery,
): FileScores | undefined {
  const index = view.readSubjects();
  if (index.commits === 0) return undefined;
  const subjects = SUBJECT_FIELDS.getOrInsertComputed(index, (one) => new SubjectField(one));
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
 * Returns the similarity of the names that some files define to a query: the highest cosine of a
 * run of names of each file, 0 for a file without definitions.
 *
 * Only the vectors of the files of the pool are read, one row for each file. There is one vector
 * for every eight names of a file; together they are a seventh of all vectors.
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
