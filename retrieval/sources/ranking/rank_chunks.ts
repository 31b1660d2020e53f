import type { Candidate } from "@dossier/core";
import { type AskedQuery, findCandidates, type SearchOptions } from "../../search/mod.ts";
import type { Lease } from "../context_source.ts";

/** Options of {@link rankChunks}. */
export interface RankOptions
  extends Pick<SearchOptions, "limit" | "filter" | "disabled" | "explain"> {
  /** Says which paths may be found besides what the exclusions say. @default all */
  readonly isWanted?: ((path: string) => boolean) | undefined;
}

/** Returns the best chunks for a query, from the index of a lease. */
export function rankChunks(
  { runStep, indexed: { reader, root }, exclusions, sources }: Lease,
  asked: AskedQuery,
  options: RankOptions,
): Promise<readonly Candidate[]> {
  const { limit, filter, disabled, explain, isWanted } = options;
  return runStep("rank", () =>
    findCandidates(reader, asked, {
      ...{ limit, filter, disabled, explain, isWanted },
      ...{ root, exclusions, sources },
    }));
}
