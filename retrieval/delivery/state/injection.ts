import type {
  Bundle,
  BundleIndex,
  BundleProfile,
  ExclusionRule,
  Fragment,
  Issue,
  RequestOutcome,
} from "@dossier/core";

/** Whether an injection is a bundle, or an answer to the requests in an agent's text. */
export type InjectionKind = "bundle" | "answer";

/** What was asked for. Kept as JSON. */
export interface RecordedRequest {
  /** The question, or the issue in words. */
  readonly query: string;
  /** The task, where it is one that a tracker holds. */
  readonly issue?: Issue | undefined;
  /** The profile, where it was asked for with one. */
  readonly profile?: BundleProfile | undefined;
  /** The agent's text that an answer is to. */
  readonly text?: string | undefined;
  /** The options in force that decide what is given, by name. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** The state of the index that answered. Kept as JSON. */
export interface RecordedIndex extends BundleIndex {
  /** Id of the commit that was checked out, in hexadecimal, where it is known. */
  readonly commit?: string | undefined;
}

/** Text that was given, without the text. */
export interface RecordedFragment extends Omit<Fragment, "rank" | "text"> {
  /**
   * SHA-256 of the bytes of its file, in lower-case hexadecimal; empty where it is not known. Of what is
   * no file it is the hash of the text.
   */
  readonly fileHash: string;
  /** What documents link to its file by, when that is shown as a design document. */
  readonly slug?: string;
  /** Its text, where that can not be read from the tree again. */
  readonly shown?: string;
  /** Keys of its lines where it gives just these to a session; see `toLineKeys()`. */
  readonly keys?: string;
}

/** A file that a rule kept out. Kept as JSON. */
export interface RecordedExclusion {
  /** Path relative to the root, with `/` separators, or as it was asked for. */
  readonly path: string;
  /** What kept it out. */
  readonly rule: ExclusionRule;
}

/** A bundle or an answer that is to be recorded. */
export interface InjectionDraft
  extends Pick<Bundle, "session" | "plan" | "hash" | "budget" | "omitted" | "notes"> {
  /** Bundle or answer. */
  readonly kind: InjectionKind;
  /**
   * Which round of requests of the session it answers, from 1; absent for a bundle, and for an answer
   * that took no round, as when there were none left.
   */
  readonly round?: number | undefined;
  /** What set it off, such as `context` or `need`. */
  readonly trigger: string;
  /** What was asked for. */
  readonly request: RecordedRequest;
  /** Name of the rendering. */
  readonly format: string;
  /** What answered. */
  readonly index: RecordedIndex;
  /** What was given, in its order. */
  readonly fragments: readonly RecordedFragment[];
  /** What rules kept out. */
  readonly exclusions: readonly RecordedExclusion[];
  /** Empty for a bundle. */
  readonly outcomes: readonly RequestOutcome[];
  /** How long it took to plan and make, in milliseconds, where that was measured. */
  readonly durationMs?: number | undefined;
  /** What else the bundle says. Kept as JSON. */
  readonly details:
    & Pick<Bundle, "root" | "question" | "names" | "retry" | "signals" | "commands">
    & {
      /** Of the bundle: 1 in what was recorded before there were fragments. */
      readonly version: number;
      /** Absent in version 1. */
      readonly sections?: Bundle["sections"] | undefined;
      /** SHA-256 of the template that it was written with, in hexadecimal, where there was one. */
      readonly template?: string | undefined;
      /** Whether its lines were numbered. */
      readonly numbers?: boolean | undefined;
      readonly maxSent?: number | undefined;
    };
}

/** One delivery of context, as it was given. Nothing about it ever changes. */
export interface Injection extends InjectionDraft {
  /** Its number: 1, 2, … in the order of writing, and never used again. */
  readonly id: number;
  /** When it was recorded, as an ISO 8601 instant. */
  readonly time: string;
  /** When nobody waited for it any more, so that it was not sent, as an ISO 8601 instant. */
  readonly withdrawn?: string;
}

/** An injection in short, for a list. */
export interface InjectionSummary extends
  Pick<
    Injection,
    "id" | "time" | "kind" | "session" | "round" | "trigger" | "hash" | "budget"
  > {
  /** How the issue's title or its id, the question, or the agent's text begins. */
  readonly subject: string;
  /** How many fragments were given. */
  readonly fragments: number;
  /** How many candidates were not. */
  readonly omitted: number;
  /** How many requests were answered one way or another. */
  readonly outcomes: number;
}
