import type { EngineServices } from "@dossier/retrieval/lease";
import type { ProposedObservation } from "./core/mine/mod.ts";
import { MemoryError } from "./core/mod.ts";
import { remember } from "./remember.ts";
import type { MemoryPlace } from "./store/mod.ts";

/** The result of storing proposals. */
export interface StoredProposals {
  /** In the order of the proposals. */
  readonly observations: readonly StoredProposal[];
  /** Number of proposals that the tree states itself, or its instructions contradict. */
  readonly said: number;
}

/** A stored proposal. */
export interface StoredProposal extends Pick<ProposedObservation, "kind" | "content" | "evidence"> {
  /** Id, such as `o12`. */
  readonly id: string;
  /** Similarity to an observation that existed before; absent for a new one. */
  readonly same?: "exact" | "near" | undefined;
}

/**
 * Stores proposals as observations, except those that the tree states itself.
 *
 * @param options.isWaiting True when they wait for review.
 * @param options.session The session that they come from.
 */
export async function storeProposals(
  engine: Pick<EngineServices, "lease" | "search">,
  place: MemoryPlace,
  proposals: readonly ProposedObservation[],
  { isWaiting, session }: {
    readonly isWaiting: boolean;
    readonly session?: string | undefined;
  },
): Promise<StoredProposals> {
  const observations: StoredProposal[] = [];
  let said = 0;
  for (const proposal of proposals) {
    const { kind, content, reason, evidence, tags } = proposal;
    const claim = { kind, content, reason, evidence, tags, session, isWaiting };
    try {
      const { id, same, content } = await rememberCited(engine, place, { claim, proposal });
      observations.push({ id, kind, content, evidence, ...(same !== undefined && { same }) });
    } catch (error) {
      if (!(error instanceof MemoryError && error.code === "observation-known")) throw error;
      said++;
    }
  }
  return { observations, said };
}

/**
 * Stores a claim with the definitions that it is about, or with the files alone when these are not
 * found.
 */
async function rememberCited(
  engine: Pick<EngineServices, "lease" | "search">,
  place: MemoryPlace,
  { claim, proposal: { paths, symbols = [] } }: {
    readonly claim: Omit<Parameters<typeof remember>[2], "paths">;
    readonly proposal: Pick<ProposedObservation, "paths" | "symbols">;
  },
) {
  const [first, ...others] = paths;
  const defined = first === undefined ? [] : symbols.map((symbol) => `${first}#${symbol}`);
  if (defined.length === 0) return await remember(engine, place, { ...claim, paths });
  try {
    return await remember(engine, place, { ...claim, paths: [...defined, ...others] });
  } catch (error) {
    if (!(error instanceof MemoryError && error.code === "invalid-observation")) throw error;
    return await remember(engine, place, { ...claim, paths });
  }
}
