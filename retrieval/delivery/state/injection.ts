import type {
  Bundle,
  BundleIndex,
  BundleProfile,
  ExclusionRule,
  Fragment,
  Issue,
  RequestOutcome,
} from "@dossier/core";

/** Kind of an injection: a bundle, or an answer to requests in the text of an agent. */
export type InjectionKind = "bundle" | "answer";

/** Request of an injection. Stored as JSON. */
export interface RecordedRequest {
  /** Question, or the issue as text. */
  readonly query: string;
  /** Task of a tracker. */
  readonly issue?: Issue | undefined;
  /** Profile of the request. */
  readonly profile?: BundleProfile | undefined;
  /** Text of the agent that the answer is for. */
  readonly text?: string | undefined;
  /** Effective options that influence the fragments, by name. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** State of the index. Stored as JSON. */
export interface RecordedIndex extends BundleIndex {
  /** Id of the checked-out commit, in hexadecimal, if known. */
  readonly commit?: string | undefined;
}

/** Delivered fragment, without its text. */
export interface RecordedFragment extends Omit<Fragment, "rank" | "text"> {
  /**
   * SHA-256 of the bytes of its file, in lower-case hexadecimal; empty if unknown. For a source
   * that is not a file, the hash of the text.
   */
  readonly fileHash: string;
  /** Slug by which documents link to its file, when it is shown as a design document. */
  readonly slug?: string;
  /** Its text, when it cannot be read from the tree again. */
  readonly shown?: string;
  /** Keys of its lines, when a session received just these; see `toLineKeys()`. */
  readonly keys?: string;
}

/** File that a rule excluded. Stored as JSON. */
export interface RecordedExclusion {
  /** Path relative to the root, with `/` separators, or as it was requested. */
  readonly path: string;
  /** Rule that excluded it. */
  readonly rule: ExclusionRule;
}

/** Bundle or answer to record. */
export interface InjectionDraft
  extends Pick<Bundle, "session" | "plan" | "hash" | "budget" | "omitted" | "notes"> {
  /** Kind of the injection. */
  readonly kind: InjectionKind;
  /**
   * Number of the answered round of the session, from 1; absent for a bundle, and for an answer
   * that used no round, such as one after the last round.
   */
  readonly round?: number | undefined;
  /** Cause, such as `context` or `need`. */
  readonly trigger: string;
  /** Request. */
  readonly request: RecordedRequest;
  /** Name of the format. */
  readonly format: string;
  /** State of the index. */
  readonly index: RecordedIndex;
  /** Delivered fragments, in order. */
  readonly fragments: readonly RecordedFragment[];
  /** Files that rules excluded. */
  readonly exclusions: readonly RecordedExclusion[];
  /** Outcomes of requests; empty for a bundle. */
  readonly outcomes: readonly RequestOutcome[];
  /** Time to plan and build it, in milliseconds, if measured. */
  readonly durationMs?: number | undefined;
  /** Other fields of the bundle. Stored as JSON. */
  readonly details:
    & Pick<Bundle, "root" | "question" | "names" | "retry" | "signals" | "commands">
    & {
      /** Version of the bundle; 1 for a record from before there were fragments. */
      readonly version: number;
      /** Absent in version 1. */
      readonly sections?: Bundle["sections"] | undefined;
      /** SHA-256 of its template, in hexadecimal, if there was one. */
      readonly template?: string | undefined;
      /** True when its lines were numbered. */
      readonly numbers?: boolean | undefined;
      readonly maxSent?: number | undefined;
    };
}

/** One delivery of context. It never changes. */
export interface Injection extends InjectionDraft {
  /** Number: 1, 2, … in the order of writing, and never reused. */
  readonly id: number;
  /** Time of the record, as an ISO 8601 instant. */
  readonly time: string;
  /** Time at which it was withdrawn because it was not sent, as an ISO 8601 instant. */
  readonly withdrawn?: string;
}

/** Summary of an injection, for a list. */
export interface InjectionSummary extends
  Pick<
    Injection,
    "id" | "time" | "kind" | "session" | "round" | "trigger" | "hash" | "budget"
  > {
  /**
   * Beginning of the title or the id of the issue, of the question, or of the text of the agent.
   */
  readonly subject: string;
  /** Number of delivered fragments. */
  readonly fragments: number;
  /** Number of omitted candidates. */
  readonly omitted: number;
  /** Number of answered requests, with any outcome. */
  readonly outcomes: number;
}
