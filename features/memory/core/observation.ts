/** What an observation is about. */
export type ObservationKind = "decision" | "pattern" | "error" | "summary" | "file";

/** All kinds, in the order of help. */
export const OBSERVATION_KINDS: readonly ObservationKind[] = [
  "decision",
  "pattern",
  "error",
  "summary",
  "file",
];

/** Who may see an observation; only the first two ever leave their project. */
export type Classification = "public" | "internal" | "confidential" | "restricted";

/** All classifications, from the most open to the most closed. */
export const CLASSIFICATIONS: readonly Classification[] = [
  "public",
  "internal",
  "confidential",
  "restricted",
];

/** What became of an observation: it waits for review, is given, was refused, or another has replaced it. */
export type ObservationStatus = "waiting" | "active" | "refused" | "superseded";

/** All of these. */
export const OBSERVATION_STATUSES: readonly ObservationStatus[] = [
  "waiting",
  "active",
  "refused",
  "superseded",
];

/** What an observation without a classification is taken for. */
export const DEFAULT_CLASSIFICATION: Classification = "internal";

/** The weight of a new observation, and of one whose weight is not known. */
export const INITIAL_WEIGHT = 1;

/** Whose an observation is. Reading and writing are confined to a scope. */
export interface MemoryScope {
  /** The organisation; on one machine there is only one. */
  readonly organization: string;
  /** The project; undefined is all projects of the organisation. */
  readonly project?: string | undefined;
  /** The agent; undefined is all agents of the project. */
  readonly agent?: string | undefined;
}

/** A place in the tree that an observation cites. */
export interface Anchor {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** The definition that is cited, such as `Uploader.retry`. */
  readonly symbol?: string | undefined;
  /**
   * SHA-256 of the cited text when the observation was last verified, in lower-case hexadecimal; empty where the file
   * as such is cited, whatever it holds.
   */
  readonly hash: string;
  /** Lines that were cited, 1-based and inclusive; of a whole file undefined. */
  readonly lines?: { readonly start: number; readonly end: number } | undefined;
  /** The commit at which it was last verified, if the tree has commits. */
  readonly commit?: string | undefined;
}

/** One remembered fact. */
export interface Observation {
  /** Such as `o12`. */
  readonly id: string;
  /** Whose it is. */
  readonly scope: MemoryScope;
  /** What it is about. */
  readonly kind: ObservationKind;
  /** The claim. */
  readonly content: string;
  /** Why it holds, or how it is known. */
  readonly reason?: string | undefined;
  /** SHA-256 of the content, in lower-case hexadecimal. */
  readonly contentHash: string;
  /** Whether a person or an agent stated it, or rules found it in a transcript, a tracker or commits. */
  readonly origin: "explicit" | "captured";
  /** Who may see it. */
  readonly classification: Classification;
  /** What it cites. */
  readonly anchors: readonly Anchor[];
  /** Learned usefulness from 0 to 1; see `learnWeight()`. */
  readonly weight: number;
  /** The session that it comes from. */
  readonly session?: string | undefined;
  /** Words to filter by. */
  readonly tags: readonly string[];
  /** When it was first stored, in milliseconds since 1970. */
  readonly createdAt: number;
  /** When its anchors were last compared and found to hold, in milliseconds since 1970. Reading does not change it. */
  readonly verifiedAt: number;
  /** The observation that replaces it; a superseded one is kept and never given. */
  readonly supersededBy?: string | undefined;
  /** Set on a copy that comes from another project. */
  readonly sourceProject?: string | undefined;
}

/** Most characters of a claim, and of its reason. */
export const MAX_CLAIM_LENGTH = 2000;

/** Most places that an observation cites. */
export const MAX_ANCHORS = 8;
