import { maskValue } from "@dossier/retrieval/secrets";
import { hashText } from "./hash_text.ts";
import {
  buildSessionMemoryBlock,
  type ObservationFinder,
  type SessionBlock,
} from "./session_block.ts";
import {
  enqueueInject,
  type InjectDraft,
  logInjection,
  logRanks,
  type MemoryInjectionDraft,
  type MemoryPlace,
  type MemorySettings,
} from "./store/mod.ts";
import { DEFAULT_MEMORY_BUDGETS, usesGraph } from "./core/mod.ts";
import { openGraphFinder } from "./graph_finder.ts";

/** Name of the moment at which a session is claimed, in the log. */
export const CLAIM_MOMENT = "claim";

/** A claimed session, with the sources of its context. */
export interface ClaimedSession {
  /** The memory that is used. */
  readonly place: MemoryPlace;
  /** Settings of the project. */
  readonly settings: Pick<MemorySettings, "push" | "weighting" | "budgets" | "graph">;
  /** Id of the session. */
  readonly session: string;
  /** Kind of the work, such as `bug_fix`; decides the budget. */
  readonly workType: string;
  /** Query for observations; see `toMemoryQuery()`. */
  readonly query: string;
  /** Finds only usable observations; see `withUsable()`. */
  readonly finder: ObservationFinder;
  /** Adds a text to the queue of the session. @default that of the place */
  readonly enqueue?: (draft: InjectDraft) => Promise<unknown>;
  /** Logs the rendered text. @default in the place */
  readonly log?: (draft: MemoryInjectionDraft) => Promise<unknown>;
  /** Receives one sentence for each failure. @default failures are ignored */
  readonly warn?: ((message: string) => void) | undefined;
}

/** The memory block of a claimed session. */
export interface ClaimedBlock extends SessionBlock {
  /** True when the text is in the queue of the session, so that its agent gets it. */
  readonly isQueued: boolean;
}

/**
 * Returns the memory block of a claimed session. It is always logged, also an empty text and one
 * that is not sent; it is queued for the session when the project allows memory without a request.
 * The same text is logged and queued once, however often the session is claimed, and failures of
 * both only cause warnings.
 */
export async function injectContextForClaimedSession(
  { place, settings, session, workType, query, finder, warn = () => {}, ...sinks }: ClaimedSession,
): Promise<ClaimedBlock> {
  const { enqueue = (draft) => enqueueInject(place, draft) } = sinks;
  const { log = (draft) => logInjection(place, draft) } = sinks;
  const { organization, project } = place;
  const block = await buildSessionMemoryBlock({
    session,
    workType,
    scope: { organization, project },
    query,
    store: finder,
    budgets: { defaults: { ...DEFAULT_MEMORY_BUDGETS.defaults, ...settings.budgets } },
    isWeighted: settings.weighting,
    graph: {
      finder: openGraphFinder(place, finder),
      identity: { organization, agent: session },
      isOn: usesGraph({ hasMemory: true, isOn: settings.graph, workType }),
    },
    logRanks: (ranked) => logRanks(place, session, ranked),
    warn,
  });
  const logMasked = async () => {
    const draft = toInjection(block, { place, session, workType, query });
    return await log({ ...draft, query: await maskValue(query, "the issue") });
  };
  await warnOnError(logMasked, {
    warn,
    failure: "Cannot log the delivery to the session",
  });
  if (!settings.push || block.text.trim() === "") return { ...block, isQueued: false };
  const isQueued = await warnOnError(() => enqueue({ session, text: block.text, kind: "memory" }), {
    warn,
    failure: "Cannot queue the memory block for the session",
  });
  return { ...block, isQueued };
}

function toInjection(
  block: SessionBlock,
  { place: { organization, project }, session, workType, query }: Pick<
    ClaimedSession,
    "place" | "session" | "workType" | "query"
  >,
): MemoryInjectionDraft {
  const named = [CLAIM_MOMENT, organization, project, session, workType, query, block.text];
  return {
    delivery: hashText(JSON.stringify(named)),
    session,
    workType,
    moment: CLAIM_MOMENT,
    query,
    budgetTokens: block.budget,
    actualTokens: block.tokens,
    graphTokens: block.graphTokens,
    observations: block.observations,
    summaries: block.summaries,
    graphNodes: block.graphNodes,
    graphEdges: block.triplets.map(({ source, relation, target }) => ({
      source: source.id,
      relation,
      target: target.id,
    })),
  };
}

async function warnOnError(
  work: () => Promise<unknown>,
  { warn, failure }: { readonly warn: (message: string) => void; readonly failure: string },
): Promise<boolean> {
  try {
    await work();
    return true;
  } catch {
    warn(failure);
    return false;
  }
}
