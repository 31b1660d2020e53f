import {
  buildMemoryBlock,
  type FeedbackRanked,
  findMemoryBudget,
  type Fingerprint,
  type FoundObservation,
  type GraphResult,
  mayTransfer,
  type MemoryBlock,
  type MemoryBudgets,
  type MemoryScope,
  type PeerProject,
  rankByFeedback,
  type RankedTriplet,
  rankTriplets,
  transfer,
} from "./core/mod.ts";

/** Finds observations; the store of the program does, and others may replace it. */
export interface ObservationFinder {
  /** Returns observations of a scope for a query, best first. @default limit 20 */
  retrieve(
    scope: MemoryScope,
    query: { readonly text: string; readonly limit?: number },
  ): Promise<readonly FoundObservation[]>;
}

/** The identity of a caller of the graph. */
export interface GraphIdentity {
  /** The organization. */
  readonly organization: string;
  /** The agent. */
  readonly agent: string;
}

/** Searches the graph of a memory. */
export interface GraphFinder {
  /** Returns the part of the graph around the results of a query. */
  search(query: string, identity: GraphIdentity): Promise<GraphResult>;
}

/** Decides whether a triplet of another organization may be included; any error means no. */
export type GraphAccess = (
  identity: GraphIdentity,
  triplet: RankedTriplet,
) => boolean | Promise<boolean>;

/** The purpose and the sources of a block. */
export interface SessionBlockOptions {
  /** The session that receives it. */
  readonly session: string;
  /** Kind of work, such as `bug_fix`; decides the budget. */
  readonly workType: string;
  /** The owner of the observations. */
  readonly scope: MemoryScope;
  /** See `toMemoryQuery()`. */
  readonly query: string;
  /** Finds the observations. */
  readonly store: ObservationFinder;
  /** Tokens by kind of work. @default from the original specification */
  readonly budgets?: MemoryBudgets | undefined;
  /** True when learned weights count. @default true */
  readonly isWeighted?: boolean | undefined;
  /** The graph, if any. */
  readonly graph?: {
    /** Searches it. */
    readonly finder: GraphFinder;
    /** The identity of the caller. */
    readonly identity: GraphIdentity;
    /** True when it is searched; see `usesGraph()`. */
    readonly isOn: boolean;
    /** @default triplets of other organizations are excluded */
    readonly access?: GraphAccess | undefined;
  } | undefined;
  /** Stores the ranks of the candidates; its errors are ignored. */
  readonly logRanks?:
    | ((ranked: readonly FeedbackRanked<RankedObservation>[]) => Promise<void>)
    | undefined;
  /** Receives one sentence for each part that is missing because of an error. @default ignored */
  readonly warn?: ((message: string) => void) | undefined;
}

/** An observation in a ranking. */
export interface RankedObservation {
  /** Id of the observation. */
  readonly id: string;
  /** Relevance to the query; higher is better. */
  readonly relevance: number;
  /** Learned usefulness, from 0 to 1. */
  readonly weight: number;
  /** The search result. */
  readonly found: FoundObservation;
}

/** The memory block of a session. */
export interface SessionBlock extends MemoryBlock {
  /** Shown observations that are summaries of sessions. */
  readonly summaries: readonly string[];
  /** Nodes of the shown triplets, each once, in their order. */
  readonly graphNodes: readonly string[];
  /** Budget for observations, in tokens. */
  readonly budget: number;
  /** Tokens of the text without its observations. */
  readonly graphTokens: number;
}

/**
 * Returns the memory text of a session: observations that match its query, in order of relevance
 * times learned weight, within the budget of its kind of work, and below them triplets of the
 * graph, which have a separate budget. When the store or the graph fails, only its part of the text
 * is missing.
 */
export async function buildSessionMemoryBlock(
  { session: _, workType, scope, query, store, budgets, isWeighted = true, graph, ...options }:
    SessionBlockOptions,
): Promise<SessionBlock> {
  const { logRanks, warn = () => {} } = options;
  const budget = findMemoryBudget(workType, scope.organization, budgets);
  const found = budget <= 0 ? [] : await emptyOnError(
    () => store.retrieve(scope, { text: query }),
    () => warn("No observations of earlier sessions are included as the memory cannot be read"),
  );
  const ranked = rankByFeedback(found.map(toRanked), { isWeighted });
  await logRanks?.(ranked).catch(() => {});
  const triplets = budget <= 0 || graph?.isOn !== true ? [] : await emptyOnError(
    () => findTriplets(query, graph),
    () => warn("No part of the graph is included as it cannot be read"),
  );
  const shown = ranked.map(({ id, found: { observation: { content, kind } }, weight }) => ({
    id,
    content,
    kind,
    weight,
  }));
  const block = buildMemoryBlock(shown, budget, triplets);
  const kinds = new Map(shown.map(({ id, kind }) => [id, kind]));
  const observationsOnly = buildMemoryBlock(shown, budget);
  return {
    ...block,
    budget,
    summaries: block.observations.filter((id) => kinds.get(id) === "summary"),
    graphNodes: [
      ...new Set(block.triplets.flatMap(({ source, target }) => [source.id, target.id])),
    ],
    graphTokens: block.tokens - observationsOnly.tokens,
  };
}

function toRanked(found: FoundObservation): RankedObservation {
  const { observation: { id, weight }, relevance } = found;
  return { id, weight, relevance, found };
}

async function findTriplets(
  query: string,
  { finder, identity, access }: NonNullable<SessionBlockOptions["graph"]>,
): Promise<readonly RankedTriplet[]> {
  const ranked = rankTriplets(await finder.search(query, identity));
  const allowed = await Promise.all(ranked.map(async (triplet) => {
    const { organization = identity.organization } = triplet;
    if (organization === identity.organization) return true;
    try {
      return await access?.(identity, triplet) === true;
    } catch {
      return false;
    }
  }));
  return ranked.filter((_, at) => allowed[at]);
}

async function emptyOnError<Item>(
  work: () => Promise<readonly Item[]>,
  onError: () => void,
): Promise<readonly Item[]> {
  try {
    return await work();
  } catch {
    onError();
    return [];
  }
}

/** A project whose memory may be read for another one, and the reader of it. */
export interface PeerMemory extends PeerProject {
  /** Finds the observations. */
  readonly store: ObservationFinder;
}

/**
 * Returns a finder that adds observations of similar projects to the results of `inner`, as far as
 * they are granted; see `mayTransfer()`. Unreadable projects are skipped. It only reads.
 */
export function withTransfer(
  inner: ObservationFinder,
  { fingerprint, peers }: {
    readonly fingerprint: Fingerprint;
    readonly peers: readonly PeerMemory[];
  },
): ObservationFinder {
  return {
    async retrieve(scope, query) {
      const { limit = DEFAULT_LIMIT } = query;
      const others = await Promise.all(
        peers.filter((peer) => mayTransfer(peer, fingerprint)).map((peer) =>
          emptyOnError(
            async () => {
              const { organization } = scope;
              const { project, store } = peer;
              return transfer(await store.retrieve({ organization, project }, query), peer);
            },
            () => {},
          )
        ),
      );
      return [...await inner.retrieve(scope, query), ...others.flat()]
        .toSorted((a, b) => b.relevance - a.relevance)
        .slice(0, limit);
    },
  };
}

/** Default number of candidates for a block. Source: the original specification. */
export const DEFAULT_LIMIT = 20;
