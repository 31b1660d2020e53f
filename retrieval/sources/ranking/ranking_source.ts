import type { Candidate, PassageCandidate } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { type AskedQuery, findCandidates, type SearchOptions } from "../../search/mod.ts";
import { type ContextSource, type Lease, NOTHING } from "../context_source.ts";
import { noteWithoutWords } from "./note_ranking.ts";
import { readPassages } from "./read_passages.ts";

/** Chunks that a bundle is chosen from: more than fit the default budget several times over. */
const QUERY_CANDIDATES = 50;

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
  async gather({ asked, task, search, visibility }, lease) {
    if (asked === undefined) return NOTHING;
    const ranked = await rankChunks(lease, asked, {
      ...search,
      visibility,
      ...(task === undefined ? { limit: QUERY_CANDIDATES } : {
        limit: SNIPPET_CANDIDATES,
        filter: { ...search.filter, kind: "code" },
      }),
    });
    const { indexed: { root }, sources, index } = lease;
    const { candidates, omitted } = await readPassages(ranked, { root, visibility, sources });
    const changed = omitted.length === 0 ? [] : [{
      code: "passages-changed",
      message:
        `${omitted.length} passages are left out as their files have changed since they were indexed`,
    }];
    if (task === undefined) {
      const found = noteWithoutWords(ranked, { ...search, ...asked, index });
      return {
        sections: [{ name: "ranking", candidates }],
        notes: [...found, ...changed],
        omitted,
      };
    }
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
      notes: changed,
      omitted,
    };
  },
};

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
