import type { BundleIndex, PassageCandidate } from "@dossier/core";
import { DEFAULT_APPETITE, markNearCopies, worthFloor, worthOfLook } from "@dossier/core/pack";
import type { ToldQuestion } from "@dossier/core/part";
import { keepQuotas } from "@dossier/core/rank";
import {
  type AskedQuery,
  findFiles,
  findFilesOfAll,
  findParts,
  findPartsOfAll,
  type FoundFile,
  type FoundFiles,
  type FoundParts,
  QUERY_FILES,
  type QueryText,
} from "../../search/mod.ts";
import type { IndexReader } from "../../index/mod.ts";
import { type ContextSource, type Gathered, NOTHING } from "../context_source.ts";
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
 * Files behind the best that may be named. With guessed names there are none: of the files from the thirteenth to the
 * twenty-fourth one in 150 is needed then, which is not worth the tokens.
 */
const FURTHER_FILES = 12;

/**
 * Share of the budget for the names of files that are not shown. For a task it is kept for them, and at 4,000
 * tokens .90 of the files that tasks change are shown or named, and .84 when it is not; a question of 1,000
 * tokens would show .36 of the lines in place of .41.
 */
const NAMES_LIMIT = { share: 0.06 };

/** The same for a question that names nothing, whose reader has to look around. */
const BROAD_NAMES_LIMIT = { share: 0.12 };

/** Snippets of a task, as in noface. */
export const MAX_SNIPPETS = 10;

/**
 * How likely a snippet must be needed, as a share of what a question wants. A task has many words, so that many
 * parts have some of them and none has much of a chance, and it needs several. On 23 tasks of noface with a
 * ceiling of 4,000 tokens, a chance of .06 showed .39 of the changed hunks in 3,270 tokens, .045 .41 in 3,450,
 * .03 .44 in 3,670.
 */
const SNIPPET_WORTH_SHARE = 0.5;

/**
 * How likely a passage must be needed for a question, as a share of the floor of a normal appetite. Everyday words find
 * many parts of little chance each, among which are those that are needed: without names half of the floor showed .41
 * of the needed lines of 66 questions about six unknown trees in 4,000 tokens, all of it .35, and .73 and .72 of 81
 * about famous ones. With ten names all of it showed .79 in 2,921 tokens, three quarters .82 in 3,157, half .84 in
 * 3,436; of 24 questions about trees that were kept aside .62, .65 and .69.
 */
const FLOOR_SHARE = { withNames: 0.75, withoutNames: 0.5 };

/** What the name of a place costs, in tokens. */
const NAME_TOKENS = 15;

/** So many of the best passages must add up to {@link LIKELY}. */
const LIKELY_PASSAGES = 10;

/**
 * What the chances of the best ten passages add up to where one of them is likely to be needed. One of nine questions
 * without names has less: of those, two thirds are shown none of the needed lines in 4,000 tokens, of the others one of
 * eight. With names of one's own one of a hundred has less. Half of it is enough for the best passage alone: the
 * definition that a question names has a chance of .9 and leaves none to others.
 */
const LIKELY = 1;

/** The parts of the files that rank highest for a query, or for a task as snippets of code. */
export const rankingSource: ContextSource = {
  name: "ranking",
  async gather({ asked, task, search, preferences, visibility, head }, lease) {
    if (asked === undefined) return NOTHING;
    const wanted = task === undefined ? search : await ofCode(search, asked, lease);
    const best = await proposeBest({ asked, visibility, preferences, search: wanted }, lease);
    return gatherBest(best, {
      task,
      search,
      preferences,
      head,
      query: asked.query,
      index: lease.index,
    });
  },
  async gatherOfAll(repositories, { quotas }) {
    const [{ plan: { task, search, preferences, head, asked }, lease }] = repositories;
    if (asked === undefined) return NOTHING;
    const trees = await Promise.all(repositories.map(toTree)) as [SearchedTree, ...SearchedTree[]];
    const { disabled, explain } = search;
    const best = await lease.runStep("rank", async () => {
      const options = {
        disabled,
        kind: preferences.question,
        limit: QUERY_FILES,
        further: countFurther(asked.query),
      };
      const order = (files: readonly FoundFile[]) =>
        keepQuotas(files, ({ repository = "" }) => repository, quotas);
      const found = await findFilesOfAll(trees, options, { order });
      return toBestParts(found, await findPartsOfAll(trees, found, { disabled, explain }));
    });
    const index = sumIndexes(repositories.map((one) => one.lease.index));
    const gathered = gatherBest(best, {
      task,
      search,
      preferences,
      head,
      query: asked.query,
      index,
    });
    const sections = gathered.sections.map((section) => ({ ...section, quotas }));
    return { ...gathered, sections };
  },
};

/** Returns a repository as it is searched with others: of a task for its code. */
async function toTree({ repository, plan, lease }: RepositoryPlan): Promise<SearchedTree> {
  const { task, search, asked, visibility } = plan;
  const wanted = task === undefined ? search : await ofCode(search, asked!, lease);
  return toSearchedTree({ ...lease, visibility }, asked!, wanted, repository);
}

/** The best files for a query, and their parts as what a bundle is chosen from. */
interface BestParts {
  readonly files: FoundFiles["files"];
  /** What the query is after. */
  readonly question: ToldQuestion;
  /** Whether a guessed name is in one of the files. */
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
  const floor = worthFloor(appetite, head.limit);
  const parts = { name: "ranking", rule: "best-value" } as const;
  const rule = "skip-and-continue";
  const references = { name: "references", rule, ofOtherFiles: true } as const;
  if (task !== undefined) {
    const { referencesOnly } = task.settings;
    return {
      sections: [{
        ...parts,
        candidates: candidates.map((candidate) => nameOnly(toSnippet(candidate), referencesOnly)),
        keep: NAMES_LIMIT,
        worthFloor: SNIPPET_WORTH_SHARE * floor,
        maxPassages: MAX_SNIPPETS,
      }],
      closing: [{ ...references, candidates: names.map(toSnippet), limit: NAMES_LIMIT }],
      notes: noteChanged(omitted),
      omitted,
    };
  }
  const isLikely = candidates.length === 0 || hasLikelyPassage(candidates);
  const limit = question.kind === "broad" || !isLikely ? BROAD_NAMES_LIMIT : NAMES_LIMIT;
  const ofFloor = hasNames ? FLOOR_SHARE.withNames : FLOOR_SHARE.withoutNames;
  const least = (appetite === "normal" ? ofFloor : 1) * floor;
  const marked = markCopies(candidates, { least, query });
  const copied = listCopies(marked.filter(({ worth = 1 }) => worth >= least));
  return {
    sections: [{
      ...parts,
      candidates: marked,
      worthFloor: least,
      ...(isLikely ? {} : { keep: limit }),
    }],
    closing: [{
      ...references,
      candidates: names.filter(({ path, worth = 1 }) =>
        worth > worthOfLook(NAME_TOKENS) && !copied.has(path)
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

/** Returns whether the best passage, or one of the best, is likely to be needed, by their chances. */
export function hasLikelyPassage(candidates: readonly Pick<PassageCandidate, "worth">[]): boolean {
  const worths = candidates.slice(0, LIKELY_PASSAGES).map(({ worth = 1 }) => worth);
  return worths[0]! >= LIKELY / 2 || worths.reduce((sum, worth) => sum + worth) >= LIKELY;
}

/** Returns candidates of which those that are likely enough to be shown are marked where they are near copies. */
function markCopies(
  candidates: readonly PassageCandidate[],
  { least, query: { text, names } }: { readonly least: number; readonly query: QueryText },
): readonly PassageCandidate[] {
  const isLikely = ({ worth = 1 }: PassageCandidate) => worth >= least;
  return [
    ...markNearCopies(candidates.filter(isLikely), [text, ...names].join(" ")),
    ...candidates.filter((candidate) => !isLikely(candidate)),
  ];
}

/** Returns the files that are copies as far as they might be shown, with the paths of what they are copies of. */
function listCopies(marked: readonly PassageCandidate[]): ReadonlyMap<string, string> {
  const own = new Set(marked.flatMap(({ path, copyOf }) => copyOf === undefined ? path : []));
  return new Map(
    marked.flatMap(({ path, copyOf }) =>
      copyOf === undefined || own.has(path) ? [] : [[path, copyOf]]
    ),
  );
}

/** Returns the search for the code of a task: its documents come from elsewhere. */
async function ofCode(
  search: Plan["search"],
  asked: AskedQuery,
  { indexed: { reader } }: Lease,
): Promise<Plan["search"]> {
  const pathsOfAnyKind = await listNamedText(asked, reader);
  return { ...search, filter: { ...search.filter, kind: "code", pathsOfAnyKind } };
}

/** Returns the paths of files of no known language that a query names. */
async function listNamedText({ query }: AskedQuery, reader: IndexReader): Promise<Set<string>> {
  if (query.isPlain) return new Set();
  const { parsed, core } = await query.parse();
  const mentions = core.queryPaths(parsed);
  if (mentions.length === 0) return new Set();
  // Imported only here, as a question has no use for it.
  const { isOfNoLanguage } = await import("../documents/vault.ts");
  const called = await reader.listByFileKeys(core.mentionedKeys(mentions));
  const named = core.pathEvidence(mentions, called.map(({ path }) => path)).paths;
  const ids = called.filter(({ path }) => named.has(path)).map(({ id }) => id);
  const places = ids.length === 0 ? [] : await reader.readFacts(ids);
  return new Set(places.filter(isOfNoLanguage).map(({ path }) => path));
}

/** Returns how many files behind the best may be named for a query. */
function countFurther({ names }: QueryText): number {
  return names.length > 0 ? 0 : FURTHER_FILES;
}

/** Returns found files with their parts as what a bundle is chosen from. */
function toBestParts(found: FoundFiles, parts: FoundParts): BestParts {
  return {
    files: found.files,
    question: found.query.question,
    hasNames: found.query.nameTerms !== undefined,
    proposed: proposeParts(parts, found.query.terms),
  };
}

/** Returns the best files of an index, and their parts as what a bundle is chosen from. */
function proposeBest(
  { asked, search, preferences: { question: kind }, visibility }:
    & Pick<Plan, "search" | "preferences" | "visibility">
    & { readonly asked: AskedQuery },
  lease: Lease,
): Promise<BestParts> {
  const { runStep, indexed: { reader, root }, sources, embedder } = lease;
  const { query: { text, names, nameTrust } } = asked;
  const { filter, disabled, explain } = search;
  // What a request may not see is not in the key, nor is the text that a model read in another language.
  const isKept = visibility === lease.visibility && embedder?.readsSentences !== true;
  const key = ["ranking", text, names, nameTrust, filter, disabled, explain, kind];
  return runStep("rank", async () => {
    const propose = async () => {
      const found = await findFiles(reader, asked, {
        ...search,
        visibility,
        kind,
        limit: QUERY_FILES,
        further: countFurther(asked.query),
      });
      const options = { asked, embedder, disabled, explain, root, visibility, sources };
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

/** About what the parts that a bundle is chosen from take in memory, beside the texts that they are of. */
const PROPOSED_BYTES = 128 * 1024;

/** Returns a proposed range as a snippet; without its outline, as what does not fit gives its place to the next. */
function toSnippet({ cheaper: _, ...range }: PassageCandidate): PassageCandidate {
  return { ...range, role: "snippet", reasons: ["ranked for the issue"] };
}

/** Returns code only by its name, for an agent that opens files itself. */
export function nameOnly(candidate: PassageCandidate, isOnlyNamed: boolean): PassageCandidate {
  return isOnlyNamed ? { ...candidate, instead: { form: "reference", text: "" } } : candidate;
}
