import type {
  BundleBudget,
  DocumentKind,
  ExclusionRule,
  Issue,
  Note,
  OmissionReason,
  PassageForm,
  PassageRole,
  RequestOutcome,
  SettledPlan,
  SignalRequest,
} from "@dossier/core";

/** Whether a record is of a bundle, or of an answer to the requests in an agent's text. */
export type RecordKind = "bundle" | "answer";

/** What was asked for. Kept as JSON: whatever else an object given here holds is kept with it. */
export interface RecordedRequest {
  /** The question of a bundle that was asked for by a plain query. */
  readonly query?: string | undefined;
  /** The task of a bundle that was asked for by an issue. */
  readonly issue?: Issue | undefined;
  /** The agent's text that an answer is to. */
  readonly text?: string | undefined;
  /** The options in force that decide what is given, by name. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The state of the index that answered. Kept as JSON, with whatever else is given. */
export interface RecordedIndex {
  /** Documents in the index. */
  readonly documents: number;
  /** Chunks in the index. */
  readonly chunks: number;
  /** When the index was last written, as an ISO 8601 instant. */
  readonly updatedAt: string;
  /** Id of the commit that was checked out, in hexadecimal, where there is one. */
  readonly commit?: string | undefined;
}

/** Text that was given, without the text. */
export interface RecordedPassage {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** SHA-256 of the text that was given, in lower-case hexadecimal. */
  readonly contentHash: string;
  /** SHA-256 of the bytes of its file, in lower-case hexadecimal. */
  readonly fileHash: string;
  /** How much of the range the text gives. */
  readonly form: PassageForm;
  /** What its rendered block costs. */
  readonly tokens: number;
  /** Its score; comparable inside one record only. */
  readonly score: number;
  /** Program text or prose. */
  readonly kind: DocumentKind;
  /** What it is there for; absent where its score alone chose it. */
  readonly role?: PassageRole | undefined;
  /** What else it takes to render it again, such as its language and symbol. Kept as JSON. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A candidate that was not given. */
export interface RecordedOmission {
  /** Path relative to the root, with `/` separators. */
  readonly path: string;
  /** First line, 1-based. */
  readonly startLine: number;
  /** Last line, 1-based and inclusive. */
  readonly endLine: number;
  /** What it would have cost. */
  readonly tokens: number;
  /** Why it was not given. */
  readonly reason: OmissionReason;
  /** What else it takes to render it again. Kept as JSON. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** A file that a rule kept out. Kept as JSON. */
export interface RecordedExclusion {
  /** Path relative to the root, with `/` separators, or as it was asked for. */
  readonly path: string;
  /** The rule. */
  readonly rule: ExclusionRule;
}

/** What an agent asked for and what became of it. Kept as JSON, with whatever else is given. */
export interface RecordedOutcome extends RequestOutcome {
  /** The request as the parser found it. */
  readonly signal: SignalRequest;
}

/** A bundle or an answer that is to be recorded; see `appendRecord`. */
export interface RecordDraft {
  /** Bundle or answer. */
  readonly kind: RecordKind;
  /** Whom it is for; absent for a bundle that nobody will come back to. */
  readonly session?: string | undefined;
  /**
   * Which round of requests of the session it answers, from 1; absent for a bundle, and for an answer
   * that took no round, as when there were none left.
   */
  readonly round?: number | undefined;
  /** What set it off, such as `context` or `need`. */
  readonly trigger: string;
  /** What was asked for. */
  readonly request: RecordedRequest;
  /** How it was planned, where it was. Kept as JSON. */
  readonly plan?: SettledPlan | undefined;
  /** SHA-256 that names what was given, in lower-case hexadecimal: the hash of the bundle. */
  readonly hash: string;
  /** Name of the rendering. */
  readonly format: string;
  /** What might be spent, what was spent, and by whose count. */
  readonly budget: BundleBudget;
  /** The state of the index that answered. */
  readonly index: RecordedIndex;
  /** What was given, in its order. */
  readonly passages: readonly RecordedPassage[];
  /** What was not given, in its order. */
  readonly omitted: readonly RecordedOmission[];
  /** What rules kept out. @default [] */
  readonly exclusions?: readonly RecordedExclusion[] | undefined;
  /** What the reader was told besides. */
  readonly notes: readonly Note[];
  /** What became of each request; of an answer. @default [] */
  readonly outcomes?: readonly RecordedOutcome[] | undefined;
  /** How long it took to plan and make, in milliseconds. */
  readonly durationMs?: number | undefined;
  /** What else it takes to render it again. Kept as JSON. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/** The injection record: one bundle or answer as it was given. Nothing about it ever changes. */
export interface InjectionRecord extends RecordDraft {
  /** Its number: 1, 2, … in the order of writing, and never used again. */
  readonly id: number;
  /** When it was recorded, as an ISO 8601 instant. */
  readonly time: string;
  /** What rules kept out. */
  readonly exclusions: readonly RecordedExclusion[];
  /** What became of each request; empty for a bundle. */
  readonly outcomes: readonly RecordedOutcome[];
}

/** An injection record in short, for a list. */
export interface RecordSummary
  extends Pick<InjectionRecord, "id" | "time" | "kind" | "session" | "round" | "trigger" | "hash"> {
  /** How the question, the issue's title or its id, or the agent's text begins. */
  readonly subject: string;
  /** What might be spent, what was spent, and by whose count. */
  readonly budget: BundleBudget;
  /** How many passages were given. */
  readonly passages: number;
  /** How many candidates were not. */
  readonly omitted: number;
  /** How many requests were answered one way or another. */
  readonly outcomes: number;
}
