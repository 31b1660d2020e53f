import type { Classification, Observation } from "./observation.ts";
import { DEFAULT_CLASSIFICATION } from "./observation.ts";

/**
 * Minimum similarity of projects, as the Jaccard index of their fingerprints. Source: the original
 * specification.
 */
const MIN_SIMILARITY = 0.7;

/**
 * Factor for the weight and score of another project's observation. Source: the original
 * specification.
 */
const TRANSFERRED = 0.5;

/** Classifications that never leave their project, regardless of grants. */
const CLOSED: ReadonlySet<Classification> = new Set(["confidential", "restricted"]);

/** Technologies of a project, such as `language:go` and `lib:zod@4`; see `readFingerprint()`. */
export type Fingerprint = ReadonlySet<string>;

/** A project whose observations another one may use. */
export interface PeerProject {
  /** Its name. */
  readonly project: string;
  /** Its technologies. */
  readonly fingerprint: Fingerprint;
  /**
   * True when an administrator has granted it, for this destination. Nothing is granted by default.
   */
  readonly isGranted: boolean;
}

/** An observation with its relevance. */
export interface FoundObservation {
  /** The observation. */
  readonly observation: Observation;
  /** Higher is better. */
  readonly relevance: number;
}

/** Returns the Jaccard index of two sets, the share of common elements; 0 when both are empty. */
export function jaccardIndex(one: Fingerprint, other: Fingerprint): number {
  const union = one.union(other).size;
  return union === 0 ? 0 : one.intersection(other).size / union;
}

/** Returns true when observations of a project may be used in one with a fingerprint. */
export function mayTransfer({ fingerprint, isGranted }: PeerProject, to: Fingerprint): boolean {
  return isGranted && jaccardIndex(fingerprint, to) >= MIN_SIMILARITY;
}

/**
 * Returns copies of another project's observations that may leave it, with half the weight and
 * relevance.
 */
export function transfer(
  found: readonly FoundObservation[],
  { project }: Pick<PeerProject, "project">,
): readonly FoundObservation[] {
  return found
    .filter(({ observation: { classification = DEFAULT_CLASSIFICATION } }) =>
      !CLOSED.has(classification)
    )
    .map(({ observation, relevance }) => ({
      observation: {
        ...observation,
        weight: observation.weight * TRANSFERRED,
        sourceProject: project,
      },
      relevance: relevance * TRANSFERRED,
    }));
}
