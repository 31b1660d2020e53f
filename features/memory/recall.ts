import type { Engine } from "@dossier/retrieval/engine";
import { CitedTree } from "./cited_tree.ts";
import { type Anchor, isMisleading, MemoryError, type ObservationStatus } from "./core/mod.ts";
import { type ObservationQuery, searchObservations, withEmbedder } from "./find_observations.ts";
import { type JudgedObservation, ObservationJudge } from "./judged_observation.ts";
import { DEFAULT_LIMIT } from "./session_block.ts";
import {
  changeObservation,
  countUsage,
  findObservation,
  listWeightSteps,
  type MemoryPlace,
  readMemorySettings,
  type StoredObservation,
  type Usage,
  type WeightStepRow,
} from "./store/mod.ts";

/** An observation for display: with its state, and its use so far. */
export interface ShownObservation
  extends Omit<StoredObservation, "scope" | "contentHash" | "createdAt" | "verifiedAt"> {
  /** ISO 8601. */
  readonly createdAt: string;
  /** ISO 8601. */
  readonly verifiedAt: string;
  /** The state of its citations compared with the tree. */
  readonly state: JudgedObservation["state"];
  /** Relevance to the question, from 0 to 1; absent without a question. */
  readonly relevance?: number;
  /**
   * The line of an instruction file that makes the same claim or contradicts it, and takes
   * precedence.
   */
  readonly instruction?: { readonly kind: "said" | "contradicted"; readonly place: string };
  /** Its deliveries and their outcomes. */
  readonly usage: Usage;
}

/** The observations about a question. */
export interface Recalled {
  /** Current observations, best first. */
  readonly observations: readonly ShownObservation[];
  /**
   * Those whose citations have changed or are missing, or that instructions contradict: they need
   * to be verified or forgotten.
   */
  readonly outdated: readonly ShownObservation[];
  /** A note when there is a second memory. */
  readonly note?: string | undefined;
}

/** Factor of further candidates when some of the best are outdated. */
const CANDIDATES = 4;

const NO_USAGE: Usage = { sessions: 0, accepted: 0, failed: 0 };

/** A page of a project's observations, and the number of each status. */
export interface ObservationPage {
  readonly observations: readonly ShownObservation[];
  readonly counts: Readonly<Record<ObservationStatus, number>>;
}

/**
 * Returns the observations about a question: the current ones, and apart from them the outdated
 * ones. It is not recorded as a delivery.
 */
export async function recall(
  engine: Pick<Engine, "lease">,
  place: MemoryPlace,
  query: ObservationQuery,
): Promise<Recalled> {
  const settings = await readMemorySettings(place);
  const { limit = DEFAULT_LIMIT } = query;
  const judge = async (count: number) => {
    const found = await withEmbedder(
      place,
      { settings, services: engine },
      (embedder) => searchObservations(place, { ...query, limit: count }, settings, embedder),
    );
    if (found.length === 0) return [];
    return await engine.lease({ refresh: false }, (lease) => {
      const judge = new ObservationJudge(lease);
      return found.map((one) => judge.judge(one));
    });
  };
  const best = await judge(limit);
  const outdated = best.filter((one) => !isCurrent(one));
  // An outdated observation must not displace a current one.
  const isCut = outdated.length > 0 && best.length === limit;
  const holding = (isCut ? await judge(limit * CANDIDATES) : best).filter(isCurrent).slice(
    0,
    limit,
  );
  const shown = await toShown(place, [...holding, ...outdated]);
  return {
    observations: shown.slice(0, holding.length),
    outdated: shown.slice(holding.length),
  };
}

function isCurrent({ state, instruction }: JudgedObservation): boolean {
  return state === "fresh" && instruction?.kind !== "contradicted";
}

/** Returns observations for display, in the same order. */
export async function showObservations(
  engine: Pick<Engine, "lease">,
  place: MemoryPlace,
  observations: readonly StoredObservation[],
): Promise<readonly ShownObservation[]> {
  if (observations.length === 0) return [];
  const judged = await engine.lease({ refresh: false }, (lease) => {
    const judge = new ObservationJudge(lease);
    return observations.map((observation) => judge.judge({ observation, relevance: 0 }));
  });
  return (await toShown(place, judged)).map(({ relevance: _, ...shown }) => shown);
}

async function toShown(
  place: MemoryPlace,
  judged: readonly JudgedObservation[],
): Promise<readonly ShownObservation[]> {
  const usage = await countUsage(place, judged.map(({ observation: { id } }) => id));
  return judged.map(({ observation, relevance, state, instruction }) => {
    const { scope: _, contentHash: __, createdAt, verifiedAt, ...rest } = observation;
    return {
      ...rest,
      createdAt: place.state.instant(createdAt),
      verifiedAt: place.state.instant(verifiedAt),
      state,
      relevance,
      ...(instruction === undefined ? {} : {
        instruction: {
          kind: instruction.kind,
          place: `${instruction.path}:${instruction.line}`,
        },
      }),
      usage: usage.get(observation.id) ?? NO_USAGE,
    };
  });
}

/** All facts about one observation. */
export interface ObservationDetail extends ShownObservation {
  /** Each step of its weight, oldest first. */
  readonly steps: readonly WeightStepRow[];
  /** True when sessions that received it failed again and again. */
  readonly isMisleading: boolean;
}

/**
 * Returns all facts about an observation.
 *
 * @throws {MemoryError} `observation-not-found`.
 */
export async function showObservation(
  engine: Pick<Engine, "lease">,
  place: MemoryPlace,
  id: string,
): Promise<ObservationDetail> {
  const observation = await findObservation(place, id);
  if (observation === undefined || observation.content === "") throw unknownIdError(id);
  const [shown] = await showObservations(engine, place, [observation]);
  const steps = await listWeightSteps(place, { subject: id });
  return { ...shown!, steps, isMisleading: isMisleading(steps.map(({ outcome }) => outcome)) };
}

/**
 * Records that an observation is current: its citations get the present state of the tree.
 *
 * @throws {MemoryError} `observation-not-found`; `invalid-observation` when something that it cites
 * is missing.
 */
export async function verifyObservation(
  engine: Pick<Engine, "lease">,
  place: MemoryPlace,
  id: string,
): Promise<void> {
  const observation = await findObservation(place, id);
  if (observation === undefined || observation.content === "") throw unknownIdError(id);
  const anchors = await engine.lease({ refresh: false }, async (lease) => {
    const tree = new CitedTree(lease);
    const renewed: Anchor[] = [];
    for (const anchor of observation.anchors) {
      const now = await tree.renew(anchor);
      if (now === undefined) throw missingCitationError(id, anchor);
      renewed.push(now);
    }
    return renewed;
  });
  await changeObservation(place, id, { action: "verify", anchors });
}

/** Returns the error for an id without an observation in the project. */
export function unknownIdError(id: string): MemoryError {
  return new MemoryError("observation-not-found", {
    action: `find the observation "${id}"`,
    rule: "the memory of this project has no observation with that id",
    fix: "look it up with memory list or recall",
  });
}

function missingCitationError(id: string, { path, symbol }: Anchor): MemoryError {
  return new MemoryError("invalid-observation", {
    action: `verify ${id}`,
    rule: `"${path}"${symbol === undefined ? "" : ` with ${symbol}`} is missing`,
    fix: "remember it again with other citations and --supersedes, or forget it",
  });
}
