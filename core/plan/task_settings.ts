/**
 * Mode of the answers to requests in an agent's text: show text, only name locations, or only
 * record them.
 */
export type RequestMode = "fetch" | "delegate" | "observe";

/**
 * Settings for the plan of a task's bundle. Names and defaults are those of noface's
 * `.noface.toml`, in camel case.
 */
export interface TaskSettings {
  /** Folder of the design documents, relative to the root; empty for all documents of the tree. */
  readonly vault: string;
  /** True to search documents, besides those that the issue links to. */
  readonly proactiveSearch: boolean;
  /** True to follow `[[links]]` of the issue. */
  readonly resolveWikilinks: boolean;
  /** True when documents that linked documents link to are candidates. */
  readonly expandNeighbors: boolean;
  /** Maximum number of links to a neighbour: a whole number of at least 1. */
  readonly neighborDepth: number;
  /**
   * Maximum number of documents of a bundle, including linked ones: a whole number of at least 0.
   */
  readonly maxContextDocs: number;
  /** Files above this many KiB are not shown whole: a whole number of at least 1. */
  readonly maxFileSizeKb: number;
  /** Tokens of the whole prompt. */
  readonly promptTokenLimit: number;
  /** Share of the prompt that documents may use for the simplest task, from 0 to 1. */
  readonly docFractionMin: number;
  /** The same for the most complex task. */
  readonly docFractionMax: number;
  /** Weight of BM25 in the score of a document. */
  readonly alpha: number;
  /** Weight of the embedding in the score of a document. */
  readonly beta: number;
  /** Amount added to the score of a document that the issue links to. */
  readonly linkBoost: number;
  /** Minimum score of documents that are not linked; others are dropped. */
  readonly minScore: number;
  /** Number of days after which a document may be outdated. */
  readonly staleDays: number;
  /** Maximum number of rounds of requests for a session. */
  readonly needMaxRounds: number;
  /** Maximum number of requests in a round. */
  readonly needMaxItems: number;
  /** Mode of the answers to requests. */
  readonly needMode: RequestMode;
  /** True to name code by path and lines only, for agents that open files themselves. */
  readonly referencesOnly: boolean;
  /** Command that builds the project, for prompts; empty when unknown. */
  readonly buildCommand: string;
  /** Command that runs its tests, for prompts; empty when unknown. */
  readonly testCommand: string;
}

/** Defaults of noface; `fetch` and full text for settings that noface does not have. */
export const DEFAULT_TASK_SETTINGS: TaskSettings = {
  vault: "",
  proactiveSearch: true,
  resolveWikilinks: true,
  expandNeighbors: false,
  neighborDepth: 1,
  maxContextDocs: 5,
  maxFileSizeKb: 100,
  promptTokenLimit: 24_000,
  docFractionMin: 0.3,
  docFractionMax: 0.4,
  alpha: 0.5,
  beta: 0.4,
  linkBoost: 0.2,
  minScore: 0.15,
  staleDays: 90,
  needMaxRounds: 2,
  needMaxItems: 5,
  needMode: "fetch",
  referencesOnly: false,
  buildCommand: "",
  testCommand: "",
};
