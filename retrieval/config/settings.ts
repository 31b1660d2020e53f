import type { TextPlace } from "@dossier/core/yaml";
import type { Note, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";

/** The sums of word vectors of a table. */
export interface StaticSettings {
  /** Tells it from the others. */
  readonly kind: "static";
  /** Path of the table, absolute or relative to the root. @default the one that the program comes with */
  readonly table?: string | undefined;
}

/** A sentence encoder in the ONNX format. */
export interface TransformersSettings {
  /** Tells it from the others. */
  readonly kind: "transformers";
  /** A folder, absolute or relative to the root, or with `remote` a name on the hub. */
  readonly model: string;
  /** Whether the model may be fetched from the hub. @default false */
  readonly remote?: boolean | undefined;
  /** Which of the model's files is used, as transformers.js names them. @default "q8" */
  readonly precision?: ModelPrecision | undefined;
}

/** Names of the precisions that models come in. */
export type ModelPrecision = "fp32" | "fp16" | "q8" | "int8" | "uint8" | "q4";

/** A service that speaks OpenAI's protocol for embeddings. */
export interface HttpSettings {
  /** Tells it from the others. */
  readonly kind: "http";
  /** Where requests go, such as `http://localhost:11434/v1/embeddings`. */
  readonly url: string;
  /** Name of the model as the service has it. */
  readonly model: string;
  /** Numbers that the model's vectors have. */
  readonly dimensions: number;
  /** Name of the environment variable that holds the key; none is sent without. */
  readonly keyVariable?: string | undefined;
  /** How long a request may take, in milliseconds. @default 30000 */
  readonly timeoutMs?: number | undefined;
}

/** What chunks and queries are embedded with; plain values that go to other threads as they are. */
export type EmbedderSettings =
  | { readonly kind: "none" }
  | StaticSettings
  | TransformersSettings
  | HttpSettings;

/**
 * What definitions are found with: `outline` goes line by line, `tree` by syntax trees where there is
 * a grammar and line by line elsewhere.
 */
export type SymbolSource = "outline" | "tree";

/**
 * The one in use unless the project says otherwise. Trees are not, because they did not pay: see
 * "Outlines and syntax trees" in docs/configuration.md.
 */
export const DEFAULT_SYMBOL_SOURCE: SymbolSource = "outline";

/** Where a setting comes from that no file gives. */
export const DEFAULT_ORIGIN = "default";

/** How long the record of what was given is kept. */
export interface LogSettings {
  /** Records that are older go, unless their session is still in use: `30d`, or `never`. */
  readonly olderThan: string;
  /** How many of the newest records stay, or `all`. */
  readonly keep: number | "all";
}

/** What one file says, without what it says wrongly. */
export interface FileSettings {
  readonly exclude: Partial<ExclusionRules>;
  readonly symbols?: SymbolSource | undefined;
  readonly embedder?: EmbedderSettings | undefined;
  readonly task: Partial<TaskSettings>;
  readonly log: Partial<LogSettings>;
  /** Line of each setting that is used, 1-based, by its dotted name, such as `exclude.dirs`. */
  readonly lines: Readonly<Record<string, number>>;
  /** What is not used and why, in the order of the text. */
  readonly issues: readonly (TextPlace & { readonly message: string })[];
}

/** The settings that a project gives, with defaults for what an index can not be without. */
export interface GivenSettings {
  readonly rules: ExclusionRules;
  readonly symbols: SymbolSource;
  readonly embedder?: EmbedderSettings | undefined;
  readonly task: Partial<TaskSettings>;
  readonly log: Partial<LogSettings>;
  /** `file:line` of each setting that is given and used, by its dotted name: `task.stale_days`. */
  readonly origins: Readonly<Record<string, string>>;
  /** What is wrong with the texts. */
  readonly notes: readonly Note[];
}

/** The settings of a project that gives none. */
export const DEFAULT_SETTINGS: GivenSettings = {
  rules: DEFAULT_EXCLUSIONS,
  symbols: DEFAULT_SYMBOL_SOURCE,
  task: {},
  log: {},
  origins: {},
  notes: [],
};
