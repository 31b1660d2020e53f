import type { TextPosition } from "@dossier/core/yaml";
import type { Note, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";

/** Where a project's configuration is, relative to its root. */
export const CONFIG_PATH = ".dossier/config.yaml";

/** Where noface keeps a project's settings, relative to its root. */
export const NOFACE_PATH = ".noface.toml";

/** The texts of `.dossier/config.yaml` and `.noface.toml`; null where there is no such file. */
export interface SettingsTexts {
  readonly config: string | null;
  readonly noface: string | null;
}

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

/** What chunks and queries are embedded with; plain values that go to other threads as they are. */
export type EmbedderSettings =
  | { readonly kind: "none" }
  | StaticSettings
  | TransformersSettings;

/** Where a setting comes from that no file gives. */
export const DEFAULT_ORIGIN = "default";

/** How long the record of what was given is kept. */
export interface LogSettings {
  /** Records that are older go, unless their session is still in use: `30d`, or `never`. */
  readonly olderThan: string;
  /** How many of the newest records stay, or `all`. */
  readonly keep: number | "all";
}

/** Where the index is kept. */
export interface IndexSettings {
  /** In a file of this machine only, or in a cluster as well. */
  readonly store: "local" | "opensearch";
  /** Addresses of nodes of the cluster. */
  readonly nodes: readonly string[];
  /** What the names of its indexes begin with. */
  readonly prefix: string;
}

/** In a file of this machine only. */
export const DEFAULT_INDEX_SETTINGS: IndexSettings = {
  store: "local",
  nodes: [],
  prefix: "dossier",
};

/** How names are guessed. */
export interface NamesSettings {
  /** The program that guesses them, with its arguments; none when empty. */
  readonly command: string;
}

/** Whether commands leave a process behind that keeps the index open: `auto`, or `off`. */
export type WarmSetting = "auto" | "off";

/** No process that nobody has started. */
export const DEFAULT_WARM: WarmSetting = "off";

/** What files say of settings, without what they say wrongly. */
export interface SettingValues {
  readonly exclude: Partial<Omit<ExclusionRules, "user">>;
  readonly embedder?: EmbedderSettings | undefined;
  readonly index: Partial<IndexSettings>;
  readonly names: Partial<NamesSettings>;
  readonly warm?: WarmSetting | undefined;
  readonly task: Partial<TaskSettings>;
  readonly log: Partial<LogSettings>;
}

/** What the user lets the manifests of a repository give. */
export interface UserGrant {
  /** Absolute path of the repository. */
  readonly root: string;
  /** Absolute path of a file, or of a folder with all that is in it. */
  readonly place: string;
  /** What of a manifest's options is granted for it. */
  readonly allow: readonly GrantOption[];
}

/** What a source of a manifest may ask for: files outside of the root, or with names that promise secrets. */
export type GrantOption = "external" | "sensitive";

/** What one file says. */
export interface FileSettings extends SettingValues {
  /** In the user's own file. */
  readonly grants?: readonly UserGrant[] | undefined;
  /** Line of each setting that is used, 1-based, by its dotted name, such as `exclude.dirs`. */
  readonly lines: Readonly<Record<string, number>>;
  /** Its column, 1-based. */
  readonly columns: Readonly<Record<string, number>>;
  /** What is not used and why, in the order of the text. */
  readonly issues: readonly (TextPosition & { readonly message: string })[];
}

/** What the files of a repository say together, or the user's, where each value may come from its file. */
export interface SettingsLayer extends SettingValues {
  /** `file:line` of each setting that is given and used, by its dotted name: `task.stale_days`. */
  readonly origins: Readonly<Record<string, string>>;
  /** What is wrong with the texts. */
  readonly notes: readonly Note[];
}

/** The layer of files that say nothing. */
export const EMPTY_LAYER: SettingsLayer = {
  exclude: {},
  index: {},
  names: {},
  task: {},
  log: {},
  origins: {},
  notes: [],
};

/** The settings that a project and the user give, with defaults for what an index can not be without. */
export interface GivenSettings extends Omit<SettingValues, "exclude"> {
  readonly rules: ExclusionRules;
  /** `file:line` of each setting that is given and used, by its dotted name: `task.stale_days`. */
  readonly origins: Readonly<Record<string, string>>;
  /** The same of the lists in `rules.user`, which add to the others of their names. */
  readonly userOrigins: Readonly<Record<string, string>>;
  /** What is wrong with the texts. */
  readonly notes: readonly Note[];
}

/** Returns settings with defaults for what an index can not be without. */
export function toSettings({ exclude, ...values }: SettingsLayer): GivenSettings {
  return { ...values, rules: { ...DEFAULT_EXCLUSIONS, ...exclude }, userOrigins: {} };
}
