/** How requests in an agent's text are answered: show text, only name places, or only record them. */
export type RequestMode = "fetch" | "delegate" | "observe";

/**
 * How a task's bundle is planned. Names and defaults are those of noface's `.noface.toml`, in camel
 * case.
 */
export interface TaskSettings {
  /** Folder of the design documents, relative to the root; empty for all documents of the tree. */
  readonly vault: string;
  /** Whether documents are looked for, besides those that the issue links to. */
  readonly proactiveSearch: boolean;
  /** Whether `[[links]]` of the issue are followed. */
  readonly resolveWikilinks: boolean;
  /** Whether documents that linked documents link to are candidates. */
  readonly expandNeighbors: boolean;
  /** How many links away a neighbour may be: a whole number of at least 1. */
  readonly neighborDepth: number;
  /** Most documents of a bundle, links or not: a whole number of at least 0. */
  readonly maxContextDocs: number;
  /** Files above this many KiB are not shown whole: a whole number of at least 1. */
  readonly maxFileSizeKb: number;
  /** Tokens of the whole prompt. */
  readonly promptTokenLimit: number;
  /** Share of the prompt that documents may take for the simplest task, from 0 to 1. */
  readonly docFractionMin: number;
  /** The same for the most complex task. */
  readonly docFractionMax: number;
  /** Weight of BM25 in the score of a document. */
  readonly alpha: number;
  /** Weight of the embedding in the score of a document. */
  readonly beta: number;
  /** Added to the score of a document that the issue links to. */
  readonly linkBoost: number;
  /** Documents that are not linked and score less are dropped. */
  readonly minScore: number;
  /** Days after which a document may be out of date. */
  readonly staleDays: number;
  /** Most rounds of requests for a session. */
  readonly needMaxRounds: number;
  /** Most requests in a round. */
  readonly needMaxItems: number;
  /** How requests are answered. */
  readonly needMode: RequestMode;
  /** Whether code is named by path and lines only, for agents that open files themselves. */
  readonly referencesOnly: boolean;
  /** Command that builds the project, for prompts; empty when unknown. */
  readonly buildCommand: string;
  /** Command that runs its tests, for prompts; empty when unknown. */
  readonly testCommand: string;
}

/** The defaults of noface; `fetch` and full text for settings that it does not have. */
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
