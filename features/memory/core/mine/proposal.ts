import type { ObservationKind } from "../observation.ts";
import { hammingDistance, NEAR_BITS, simHash } from "../sim_hash.ts";

/** An observation that rules have found; it waits for a review. */
export interface ProposedObservation {
  readonly kind: ObservationKind;
  /** The claim, on one line. */
  readonly content: string;
  /** The reason why it holds, on one line. */
  readonly reason: string;
  /** Files that it is about, relative to the root, the most important first. */
  readonly paths: readonly string[];
  /** Definitions that it is about, in the first of the files. */
  readonly symbols?: readonly string[];
  /** Location of its source, such as `lines 12-57 of the transcript`. */
  readonly evidence: string;
  /** Tags for filters: the rule that found it first. */
  readonly tags: readonly string[];
}

/** A file of the tree for rules. */
export interface MinedFile {
  /** Relative to the root, with `/` separators. */
  readonly path: string;
  /** Its current text. */
  readonly text: string;
}

/** Returns the file of the tree for a written path; undefined when it is missing or hidden. */
export type FindMinedFile = (written: string) => MinedFile | undefined;

/** Maximum number of proposals of one transcript: more would not be reviewed. */
export const MAX_PROPOSALS = 12;

/**
 * Returns the first proposals of a list without near duplicates of earlier ones.
 *
 * @param limit Most proposals.
 */
export function selectDistinct(
  proposals: Iterable<ProposedObservation>,
  limit: number = MAX_PROPOSALS,
): readonly ProposedObservation[] {
  const kept: ProposedObservation[] = [];
  const seen: string[] = [];
  for (const proposal of proposals) {
    if (kept.length >= limit) break;
    const fingerprint = simHash(proposal.content);
    if (seen.some((other) => hammingDistance(other, fingerprint) <= NEAR_BITS)) continue;
    seen.push(fingerprint);
    kept.push(proposal);
  }
  return kept;
}

/** Returns names as a list in code marks, such as `` `a`, `b` and `c` ``. */
export function listMarked(names: readonly string[]): string {
  const marked = names.map((name) => `\`${name.replaceAll("`", "'")}\``);
  const last = marked.pop() ?? "";
  return marked.length === 0 ? last : `${marked.join(", ")} and ${last}`;
}
