import type { Engine } from "@dossier/retrieval/engine";
import {
  type FailureCategory,
  type FeedbackImpact,
  findBrokenEntry,
  findMisleading,
  measureFeedback,
  measureHealth,
  type MemoryHealth,
  type MisleadingObservation,
  OBSERVATION_STATUSES,
  type ObservationStatus,
  summarizeWork,
  type WorkSummary,
} from "./core/mod.ts";
import { hashText } from "./hash_text.ts";
import { type JudgedObservation, ObservationJudge } from "./judged_observation.ts";
import { unknownIdError } from "./recall.ts";
import {
  countObservations,
  countUsage,
  findObservation,
  listAudit,
  listMemoryInjections,
  listObservations,
  listOutcomeRows,
  listRanks,
  listWeightSteps,
  type MemoryPlace,
  readGraph,
  readMemorySettings,
  type StoredObservation,
} from "./store/mod.ts";

/** The cost, the effect and the health of a memory. */
export interface MemoryReport {
  /** Observations by status. */
  readonly counts: Readonly<Record<ObservationStatus, number>>;
  /** The cost and the success of each kind of work. */
  readonly work: readonly WorkSummary[];
  /** Sessions with memory whose outcome is unknown. */
  readonly openSessions: number;
  /** The effect of learning from outcomes. */
  readonly feedback: FeedbackImpact & {
    /**
     * Number of candidates that were ranked for a session and included in it; the rank delta is
     * their mean. The mean over all candidates of a session is always 0, as one moves up when
     * another moves down.
     */
    readonly ranked: number;
  };
  readonly health: ReportedHealth;
  readonly misleading: readonly MisleadingObservation[];
  /** Failed sessions by reason, most first. */
  readonly failures: readonly { readonly category: FailureCategory; readonly sessions: number }[];
  /** The chain of the audit log. */
  readonly audit: {
    readonly entries: number;
    /** Number of the first entry that was changed; absent when the chain is intact. */
    readonly broken?: number;
  };
}

/**
 * The health of the active observations; `contradictory` counts those that instruction files
 * contradict.
 */
export interface ReportedHealth extends MemoryHealth {
  /** Number of observations that were compared with the tree, the newest ones. */
  readonly judged: number;
  /** Of these, those whose cited text has changed, and those whose cited text is missing. */
  readonly drifted: number;
  readonly orphaned: number;
}

/** The report of a memory that does not exist. */
export const NO_REPORT: MemoryReport = {
  counts: { waiting: 0, active: 0, refused: 0, superseded: 0 },
  work: [],
  openSessions: 0,
  feedback: { injectionRate: 0, ranked: 0, rankDelta: 0 },
  health: {
    dedupRatio: 0,
    retentionCompliance: 1,
    contradictory: 0,
    neverInjected: 0,
    judged: 0,
    drifted: 0,
    orphaned: 0,
  },
  misleading: [],
  failures: [],
  audit: { entries: 0 },
};

/** Maximum number of rows of each log, the last ones. */
const ROWS = 100_000;

/** Observations that are read at once, and most of them that are compared with the tree. */
const PAGE = 500;
const MAX_JUDGED = 2000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Returns the report of a memory and the current tree. */
export async function reportMemory(
  engine: Pick<Engine, "lease">,
  place: MemoryPlace,
): Promise<MemoryReport> {
  const counts = await countObservations(place);
  const outcomes = await listOutcomeRows(place);
  const byOutcome = new Map(outcomes.map(({ session, outcome }) => [session, outcome]));
  const injections = await listMemoryInjections(place, { limit: ROWS });
  const given = injections.filter(({ observations }) => observations.length > 0);
  const pairs = new Set(
    given.flatMap(({ session, observations }) => observations.map((id) => `${id} ${session}`)),
  );
  const ranks = (await listRanks(place, { limit: ROWS }))
    .filter(({ session, observation }) => pairs.has(`${observation} ${session}`));
  const entries = await Array.fromAsync(listAudit(place));
  const broken = findBrokenEntry(entries, hashText);
  const seen = await readObservations(place);
  const count = (action: string) => entries.filter(({ event }) => isAction(event, action)).length;
  const merged = count("replace");
  const states = await compareWithTree(engine, seen.active.slice(0, MAX_JUDGED));
  const { retentionDays } = await readMemorySettings(place);
  return {
    counts,
    work: summarizeWork(injections, byOutcome),
    openSessions: new Set(
      given.map(({ session }) => session).filter((session) => !byOutcome.has(session)),
    ).size,
    feedback: { ...measureFeedback(ranks, seen), ranked: ranks.length },
    health: {
      ...measureHealth(seen.active, {
        processed: count("remember") + merged,
        merged,
        contradictory: states.filter(({ instruction }) => instruction?.kind === "contradicted")
          .map(({ observation }) => observation.id),
        injected: seen.injected,
      }, {
        nowMs: place.state.now(),
        maxAgeMs: retentionDays === 0 ? Infinity : retentionDays * DAY_MS,
      }),
      judged: states.length,
      drifted: states.filter(({ state }) => state === "drifted").length,
      orphaned: states.filter(({ state }) => state === "orphaned").length,
    },
    misleading: findMisleading(await listWeightSteps(place, { limit: ROWS })),
    failures: countFailures(outcomes.map(({ diagnostic }) => diagnostic)),
    audit: { entries: entries.length, ...(broken === undefined ? {} : { broken }) },
  };
}

/** All observations of a project in the form for a report. */
interface ReportedObservations {
  readonly total: number;
  /** Ids of those that some session got. */
  readonly injected: readonly string[];
  /**
   * Active ones, newest first; `createdAt` is the last verification, or now after an accepted
   * session.
   */
  readonly active: readonly StoredObservation[];
}

async function readObservations(place: MemoryPlace): Promise<ReportedObservations> {
  const injected: string[] = [];
  const active: StoredObservation[] = [];
  let total = 0;
  // Separately, as they are indexed by status: a page of all statuses would need a sort.
  for (const status of OBSERVATION_STATUSES) {
    let page: readonly StoredObservation[] = [];
    do {
      page = await listObservations(place, { status, before: page.at(-1)?.id, limit: PAGE });
      const usage = await countUsage(place, page.map(({ id }) => id));
      total += page.length;
      injected.push(...usage.keys());
      if (status !== "active") continue;
      for (const observation of page) {
        const isProven = (usage.get(observation.id)?.accepted ?? 0) > 0;
        const createdAt = isProven ? place.state.now() : observation.verifiedAt;
        active.push({ ...observation, createdAt });
      }
    } while (page.length === PAGE);
  }
  return { total, injected, active };
}

/** Compares observations with the tree. */
async function compareWithTree(
  engine: Pick<Engine, "lease">,
  observations: readonly StoredObservation[],
): Promise<readonly JudgedObservation[]> {
  if (observations.length === 0) return [];
  return await engine.lease({ refresh: false }, (lease) => {
    const judge = new ObservationJudge(lease);
    return observations.map((observation) => judge.judge({ observation, relevance: 0 }));
  });
}

function isAction(event: unknown, action: string): boolean {
  return (event as { readonly action?: unknown } | null)?.action === action;
}

/** Counts the categories of `diagnose()`. */
function countFailures(diagnostics: readonly unknown[]): MemoryReport["failures"] {
  const categories = diagnostics.flatMap((diagnostic) =>
    (diagnostic as { readonly category?: FailureCategory } | null)?.category ?? []
  );
  return [...Map.groupBy(categories, (category) => category)]
    .map(([category, all]) => ({ category, sessions: all.length }))
    .toSorted((a, b) => b.sessions - a.sessions || (a.category < b.category ? -1 : 1));
}

/** The graph around an observation: its neighbours, and their neighbours. */
export interface MemoryGraph {
  readonly nodes: readonly {
    readonly id: string;
    readonly name: string;
    /** Learned, from 0 to 1. */
    readonly importance: number;
    /** True when an edge of the observation itself connects it. */
    readonly isOwn: boolean;
  }[];
  readonly edges: readonly {
    readonly source: string;
    readonly relation: string;
    readonly target: string;
    /** Learned usefulness, from 0 to 1. */
    readonly feedback: number;
  }[];
}

/** Default importance and usefulness. */
const UNKNOWN = 0.5;

/**
 * Returns the graph around an observation; empty for one without anchors.
 *
 * @throws {MemoryError} `observation-not-found`.
 */
export async function showGraph(place: MemoryPlace, id: string): Promise<MemoryGraph> {
  const observation = await findObservation(place, id);
  if (observation === undefined || observation.content === "") throw unknownIdError(id);
  const { nodes, edges } = await readGraph(place, [{ id, distance: 0 }]);
  return {
    nodes: nodes.map(({ id, name, importance = UNKNOWN, distance }) => ({
      id,
      name,
      importance,
      isOwn: distance !== undefined,
    })),
    edges: edges.map(({ source, relation, target, feedback = UNKNOWN }) => ({
      source,
      relation,
      target,
      feedback,
    })),
  };
}
