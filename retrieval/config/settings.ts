import type { TextPosition } from "@dossier/core/yaml";
import type { Note, TaskSettings } from "@dossier/core";
import { DEFAULT_EXCLUSIONS, type ExclusionRules } from "@dossier/core/exclude";

/** Path of the configuration of a project, relative to its root. */
export const CONFIG_PATH = ".dossier/config.yaml";

/** Path of the settings of noface, relative to the root. */
export const NOFACE_PATH = ".noface.toml";

/** Texts of `.dossier/config.yaml` and `.noface.toml`; `null` for a missing file. */
export interface SettingsTexts {
  readonly config: string | null;
  readonly noface: string | null;
}

/** Embedder that adds the word vectors of a table. */
export interface StaticSettings {
  /** Discriminant of the embedders. */
  readonly kind: "static";
  /** Path of the table, absolute or relative to the root. @default the table of the program */
  readonly table?: string | undefined;
}

/** Embedder with a sentence encoder in the ONNX format. */
export interface TransformersSettings {
  /** Discriminant of the embedders. */
  readonly kind: "transformers";
  /** Folder, absolute or relative to the root; with `remote` a name on the hub. */
  readonly model: string;
  /** True when the model may be downloaded from the hub. @default false */
  readonly remote?: boolean | undefined;
  /** Precision of the model file, as transformers.js names it. @default "q8" */
  readonly precision?: ModelPrecision | undefined;
}

/** Name of a precision of models. */
export type ModelPrecision = "fp32" | "fp16" | "q8" | "int8" | "uint8" | "q4";

/**
 * Settings of the embedder of chunks and queries: plain values that can be sent to other threads.
 */
export type EmbedderSettings =
  | { readonly kind: "none" }
  | StaticSettings
  | TransformersSettings;

/** Origin of a setting that no file sets. */
export const DEFAULT_ORIGIN = "default";

/** Settings of the log of deliveries. */
export interface LogSettings {
  /**
   * Age from which records are deleted, unless their session is still active: `30d`, or `never`.
   */
  readonly olderThan: string;
  /** Number of the newest records that are kept, or `all`. */
  readonly keep: number | "all";
}

/** Settings of the store of the index. */
export interface IndexSettings {
  /** Store: a file on this machine only, or also a cluster. */
  readonly store: "local" | "opensearch";
  /** Addresses of nodes of the cluster. */
  readonly nodes: readonly string[];
  /** Prefix of the names of its indexes. */
  readonly prefix: string;
  /** True when commits are sent as well, so that machines without a clone can answer. */
  readonly commits: boolean;
}

/** Default: a file on this machine only. */
export const DEFAULT_INDEX_SETTINGS: IndexSettings = {
  store: "local",
  nodes: [],
  prefix: "dossier",
  commits: true,
};

/** Settings of the program that guesses names. */
export interface NamesSettings {
  /** Command line of the program; empty for none. */
  readonly command: string;
}

/** Setting for a process that commands leave running with an open index: `auto`, or `off`. */
export type WarmSetting = "auto" | "off";

/** Default: no process is started automatically. */
export const DEFAULT_WARM: WarmSetting = "off";

/** Valid settings in files. */
export interface SettingValues {
  readonly exclude: Partial<Omit<ExclusionRules, "user">>;
  readonly embedder?: EmbedderSettings | undefined;
  readonly index: Partial<IndexSettings>;
  readonly names: Partial<NamesSettings>;
  readonly warm?: WarmSetting | undefined;
  readonly task: Partial<TaskSettings>;
  readonly log: Partial<LogSettings>;
}

/** Grant of the user for the manifests of a repository. */
export interface UserGrant {
  /** Absolute path of the repository. */
  readonly root: string;
  /** Absolute path of a file, or of a folder with all its content. */
  readonly place: string;
  /** Granted options of a manifest. */
  readonly allow: readonly GrantOption[];
}

/**
 * Option of a source of a manifest: files outside of the root, or with names that suggest secrets.
 */
export type GrantOption = "external" | "sensitive";

/** Settings of one file. */
export interface FileSettings extends SettingValues {
  /** Grants, in the file of the user. */
  readonly grants?: readonly UserGrant[] | undefined;
  /** Line of each valid setting, 1-based, by its dotted name, such as `exclude.dirs`. */
  readonly lines: Readonly<Record<string, number>>;
  /** Column of each valid setting, 1-based. */
  readonly columns: Readonly<Record<string, number>>;
  /** Rejected settings with reasons, in the order of the text. */
  readonly issues: readonly (TextPosition & { readonly message: string })[];
}

/**
 * Combined settings of the files of a repository, or of the user, after permissions were checked.
 */
export interface SettingsLayer extends SettingValues {
  /** `file:line` of each valid setting, by its dotted name: `task.stale_days`. */
  readonly origins: Readonly<Record<string, string>>;
  /** Notes about errors in the texts. */
  readonly notes: readonly Note[];
}

/** Layer of files without settings. */
export const EMPTY_LAYER: SettingsLayer = {
  exclude: {},
  index: {},
  names: {},
  task: {},
  log: {},
  origins: {},
  notes: [],
};

/** Settings of a project and of the user, with defaults for those that an index requires. */
export interface MergedSettings extends Omit<SettingValues, "exclude"> {
  readonly rules: ExclusionRules;
  /** `file:line` of each valid setting, by its dotted name: `task.stale_days`. */
  readonly origins: Readonly<Record<string, string>>;
  /** Origins of the lists in `rules.user`, which extend the lists of the same names. */
  readonly userOrigins: Readonly<Record<string, string>>;
  /** Notes about errors in the texts. */
  readonly notes: readonly Note[];
}

/** Returns settings with defaults for those that an index requires. */
export function toSettings({ exclude, ...values }: SettingsLayer): MergedSettings {
  return { ...values, rules: { ...DEFAULT_EXCLUSIONS, ...exclude }, userOrigins: {} };
}
