import type { Classification, Observation } from "./observation.ts";
import { DEFAULT_CLASSIFICATION } from "./observation.ts";

/** How much projects must have in common, as the Jaccard index of their fingerprints. Source: the seed. */
const MIN_SIMILARITY = 0.7;

/** What an observation of another project counts, of its own weight and score. Source: the seed. */
const TRANSFERRED = 0.5;

/** Classifications that never leave their project, whatever was granted. */
const CLOSED: ReadonlySet<Classification> = new Set(["confidential", "restricted"]);

/** What a project is made with, such as `language:go` and `lib:zod@4`; see `readFingerprint()`. */
export type Fingerprint = ReadonlySet<string>;

/** A project whose observations another may be given. */
export interface PeerProject {
  /** Its name. */
  readonly project: string;
  /** What it is made with. */
  readonly fingerprint: Fingerprint;
  /** Whether an administrator has granted it, for this destination. Nothing is granted by default. */
  readonly isGranted: boolean;
}

/** An observation with how well it answers. */
export interface FoundObservation {
  /** The observation. */
  readonly observation: Observation;
  /** Higher is better. */
  readonly relevance: number;
}

/** Returns the share of what two sets have together that both have; 0 when both are empty. */
export function jaccardIndex(one: Fingerprint, other: Fingerprint): number {
  const union = one.union(other).size;
  return union === 0 ? 0 : one.intersection(other).size / union;
}

/** Returns whether observations of a project may be given to one with a fingerprint. */
export function mayTransfer({ fingerprint, isGranted }: PeerProject, to: Fingerprint): boolean {
  return isGranted && jaccardIndex(fingerprint, to) >= MIN_SIMILARITY;
}

/** Returns copies of what another project has found that may leave it, with half the weight and relevance. */
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
