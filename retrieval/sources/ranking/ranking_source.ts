import type { Candidate, PassageCandidate } from "@dossier/core";
import { DEFAULT_APPETITE, WORTH_FLOORS } from "@dossier/core/pack";
import type { Visibility } from "@dossier/core/exclude";
import {
  type AskedQuery,
  findCandidates,
  findFiles,
  findParts,
  QUERY_FILES,
  type SearchOptions,
} from "../../search/mod.ts";
import {
  type ContextSource,
  type Gathered,
  type Lease,
  NOTHING,
  type Plan,
  type TaskBrief,
} from "../context_source.ts";
import { noteChanged, noteWithoutWords } from "./note_ranking.ts";
import { proposeParts } from "./propose_parts.ts";
import { readPassages } from "./read_passages.ts";

/** Share of the budget for the names of files that are not shown. */
const NAMES_SHARE = 0.06;

/** The same for a question that names nothing, whose reader has to look around. */
const BROAD_NAMES_SHARE = 0.12;

/** Snippets of a task, as in noface. */
export const MAX_SNIPPETS = 10;

/** Chunks that the snippets are chosen from. */
const SNIPPET_CANDIDATES = 25;

/**
 * Share of the best score that a snippet needs. On the 24 issues of noface, .4 found .82 of the files that
 * were touched in 1,600 tokens a bundle, .3 .89 in 2,100, .2 .90 in 2,800.
 */
const SNIPPET_FLOOR = 0.3;

/** The chunks that rank highest for a query, or for a task as snippets of code. */
export const rankingSource: ContextSource = {
  name: "ranking",
  async gather({ asked, task, search, wish, visibility }, lease) {
    if (asked === undefined) return NOTHING;
    return task === undefined
      ? await gatherParts({ asked, search, wish, visibility }, lease)
      : await gatherSnippets({ asked, task, search, visibility }, lease);
  },
};

/** Returns the parts of files that a question is about, and the names of the files behind them. */
async function gatherParts(
  { asked, search, wish, visibility }: Pick<Plan, "search" | "wish" | "visibility"> & {
    readonly asked: AskedQuery;
  },
  { runStep, indexed: { reader, root }, sources, index, embedder }: Lease,
): Promise<Gathered> {
  const { appetite = DEFAULT_APPETITE, question: kind } = wish;
  const { files, question, proposed } = await runStep("rank", async () => {
    const found = await findFiles(reader, asked, {
      ...{ ...search, visibility, kind, limit: QUERY_FILES },
    });
    const { disabled, explain } = search;
    return {
      files: found.files,
      question: found.query.question,
      proposed: proposeParts(
        await findParts(reader, found, {
          ...{ asked, embedder, disabled, explain, root, visibility, sources },
        }),
      ),
    };
  });
  const { candidates, names, omitted } = proposed;
  return {
    sections: [
      { name: "ranking", rule: "best-value", candidates, worthFloor: WORTH_FLOORS[appetite] },
      {
        name: "ranking",
        rule: "skip-and-continue",
        candidates: names,
        limit: { share: question.kind === "broad" ? BROAD_NAMES_SHARE : NAMES_SHARE },
      },
    ],
    head: { question },
    notes: [...noteWithoutWords(files, { ...search, ...asked, index }), ...noteChanged(omitted)],
    omitted,
  };
}

/** Returns the code that a task is about, as snippets. */
async function gatherSnippets(
  { asked, task, search, visibility }: Pick<Plan, "search" | "visibility"> & {
    readonly asked: AskedQuery;
    readonly task: TaskBrief;
  },
  lease: Lease,
): Promise<Gathered> {
  const ranked = await rankChunks(lease, asked, {
    ...search,
    visibility,
    limit: SNIPPET_CANDIDATES,
    filter: { ...search.filter, kind: "code" },
  });
  const { indexed: { root }, sources } = lease;
  const { candidates, omitted } = await readPassages(ranked, { root, visibility, sources });
  const { referencesOnly } = task.settings;
  return {
    sections: [{
      name: "ranking",
      candidates: candidates.map((candidate) => nameOnly(toSnippet(candidate), referencesOnly)),
      relevanceFloor: SNIPPET_FLOOR,
      // Callers and callees that have found a place are snippets as well.
      maxPassages: (shown) =>
        MAX_SNIPPETS - shown.filter(({ role }) => role === "caller" || role === "callee").length,
    }],
    notes: noteChanged(omitted),
    omitted,
  };
}

/** Returns a proposed range as a snippet; without its outline, as what does not fit gives its place to the next. */
function toSnippet({ cheaper: _, ...range }: PassageCandidate): PassageCandidate {
  return { ...range, role: "snippet", reasons: ["ranked for the issue"] };
}

/** Returns code only by its name, for an agent that opens files itself. */
export function nameOnly(candidate: PassageCandidate, isOnlyNamed: boolean): PassageCandidate {
  return isOnlyNamed ? { ...candidate, instead: { form: "reference", text: "" } } : candidate;
}

/**
 * Returns the best chunks for a query, from the index of a lease.
 *
 * @param options.visibility What may be found. @default what the project lets be seen
 * @param options.within The only file whose chunks are wanted. @default all
 */
export function rankChunks(
  { runStep, indexed: { reader, root }, visibility: ofProject, sources }: Lease,
  asked: AskedQuery,
  options: Pick<SearchOptions, "limit" | "filter" | "disabled" | "explain"> & {
    readonly visibility?: Visibility;
    readonly within?: string;
  },
): Promise<readonly Candidate[]> {
  const { limit, filter, disabled, explain, within, visibility = ofProject } = options;
  return runStep("rank", () =>
    findCandidates(reader, asked, {
      ...{ limit, filter, disabled, explain, within },
      ...{ root, visibility, sources },
    }));
}
