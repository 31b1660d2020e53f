/** One request to the program, the same for each program that is recorded. */
export interface BehaviourRequest {
  /** Unique id in both recordings, such as `swr/issue-07`. */
  readonly id: string;
  /** Name of the tree. */
  readonly tree: string;
  readonly kind: "context" | "search" | "explain" | "issue" | "need";
  /** Query, or text of an agent; empty for an issue. */
  readonly text: string;
  /** Issue; only for that kind. */
  readonly issue?: unknown;
  /** Options of the engine. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** Request with its result: one line of a recording. */
export interface RecordedAnswer {
  readonly request: BehaviourRequest;
  readonly answer: CanonicalAnswer;
}

/** Result of a request, in a form that is independent of the format of bundles. */
export interface CanonicalAnswer {
  /** Error that was thrown; the other fields are then absent. */
  readonly error?: { readonly code: string; readonly message: string };
  /** Shown or found passages, best first. */
  readonly passages?: readonly CanonicalPassage[];
  /** Location, tokens and reason of each omission, in order. */
  readonly omitted?: readonly string[];
  /** Code and message of each note, in order. */
  readonly notes?: readonly string[];
  /** Each request of an agent, its outcome and the message, in order. */
  readonly outcomes?: readonly string[];
  /** End of the agent's turn. */
  readonly signals?: unknown;
  /** Updated manifest of the issue. */
  readonly manifest?: unknown;
  readonly commands?: unknown;
  readonly retry?: unknown;
  /** Numbers of the plan, by name. */
  readonly plan?: Readonly<Record<string, number>>;
  readonly budget?: unknown;
  /** Documents and chunks of the index, and its staleness. */
  readonly index?: unknown;
  /** SHA-256 of the rendered text of a bundle. */
  readonly rendered?: string;
}

/** Passage or result of a search. */
export interface CanonicalPassage {
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly symbol?: string;
  readonly language?: string;
  readonly kind?: string;
  readonly role?: string;
  readonly form?: string;
  readonly tokens?: number;
  readonly score: number;
  readonly reasons?: readonly string[];
  readonly freshness?: number;
  readonly remark?: string;
  readonly edited?: boolean;
  /** SHA-256 of its text. */
  readonly text?: string;
  /** Nodes of its explanation: depth, value, operation and description, in order. */
  readonly explanation?: readonly CanonicalNode[];
}

/** Node of an explanation. */
export type CanonicalNode = readonly [depth: number, value: number, name: string];
