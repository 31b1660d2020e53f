import type { EngineServices } from "@dossier/retrieval/lease";
import { OBSERVATIONS_HEADING } from "./core/mod.ts";
import {
  abandonInject,
  findObservations,
  type MemoryPlace,
  offerInject,
  type QueuedOffer,
} from "./store/mod.ts";
import { filterUsable } from "./usable_observations.ts";

/** A line of a memory block with an observation; see `renderObservation()`. */
const LINE_REGEXP = /^- \[(o\d+)\] /;

/** Runs `work` with a service for comparing observations with the tree. */
export type WithLease = <Result>(
  work: (services: Pick<EngineServices, "lease">) => Promise<Result>,
) => Promise<Result>;

/**
 * Returns the oldest unacknowledged text of a session, as `offerInject()` does. Outdated
 * observations are removed from a waiting text of memory, with the part of the graph; a text
 * without any observation is abandoned.
 */
export async function offerUsable(
  place: MemoryPlace,
  { withLease, ...request }: {
    readonly session: string;
    readonly worker: string;
    readonly withLease: WithLease;
  },
): Promise<QueuedOffer | undefined> {
  for (;;) {
    const offer = await offerInject(place, request);
    if (offer?.kind !== "memory") return offer;
    const ids = offer.text.split("\n").flatMap((line) => LINE_REGEXP.exec(line)?.[1] ?? []);
    const usable = ids.length === 0 ? new Set() : await findUsable(place, ids, withLease);
    if (ids.every((id) => usable.has(id))) return offer;
    const lines = offer.text.split("\n").filter((line) => usable.has(LINE_REGEXP.exec(line)?.[1]));
    if (lines.length > 0) return { ...offer, text: [OBSERVATIONS_HEADING, ...lines].join("\n") };
    const { session } = request;
    await abandonInject(place, { session, delivery: offer.deliveryId, reason: "not-consumed" });
  }
}

/** Returns the subset of some observations that may still be delivered. */
async function findUsable(
  place: MemoryPlace,
  ids: readonly string[],
  withLease: WithLease,
): Promise<ReadonlySet<unknown>> {
  const stored = await findObservations(place, ids);
  const active = stored.filter(({ status }) => status === "active")
    .map((observation) => ({ observation, relevance: 0 }));
  const usable = await withLease((services) =>
    services.lease({ refresh: false }, (lease) => filterUsable(active, lease))
  );
  return new Set(usable.map(({ observation: { id } }) => id));
}
