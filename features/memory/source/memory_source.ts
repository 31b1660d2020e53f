import type { TextCandidate } from "@dossier/core";
import type { JsonValue } from "@dossier/core/text";
import { isContextError } from "@dossier/core/errors";
import { isPassage } from "@dossier/core/fragment";
import type { Lease } from "@dossier/retrieval/lease";
import { maskValue } from "@dossier/retrieval/secrets";
import { type ContextSource, type Gathered, NOTHING_GATHERED } from "@dossier/retrieval/sources";
import { DEFAULT_MEMORY_BUDGETS, findMemoryBudget } from "../core/mod.ts";
import { quoteClaim } from "../render_observation.ts";
import { draftMemoryInjection } from "../store/mod.ts";
import type { MemoryDelivery } from "./delivery_handler.ts";
import type { MemoryBrief, UsedObservation } from "./memory_brief.ts";

/** An unreadable memory. */
export interface MissingMemory {
  /** The reason, in one sentence. */
  readonly problem: string;
}

/** Share of a bundle for observations: the names in them are worth more than their words. */
const SHARE = 0.03;

/**
 * Adds observations of earlier sessions: one line when the best file of the ranking is one of its
 * citations, so that two signals agree. Observations that changed the ranking did harm when issues
 * were replayed in order of time (docs/decisions/21-memory.md).
 */
export const memorySource: ContextSource<MemoryBrief | MissingMemory> = {
  name: "memory",
  async gather({ head }, lease, earlier, brief) {
    if ("problem" in brief) return toNote(brief);
    const used = await findUsed(brief, lease);
    if ("problem" in used) return toNote(used);
    const { place: { organization }, settings: { budgets }, session, workType } = brief;
    const defaults = { ...DEFAULT_MEMORY_BUDGETS.defaults, ...budgets };
    const budget = findMemoryBudget(workType, organization, { defaults });
    const best = findBestFile(earlier);
    const matching = used.filter(({ observation: { anchors } }) =>
      anchors.some(({ path }) => path === best)
    );
    if (matching.length === 0) return NOTHING_GATHERED;
    const query = await maskValue(brief.query);
    return {
      sections: [{
        name: "memory",
        rule: "skip-and-continue",
        limit: Math.min(budget, Math.floor(head.limit * SHARE)),
        candidates: matching.map(toCandidate),
      }],
      deliveryEvents({ fragments }) {
        if (session === undefined) return [];
        const shown = fragments.filter(({ role }) => role === "memory");
        const sources = new Set(shown.map(({ source }) => source));
        const given = matching.map(({ observation }) => observation)
          .filter(({ id }) => sources.has(toSource(id)));
        if (given.length === 0) return [];
        const payload: MemoryDelivery = {
          root: lease.indexed.root,
          injection: draftMemoryInjection({
            session,
            workType,
            moment: "context",
            query,
            budgetTokens: budget,
            actualTokens: shown.reduce((sum, { tokens }) => sum + tokens, 0),
            observations: given,
          }),
        };
        return [{ topic: "memory", payload: payload as unknown as JsonValue }];
      },
    };
  },
};

async function findUsed(
  brief: MemoryBrief,
  lease: Lease,
): Promise<readonly UsedObservation[] | MissingMemory> {
  try {
    return await brief.find(lease);
  } catch (error) {
    // A database may have become unreachable since its settings were read.
    if (!isContextError(error)) throw error;
    return { problem: error.message };
  }
}

function toNote({ problem }: MissingMemory): Gathered {
  const message = `No observations of earlier sessions are included: ${problem}`;
  return { ...NOTHING_GATHERED, notes: [{ code: "memory-missing", message }] };
}

/** Returns an observation as a candidate of one line. */
function toCandidate({ observation, weighted, relevance }: UsedObservation): TextCandidate {
  return {
    source: toSource(observation.id),
    trust: "learned",
    role: "memory",
    score: weighted,
    remark: quoteClaim(observation),
    reasons: [`it has ${Math.round(100 * relevance)} % of the significant words`],
    forms: [{ form: "reference", text: "" }],
  };
}

function toSource(id: string): string {
  return `memory:${id}`;
}

/** Returns the path of the first file of the ranking. */
function findBestFile(earlier: ReadonlyMap<string, Gathered>): string | undefined {
  const candidates = earlier.get("ranking")?.sections.flatMap(({ candidates }) => candidates) ?? [];
  return candidates.find(isPassage)?.path;
}
