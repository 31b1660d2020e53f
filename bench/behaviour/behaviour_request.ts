/** What one request asks of the program; the same for each program that is recorded. */
export interface BehaviourRequest {
  /** Names it in both recordings, such as `swr/issue-07`. */
  readonly id: string;
  /** Name of the tree that it is about. */
  readonly tree: string;
  readonly kind: "context" | "search" | "explain" | "issue" | "need";
  /** The query, or the text of an agent; of an issue nothing. */
  readonly text: string;
  /** The issue; for that kind only. */
  readonly issue?: unknown;
  /** Options as the engine takes them. */
  readonly options: Readonly<Record<string, unknown>>;
}

/** A request with what came of it: one line of a recording. */
export interface RecordedAnswer {
  readonly request: BehaviourRequest;
  readonly answer: CanonicalAnswer;
}

/** What came of a request, in a form that no change of the bundle's own form changes. */
export interface CanonicalAnswer {
  /** What was thrown instead; then there is nothing else. */
  readonly error?: { readonly code: string; readonly message: string };
  /** What is shown or found, best first. */
  readonly passages?: readonly CanonicalPassage[];
  /** Place, tokens and reason of what is not shown, in order. */
  readonly omitted?: readonly string[];
  /** Code and message of each note, in order. */
  readonly notes?: readonly string[];
  /** Each request of an agent, its outcome and the message, in order. */
  readonly outcomes?: readonly string[];
  /** How the agent ended its turn. */
  readonly signals?: unknown;
  /** Manifest of the issue as it has become. */
  readonly manifest?: unknown;
  readonly commands?: unknown;
  readonly retry?: unknown;
  /** The numbers of the plan, by name. */
  readonly plan?: Readonly<Record<string, number>>;
  readonly budget?: unknown;
  /** Documents and chunks of the index, and whether it is behind the tree. */
  readonly index?: unknown;
  /** SHA-256 of the rendered text, where a text is made of the bundle. */
  readonly rendered?: string;
}

/** A passage or a result of a search. */
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
  /** Each node of its explanation: depth, value, operation and description, in order. */
  readonly explanation?: readonly CanonicalNode[];
}

/** A node of an explanation. */
export type CanonicalNode = readonly [depth: number, value: number, name: string];
