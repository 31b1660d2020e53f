import type { BundleIndex, PassageCandidate } from "@dossier/core";
import {
  DEFAULT_APPETITE,
  markNearCopies,
  needThreshold,
  savedLookThreshold,
} from "@dossier/core/pack";
import type { ClassifiedQuestion } from "@dossier/core/part";
import { applyQuotas } from "@dossier/core/rank";
import {
  type EmbeddedQuery,
  findFiles,
  findFilesInAll,
  findParts,
  findPartsInAll,
  type FoundFile,
  type FoundFiles,
  type FoundParts,
  QUERY_FILES,
  type QueryText,
} from "../../search/mod.ts";
import type { IndexReader } from "../../index/mod.ts";
import { type ContextSource, type Gathered, NOTHING_GATHERED } from "../context_source.ts";
import {
  type Lease,
  type Plan,
  type RepositoryPlan,
  type SearchedTree,
  sumIndexes,
  type TaskBrief,
  toSearchedTree,
} from "../../lease/mod.ts";
import { noteChanged, noteCopies, noteUnlikely, noteWithoutWords } from "./note_ranking.ts";
import { type ProposedParts, proposeParts } from "./propose_parts.ts";

/**
 * Maximum number of further files that are named. With guessed names there are none: only one in
 * 150 of the files from the thirteenth to the twenty-fourth is then needed, which is not worth the
 * tokens.
 */
const FURTHER_FILES = 12;

/**
 * Share of the budget for the names of files that are not shown. It is reserved for a task: with
 * 4,000 tokens, .90 of the files that tasks change are then shown or named, and .84 otherwise. For
 * a question of 1,000 tokens it would reduce the shown lines from .41 to .36.
 */
const NAMES_LIMIT = { share: 0.06 };

/** Share for a question without names, whose reader has to search further. */
const BROAD_NAMES_LIMIT = { share: 0.12 };

/** Maximum number of snippets of a task, as in noface. */
export const MAX_SNIPPETS = 10;

/**
 * Minimum probability of a snippet, as a share of the minimum probability for a question. A task
 * has many words. So many parts contain some of the words, each with a low probability, and a task
 * needs several parts. On 23 tasks of noface with a limit of 4,000 tokens, a probability of .06
 * showed .39 of the changed hunks in 3,270 tokens, .045 showed .41 in 3,450, and .03 showed .44 in
 * 3,670.
 */
const SNIPPET_WORTH_SHARE = 0.5;

/**
 * Minimum probability of a passage for a question, as a share of the floor of a normal appetite.
 * Everyday words find many parts of low probability, among them the needed ones. Without names,
 * half of the floor showed .41 of the needed lines of 66 questions about six unknown trees in 4,000
 * tokens, and the full floor .35; for 81 questions about famous ones, .73 and .72. With ten names,
 * the full floor showed .79 in 2,921 tokens, three quarters .82 in 3,157, half .84 in 3,436; for 24
 * held-out questions .62, .65 and .69.
 */
const FLOOR_SHARE = { withNames: 0.75, withoutNames: 0.5 };

/** Number of tokens of the name of a location. */
const NAME_TOKENS = 15;

/** Number of the best passages whose probabilities must add up to {@link LIKELY}. */
const LIKELY_PASSAGES = 10;

/**
 * Minimum sum of the probabilities of the best ten passages. From this sum on, one of them is
 * likely to be needed. One of nine questions without names has a lower sum. In 4,000 tokens, two
 * thirds of these questions get none of the needed lines; of the other questions, one of eight.
 * With names of the caller, one of a hundred has less. Half of it is enough for the best passage
 * alone: the definition that a question names has a probability of .9 and leaves none to others.
 */
const LIKELY = 1;

/** Context source with the best parts of files for a query, or with snippets of code for a task. */
export const rankingSource: ContextSource = {
  name: "ranking",
  async gather({ embeddedQuery, task, search, preferences, visibility, head }, lease) {
    if (embeddedQuery === undefined) return NOTHING_GATHERED;
    const narrowed = task === undefined ? search : await narrowToCode(search, embeddedQuery, lease);
    const best = await proposeBest(
      { embeddedQuery, visibility, preferences, search: narrowed },
      lease,
    );
    return gatherBest(best, {
      task,
      search,
      preferences,
      head,
      query: embeddedQuery.query,
      index: lease.index,
    });
  },
  async gatherFromAll(repositories, { quotas }) {
    const [{ plan: { task, search, preferences, head, embeddedQuery }, lease }] = repositories;
    if (embeddedQuery === undefined) return NOTHING_GATHERED;
    const trees = await Promise.all(repositories.map(toTree)) as [SearchedTree, ...SearchedTree[]];
    const { disabled, explain } = search;
    const best = await lease.runStep("rank", async () => {
      const options = {
        disabled,
        kind: preferences.question,
        limit: QUERY_FILES,
        further: countFurther(embeddedQuery.query),
      };
      const order = (files: readonly FoundFile[]) =>
        applyQuotas(files, ({ repository = "" }) => repository, quotas);
      const found = await findFilesInAll(trees, options, { order });
      return toBestParts(found, await findPartsInAll(trees, found, { disabled, explain }));
    });
    const index = sumIndexes(repositories.map((one) => one.lease.index));
    const gathered = gatherBest(best, {
      task,
      search,
      preferences,
      head,
      query: embeddedQuery.query,
      index,
    });
    const sections = gathered.sections.map((section) => ({ ...section, quotas }));
    return { ...gathered, sections };
  },
};

/** Returns the search of one of several repositories; for a task, of its code. */
async function toTree({ repository, plan, lease }: RepositoryPlan): Promise<SearchedTree> {
  const { task, search, embeddedQuery, visibility } = plan;
  const narrowed = task === undefined ? search : await narrowToCode(search, embeddedQuery!, lease);
  return toSearchedTree({ ...lease, visibility }, embeddedQuery!, narrowed, repository);
}

/** Best files for a query, with the candidates from their parts. */
interface BestParts {
  readonly files: FoundFiles["files"];
  /** Kind of question. */
  readonly question: ClassifiedQuestion;
  /** True when one of the files has a guessed name. */
  readonly hasNames: boolean;
  readonly proposed: ProposedParts;
}

/** Returns the sections of the best parts, of one tree or of several. */
function gatherBest(
  { files, question, hasNames, proposed: { candidates, names, omitted } }: BestParts,
  { task, search, preferences, head, query, index }: Pick<Plan, "search" | "preferences"> & {
    readonly task: Pick<TaskBrief, "settings"> | undefined;
    readonly head: Pick<Plan["head"], "limit">;
    readonly query: QueryText;
    readonly index: BundleIndex;
  },
): Gathered {
  const { appetite = DEFAULT_APPETITE } = preferences;
  const floor = needThreshold(appetite, head.limit);
  const parts = { name: "ranking", rule: "best-value" } as const;
  const rule = "skip-and-continue";
  const references = { name: "references", rule, excludesShownFiles: true } as const;
  if (task !== undefined) {
    const { referencesOnly } = task.settings;
    return {
      sections: [{
        ...parts,
        candidates: candidates.map((candidate) => toNameOnly(toSnippet(candidate), referencesOnly)),
        reserve: NAMES_LIMIT,
        needThreshold: SNIPPET_WORTH_SHARE * floor,
        maxPassages: MAX_SNIPPETS,
      }],
      trailing: [{ ...references, candidates: names.map(toSnippet), limit: NAMES_LIMIT }],
      notes: noteChanged(omitted),
      omitted,
    };
  }
  const isLikely = candidates.length === 0 || hasLikelyPassage(candidates);
  const limit = question.kind === "broad" || !isLikely ? BROAD_NAMES_LIMIT : NAMES_LIMIT;
  const ofFloor = hasNames ? FLOOR_SHARE.withNames : FLOOR_SHARE.withoutNames;
  const least = (appetite === "normal" ? ofFloor : 1) * floor;
  const marked = markCopies(candidates, { least, query });
  const copied = listCopies(marked.filter(({ needProbability = 1 }) => needProbability >= least));
  return {
    sections: [{
      ...parts,
      candidates: marked,
      needThreshold: least,
      ...(isLikely ? {} : { reserve: limit }),
    }],
    trailing: [{
      ...references,
      candidates: names.filter(({ path, needProbability = 1 }) =>
        needProbability > savedLookThreshold(NAME_TOKENS) && !copied.has(path)
      ),
      limit,
    }],
    head: { question },
    notes: [
      ...noteWithoutWords(files, { ...search, query, index }),
      ...(isLikely ? [] : [noteUnlikely(hasNames)]),
      ...noteCopies(copied),
      ...noteChanged(omitted),
    ],
    omitted,
  };
}

/**
 * Returns true when the best passage, or one of the best, is likely to be needed, by their
 * probabilities.
 */
export function hasLikelyPassage(
  candidates: readonly Pick<PassageCandidate, "needProbability">[],
): boolean {
  const worths = candidates.slice(0, LIKELY_PASSAGES).map(({ needProbability = 1 }) =>
    needProbability
  );
  return worths[0]! >= LIKELY / 2 || worths.reduce((sum, worth) => sum + worth) >= LIKELY;
}

/** Returns candidates with near copies marked, among those that are likely enough to be shown. */
function markCopies(
  candidates: readonly PassageCandidate[],
  { least, query: { text, names } }: { readonly least: number; readonly query: QueryText },
): readonly PassageCandidate[] {
  const isLikely = ({ needProbability = 1 }: PassageCandidate) => needProbability >= least;
  return [
    ...markNearCopies(candidates.filter(isLikely), [text, ...names].join(" ")),
    ...candidates.filter((candidate) => !isLikely(candidate)),
  ];
}

/** Returns the near copies among files that might be shown, with the paths of their originals. */
function listCopies(marked: readonly PassageCandidate[]): ReadonlyMap<string, string> {
  const own = new Set(marked.flatMap(({ path, copyOf }) => copyOf === undefined ? path : []));
  return new Map(
    marked.flatMap(({ path, copyOf }) =>
      copyOf === undefined || own.has(path) ? [] : [[path, copyOf]]
    ),
  );
}

/** Returns the search for the code of a task: its documents come from another source. */
async function narrowToCode(
  search: Plan["search"],
  embeddedQuery: EmbeddedQuery,
  { indexed: { reader } }: Lease,
): Promise<Plan["search"]> {
  const pathsOfAnyKind = await listNamedText(embeddedQuery, reader);
  return { ...search, filter: { ...search.filter, kind: "code", pathsOfAnyKind } };
}

/** Returns the paths of files of unknown language that a query names. */
async function listNamedText({ query }: EmbeddedQuery, reader: IndexReader): Promise<Set<string>> {
  if (query.isPlain) return new Set();
  const { parsed, core } = await query.parse();
  const mentions = core.queryPaths(parsed);
  if (mentions.length === 0) return new Set();
  // Imported only here: a question does not need it.
  const { hasNoKnownLanguage } = await import("../documents/vault.ts");
  const called = await reader.listByFileKeys(core.listMentionedKeys(mentions));
  const named = core.pathEvidence(mentions, called.map(({ path }) => path)).paths;
  const ids = called.filter(({ path }) => named.has(path)).map(({ id }) => id);
  const places = ids.length === 0 ? [] : await reader.readFacts(ids);
  return new Set(places.filter(hasNoKnownLanguage).map(({ path }) => path));
}

/** Returns the maximum number of further files that are named for a query. */
function countFurther({ names }: QueryText): number {
  return names.length > 0 ? 0 : FURTHER_FILES;
}

/** Returns found files with the candidates from their parts. */
function toBestParts(found: FoundFiles, parts: FoundParts): BestParts {
  return {
    files: found.files,
    question: found.query.question,
    hasNames: found.query.nameTerms !== undefined,
    proposed: proposeParts(parts, found.query.terms),
  };
}

/** Returns the best files of an index, with the candidates from their parts. */
function proposeBest(
  { embeddedQuery, search, preferences: { question: kind }, visibility }:
    & Pick<Plan, "search" | "preferences" | "visibility">
    & { readonly embeddedQuery: EmbeddedQuery },
  lease: Lease,
): Promise<BestParts> {
  const { runStep, indexed: { reader, root }, sources, embedder } = lease;
  const { query: { text, names, nameTrust } } = embeddedQuery;
  const { filter, disabled, explain } = search;
  // The key contains neither the visibility of the request nor the untranslated text for a model.
  const isKept = visibility === lease.visibility && embedder?.readsSentences !== true;
  const key = ["ranking", text, names, nameTrust, filter, disabled, explain, kind];
  return runStep("rank", async () => {
    const propose = async () => {
      const found = await findFiles(reader, embeddedQuery, {
        ...search,
        visibility,
        kind,
        limit: QUERY_FILES,
        further: countFurther(embeddedQuery.query),
      });
      const options = { embeddedQuery, embedder, disabled, explain, root, visibility, sources };
      const parts = await findParts(reader, found, options);
      const read = new Map([...parts.read].map(([path, { source }]) => [path, source]));
      return {
        value: toBestParts(found, parts),
        read: parts.changed.length === 0 ? read : undefined,
        bytes: PROPOSED_BYTES,
      };
    };
    return isKept ? await lease.reuse(key, propose) : (await propose()).value;
  });
}

/** Approximate memory of the candidates, without their texts, in bytes. */
const PROPOSED_BYTES = 128 * 1024;

/**
 * Returns a proposed range as a snippet, without its outline: one that does not fit is replaced by
 * the next.
 */
function toSnippet({ cheaper: _, ...range }: PassageCandidate): PassageCandidate {
  return { ...range, role: "snippet", reasons: ["ranked for the issue"] };
}

/** Returns a candidate with only its name, for an agent that opens files itself. */
export function toNameOnly(candidate: PassageCandidate, isOnlyNamed: boolean): PassageCandidate {
  return isOnlyNamed ? { ...candidate, replacement: { form: "reference", text: "" } } : candidate;
}
