import type { TextCandidate } from "@dossier/core";
import type { JsonValue } from "@dossier/core/text";
import type { ContextSource } from "@dossier/retrieval/sources";
import { NOTHING } from "@dossier/retrieval/sources";
import { DEFAULT_MEMORY_BUDGETS, findMemoryBudget } from "../core/mod.ts";
import { citedPlace } from "../render_observation.ts";
import type { GivenMemory } from "./write_given.ts";
import type { MemoryBrief, UsedObservation } from "./memory_brief.ts";

/** Share of a bundle that observations may take: what they name is worth more than their words. */
const SHARE = 0.03;

/** Characters of a claim that are shown. */
const SHOWN_CHARACTERS = 300;

/** What earlier sessions learned: it leads the ranking to what it cites, and is told in a line each. */
export const memorySource: ContextSource<MemoryBrief> = {
  name: "memory",
  async hint(lease, brief) {
    const used = await brief.find(lease);
    // The words of a claim lead the ranking with little trust: a wrong one costs a tenth of what a right one gives.
    return used.map(({ observation: { content } }) => toLine(content));
  },
  async gather({ head }, lease, _earlier, brief) {
    const used = await brief.find(lease);
    if (used.length === 0) return NOTHING;
    const { place: { organization }, settings: { budgets }, session, workType, query } = brief;
    const defaults = { ...DEFAULT_MEMORY_BUDGETS.defaults, ...budgets };
    const budget = findMemoryBudget(workType, organization, { defaults });
    return {
      sections: [{
        name: "memory",
        rule: "skip-and-continue",
        limit: Math.min(budget, Math.floor(head.limit * SHARE)),
        candidates: used.filter(({ isTold }) => isTold).map(toCandidate),
      }],
      delivered({ fragments }) {
        if (session === undefined) return [];
        const shown = fragments.filter(({ role }) => role === "memory");
        const ids = used.map(({ observation: { id } }) => id);
        const given: GivenMemory = {
          root: lease.indexed.root,
          injection: {
            delivery: crypto.randomUUID(),
            session,
            workType,
            moment: "context",
            query,
            budgetTokens: budget,
            actualTokens: shown.reduce((sum, { tokens }) => sum + tokens, 0),
            graphTokens: 0,
            observations: ids,
            summaries: used.flatMap(({ observation: { id, kind } }) =>
              kind === "summary" ? id : []
            ),
            graphNodes: [],
            graphEdges: [],
          },
        };
        return [{ topic: "memory", payload: given as unknown as JsonValue }];
      },
    };
  },
};

/** Returns an observation as one line that names it: a claim in quotes, as nobody vouches for it, and what it cites. */
function toCandidate(
  { observation: { id, content, anchors }, weighted, relevance }: UsedObservation,
): TextCandidate {
  return {
    source: `memory:${id}`,
    trust: "learned",
    role: "memory",
    score: weighted,
    remark: `${JSON.stringify(toLine(content))}, of ${anchors.map(citedPlace).join(", ")}`,
    reasons: [`it has ${Math.round(100 * relevance)} % of the telling words`],
    forms: [{ form: "reference", text: "" }],
  };
}

/** Returns the beginning of a claim on one line. */
function toLine(content: string): string {
  return [...content.replaceAll(/\s+/g, " ")].slice(0, SHOWN_CHARACTERS).join("");
}
