import { nearestNames } from "@dossier/core/query";
import type { LocatedToml } from "../machine/notation/mod.ts";
import type { PositionedEntry, PositionedValue, TextPosition } from "@dossier/core/yaml";
import {
  EMBEDDER_KINDS,
  EMBEDDER_RULES,
  SETTING_GROUPS,
  type SettingGroup,
  type SettingRule,
  WARM_RULE,
} from "./setting_rules.ts";
import { quoteAll, type ValueRule } from "./value_rules.ts";
import type { EmbedderSettings, FileSettings, GrantOption, UserGrant } from "./settings.ts";

/** Top-level keys of `.dossier/config.yaml`. */
const CONFIG_KEYS: readonly string[] = ["embedder", "warm", ...Object.keys(SETTING_GROUPS)].sort();

/** Additional key of the configuration of the user: the grants to repositories. */
const GRANTS_KEY = "grants";

/** Keys that a repository cannot even request, with the reason. */
const USER_ONLY_KEYS: Readonly<Record<string, string>> = {
  [GRANTS_KEY]: "a repository cannot grant anything to itself",
  index: "only your own configuration may say where an index is stored",
  warm: "only your own configuration may leave a process running",
};

/** Removed setting of earlier versions, which selected how definitions are found. */
const REMOVED_KEY = "symbols";

/** Ignored keys of the tables of `.noface.toml` that are read. */
const FOREIGN_KEYS: Readonly<Record<string, readonly string[]>> = {
  monowiki: ["api_docs_slug", "sync_api_docs"],
};

/** Tables with further keys of noface. */
const SHARED_TABLES: ReadonlySet<string> = new Set(["project"]);

/**
 * Returns the settings of a configuration. An unknown key is reported and skipped. An invalid value
 * is reported, and its default is used.
 *
 * @param user Location of the configuration of the user, which may have grants; absent for that of
 * a repository.
 */
export function readConfig(
  { entries = [] }: PositionedValue,
  user?: { readonly home: string | undefined },
): FileSettings {
  const reading = new Reading();
  const result: Record<string, unknown> = {};
  for (const entry of entries) {
    const { key, position, value } = entry;
    if (user === undefined && Object.hasOwn(USER_ONLY_KEYS, key)) {
      reading.report(position, `"${key}" is ignored, as ${USER_ONLY_KEYS[key]}`);
    } else if (Object.hasOwn(SETTING_GROUPS, key)) {
      const group = SETTING_GROUPS[key as keyof typeof SETTING_GROUPS];
      result[key] = reading.readGroup(entry, { ...group, name: key, form: "mapping" });
    } else if (key === "embedder") {
      const read = readEmbedder(value, reading);
      if (read === undefined) continue;
      result[key] = read;
      reading.notePlace(key, position);
    } else if (key === "warm") {
      const read = WARM_RULE.read(value.value);
      if (read === undefined) {
        reading.report(value.position, `"warm" must be ${WARM_RULE.expected}; it is ignored`);
        continue;
      }
      result[key] = read;
      reading.notePlace(key, position);
    } else if (key === REMOVED_KEY) {
      reading.report(
        position,
        `"${key}" is ignored, as this setting was removed: delete the line`,
      );
    } else if (key === GRANTS_KEY) {
      const report = reading.report.bind(reading);
      result[key] = readGrants(value, { home: user?.home, report });
    } else reading.report(position, formatUnknownKey(key, CONFIG_KEYS));
  }
  return reading.finish(result);
}

/**
 * Returns the settings of `.noface.toml`: those of tasks, and the excluded folders. Its other
 * tables, and keys without a meaning here, are skipped silently, because the file belongs to
 * another program. A text that is not TOML is skipped with one issue.
 */
export function readNoface(toml: LocatedToml): FileSettings {
  const reading = new Reading();
  if (toml.kind === "broken") {
    reading.report(toml.place, `The file is ignored as it is not valid TOML: ${toml.reason}`);
    return reading.finish({});
  }
  const groups: Record<"exclude" | "task", object> = { exclude: {}, task: {} };
  for (const entry of toml.table.entries ?? []) {
    for (const name of ["exclude", "task"] as const) {
      const rules = Object.entries<SettingRule>(SETTING_GROUPS[name].rules)
        .filter(([, { table }]) => table === entry.key);
      if (rules.length === 0) continue;
      const result = reading.readGroup(entry, {
        name,
        form: "table",
        wrongValueAction: "its default is used",
        rules: Object.fromEntries(rules),
        foreign: FOREIGN_KEYS[entry.key],
        isShared: SHARED_TABLES.has(entry.key),
      });
      Object.assign(groups[name], result);
    }
  }
  return reading.finish(groups);
}

/** Group of settings to read. */
interface GroupReading extends Pick<SettingGroup, "rules" | "wrongValueAction"> {
  readonly name: string;
  /** Name of a group in the language of the file. */
  readonly form: string;
  /** Keys that are skipped silently. */
  readonly foreign?: readonly string[] | undefined;
  /** True when all unknown keys are skipped silently. */
  readonly isShared?: boolean;
}

/** Collects the issues of one file, and the locations of its settings. */
class Reading {
  readonly #issues: (TextPosition & { readonly message: string })[] = [];
  readonly #lines: Record<string, number> = {};
  readonly #columns: Record<string, number> = {};

  report(place: TextPosition, message: string): void {
    this.#issues.push({ message, ...place });
  }

  notePlace(name: string, { line, column }: TextPosition): void {
    this.#lines[name] = line;
    this.#columns[name] = column;
  }

  finish(given: Partial<FileSettings>): FileSettings {
    const issues = this.#issues.sort((a, b) => a.line - b.line || a.column - b.column);
    return {
      exclude: {},
      index: {},
      names: {},
      log: {},
      task: {},
      ...given,
      lines: this.#lines,
      columns: this.#columns,
      issues,
    };
  }

  /** Returns the valid settings of a group, by their names in code. */
  readGroup(
    { key: written, value: { entries, value, position } }: PositionedEntry,
    { name, form, rules, wrongValueAction, foreign = [], isShared = false }: GroupReading,
  ): Readonly<Record<string, unknown>> {
    if (entries === undefined) {
      const message = `"${written}" must be a ${form} of settings; the defaults are used`;
      if (value !== null) this.report(position, message);
      return {};
    }
    const result: Record<string, unknown> = {};
    const known = [...Object.values(rules).map(({ key }) => key), ...foreign];
    for (const { key, position, value } of entries) {
      const dotted = `${written}.${key}`;
      const [code, rule] = Object.entries(rules).find(([, rule]) => rule.key === key) ?? [];
      if (code === undefined || rule === undefined) {
        if (isShared || foreign.includes(key)) continue;
        this.report(position, formatUnknownKey(dotted, known, key));
        continue;
      }
      const read = rule.read(value.value);
      if (read === undefined) {
        this.report(value.position, `"${dotted}" must be ${rule.expected}; ${wrongValueAction}`);
        continue;
      }
      result[code] = rule.entries === undefined
        ? read
        : this.#readEntries(value, dotted, rule.entries);
      this.notePlace(`${name}.${key}`, position);
    }
    return result;
  }

  /** Returns the valid entries of a list. */
  #readEntries({ items = [] }: PositionedValue, dotted: string, rule: ValueRule): unknown[] {
    return items.flatMap(({ value, position }) => {
      const read = rule.read(value);
      if (read !== undefined) return [read];
      this.report(position, `"${value}" is ignored as "${dotted}" must be ${rule.expected}`);
      return [];
    });
  }
}

/**
 * Returns the value of `embedder`: the name of a kind, or a mapping with `kind` and its settings.
 * Returns `undefined`, which means the default, when anything in it is invalid.
 */
function readEmbedder(
  { value, entries, position }: PositionedValue,
  reading: Reading,
): EmbedderSettings | undefined {
  const values = new Map((entries ?? []).map(({ key, value: { value } }) => [key, value]));
  const written = entries === undefined ? value : values.get("kind");
  const kind = EMBEDDER_KINDS.find((name) => name === written);
  if (kind === undefined) {
    const where = entries === undefined ? "embedder" : "embedder.kind";
    const message = `"${where}" must be one of ${quoteAll(EMBEDDER_KINDS)}; its default is used`;
    reading.report(position, message);
    return undefined;
  }
  const rules = Object.entries(EMBEDDER_RULES[kind]);
  const known = rules.map(([, { key }]) => key);
  for (const key of values.keys()) {
    if (key === "kind" || known.includes(key)) continue;
    const hint = suggest(key, known) ?? `"${kind}" has no such setting`;
    reading.report(position, `Unknown key "embedder.${key}" is ignored: ${hint}`);
  }
  const settings: Record<string, unknown> = {};
  for (const [name, { key, isNeeded = false, expected, read }] of rules) {
    if (!values.has(key) && !isNeeded) continue;
    const value = read(values.get(key));
    if (value === undefined) {
      reading.report(
        position,
        `"embedder.${key}" must be ${expected}; the default embedder is used`,
      );
      return undefined;
    }
    settings[name] = value;
  }
  // Each value has passed the rule of its setting.
  return { kind, ...settings } as EmbedderSettings;
}

/** Returns the message about an unknown key. */
function formatUnknownKey(dotted: string, known: readonly string[], key = dotted): string {
  const hint = suggest(key, known) ?? `the known keys are ${quoteAll(known)}`;
  return `Unknown key "${dotted}" is ignored: ${hint}`;
}

/** Returns a suggestion of the known name that is probably meant, if it takes only few edits. */
function suggest(name: string, known: readonly string[]): string | undefined {
  const [closest] = nearestNames(name, known, { limit: 1 });
  return closest === undefined ? undefined : `did you mean "${closest}"?`;
}

/** Options that manifests can be granted. */
export const GRANT_OPTIONS: readonly GrantOption[] = ["external", "sensitive"];

const EXAMPLE = "{root: ~/work/app, place: ~/shared/notes.md, allow: [external]}";

/**
 * Returns the grants in the configuration of the user. Invalid entries are reported and grant
 * nothing.
 *
 * @param options.home Absolute path of the home folder, for `~/`.
 */
export function readGrants(
  { items, value, position }: PositionedValue,
  { home, report }: {
    readonly home: string | undefined;
    readonly report: (place: TextPosition, message: string) => void;
  },
): readonly UserGrant[] {
  if (items === undefined) {
    if (value !== null) report(position, `"grants" must be a list of grants such as ${EXAMPLE}`);
    return [];
  }
  return items.flatMap((item) => {
    const fields = new Map((item.entries ?? []).map((entry) => [entry.key, entry.value]));
    const [root, place] = ["root", "place"]
      .map((key) => toAbsolute(fields.get(key)?.value, home));
    const allow = (fields.get("allow")?.items ?? [])
      .flatMap(({ value }) => GRANT_OPTIONS.find((option) => option === value) ?? []);
    const isWhole = fields.size === 3 && allow.length === fields.get("allow")?.items?.length;
    if (root !== undefined && place !== undefined && allow.length > 0 && isWhole) {
      return [{ root, place, allow }];
    }
    report(
      item.position,
      `A grant is ignored as it must have absolute paths in "root" and "place", and in "allow" some of ${
        quoteAll(GRANT_OPTIONS)
      }, such as ${EXAMPLE}`,
    );
    return [];
  });
}

/**
 * Returns an absolute path with `~` replaced by the home folder, or `undefined` for another path.
 */
function toAbsolute(written: unknown, home: string | undefined): string | undefined {
  if (typeof written !== "string") return undefined;
  const path = written.startsWith("~/") && home !== undefined ? home + written.slice(1) : written;
  return /^(?:\/|[a-z]:[\\/])/i.test(path) ? path : undefined;
}
