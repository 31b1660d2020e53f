import type { EngineServices } from "@dossier/retrieval/lease";
import type { ProposedObservation } from "./core/mine/mod.ts";
import { MemoryError } from "./core/mod.ts";
import { remember } from "./remember.ts";
import type { MemoryPlace } from "./store/mod.ts";

/** What became of what rules have found. */
export interface KeptProposals {
  /** In the order found. */
  readonly observations: readonly KeptProposal[];
  /** How many the tree says itself, or its instructions contradict. */
  readonly said: number;
}

/** An observation that rules have found. */
export interface KeptProposal extends Pick<ProposedObservation, "kind" | "content" | "evidence"> {
  /** Such as `o12`. */
  readonly id: string;
  /** How the one compares that was there before; absent for a new one. */
  readonly same?: "exact" | "near" | undefined;
}

/**
 * Stores what rules have found as observations, but for what the tree says itself.
 *
 * @param options.isWaiting Whether they wait for review.
 * @param options.session The session that they come from.
 */
export async function keepProposals(
  engine: Pick<EngineServices, "lease" | "search">,
  place: MemoryPlace,
  proposals: readonly ProposedObservation[],
  { isWaiting, session }: {
    readonly isWaiting: boolean;
    readonly session?: string | undefined;
  },
): Promise<KeptProposals> {
  const observations: KeptProposal[] = [];
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

/** Stores a claim with the definitions that it is about, or where they are not found with the files alone. */
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
