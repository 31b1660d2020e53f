/** The topic of an observation. */
export type ObservationKind = "decision" | "pattern" | "error" | "summary" | "file";

/** All kinds, in the order of help. */
export const OBSERVATION_KINDS: readonly ObservationKind[] = [
  "decision",
  "pattern",
  "error",
  "summary",
  "file",
];

/** The audience of an observation; only the first two ever leave their project. */
export type Classification = "public" | "internal" | "confidential" | "restricted";

/** All classifications, from the most open to the most closed. */
export const CLASSIFICATIONS: readonly Classification[] = [
  "public",
  "internal",
  "confidential",
  "restricted",
];

/** Status of an observation: waiting for review, in use, refused, or replaced by another. */
export type ObservationStatus = "waiting" | "active" | "refused" | "superseded";

/** All statuses. */
export const OBSERVATION_STATUSES: readonly ObservationStatus[] = [
  "waiting",
  "active",
  "refused",
  "superseded",
];

/** Default classification of an observation. */
export const DEFAULT_CLASSIFICATION: Classification = "internal";

/** The weight of a new observation, and of one with an unknown weight. */
export const INITIAL_WEIGHT = 1;

/** The owner of observations. Reading and writing are confined to a scope. */
export interface MemoryScope {
  /** The organisation; on one machine there is only one. */
  readonly organization: string;
  /** The project; undefined is all projects of the organisation. */
  readonly project?: string | undefined;
  /** The agent; undefined is all agents of the project. */
  readonly agent?: string | undefined;
}

/** A location in the tree that an observation cites. */
export interface Anchor {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** The cited definition, such as `Uploader.retry`. */
  readonly symbol?: string | undefined;
  /**
   * SHA-256 of the cited text at the last verification, in lower-case hexadecimal; empty when the
   * file itself is cited, with any content.
   */
  readonly hash: string;
  /** Cited lines, 1-based and inclusive; undefined for a whole file. */
  readonly lines?: { readonly start: number; readonly end: number } | undefined;
  /** The commit of the last verification, if the tree has commits. */
  readonly commit?: string | undefined;
}

/** One remembered fact. */
export interface Observation {
  /** Id, such as `o12`. */
  readonly id: string;
  /** Its owner. */
  readonly scope: MemoryScope;
  /** Its topic. */
  readonly kind: ObservationKind;
  /** The claim. */
  readonly content: string;
  /** The reason why it holds. */
  readonly reason?: string | undefined;
  /** SHA-256 of the content, in lower-case hexadecimal. */
  readonly contentHash: string;
  /**
   * `explicit` when a person or an agent stated it; `captured` when rules found it in a transcript,
   * a tracker or commits.
   */
  readonly origin: "explicit" | "captured";
  /** Its audience. */
  readonly classification: Classification;
  /** The cited locations. */
  readonly anchors: readonly Anchor[];
  /** Learned usefulness from 0 to 1; see `learnWeight()`. */
  readonly weight: number;
  /** The session that it comes from. */
  readonly session?: string | undefined;
  /** Words for filters. */
  readonly tags: readonly string[];
  /** Time of its first storage, in milliseconds since 1970. */
  readonly createdAt: number;
  /**
   * Time of the last comparison in which its anchors held, in milliseconds since 1970. Reading does
   * not change it.
   */
  readonly verifiedAt: number;
  /** The observation that replaces it; a superseded one is stored and never used. */
  readonly supersededBy?: string | undefined;
  /** Set on a copy that comes from another project. */
  readonly sourceProject?: string | undefined;
}

/** Maximum number of characters of a claim, and of its reason. */
export const MAX_CLAIM_LENGTH = 2000;

/** Maximum number of anchors of an observation. */
export const MAX_ANCHORS = 8;
