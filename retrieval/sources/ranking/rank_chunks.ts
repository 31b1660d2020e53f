import type { Candidate } from "@dossier/core";
import type { Visibility } from "@dossier/core/exclude";
import { type AskedQuery, findCandidates, type SearchOptions } from "../../search/mod.ts";
import type { Lease } from "../context_source.ts";

/** Options of {@link rankChunks}. */
export interface RankChunksOptions
  extends Pick<SearchOptions, "limit" | "filter" | "disabled" | "explain"> {
  /** What may be found. @default what the project lets be seen */
  readonly visibility?: Visibility;
  /** The only file whose chunks are wanted. @default all */
  readonly within?: string;
}

/** Returns the best chunks for a query, from the index of a lease. */
export function rankChunks(
  { runStep, indexed: { reader, root }, visibility: ofProject, sources }: Lease,
  asked: AskedQuery,
  options: RankChunksOptions,
): Promise<readonly Candidate[]> {
  const { limit, filter, disabled, explain, within, visibility = ofProject } = options;
  return runStep("rank", () =>
    findCandidates(reader, asked, {
      ...{ limit, filter, disabled, explain, within },
      ...{ root, visibility, sources },
    }));
}
