import { nearestNames } from "@dossier/core/query";
import type { PlacedToml } from "../machine/notation/mod.ts";
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

/** All settings of `.dossier/config.yaml` that stand at its top. */
const CONFIG_KEYS: readonly string[] = ["embedder", "warm", ...Object.keys(SETTING_GROUPS)].sort();

/** What the user's own configuration has besides: what the user grants to repositories. */
const GRANTS_KEY = "grants";

/** What a repository can not even ask for, and why. */
const USERS_KEYS: Readonly<Record<string, string>> = {
  [GRANTS_KEY]: "a repository grants nothing to itself",
  index: "only your own configuration says where an index is kept",
  warm: "a process is left behind only where your own configuration says so",
};

/** A setting of earlier versions, which chose what definitions are found with. */
const REMOVED_KEY = "symbols";

/** Keys of the tables of `.noface.toml` that we read, which mean nothing here. */
const FOREIGN_KEYS: Readonly<Record<string, readonly string[]>> = {
  monowiki: ["api_docs_slug", "sync_api_docs"],
};

/** Tables that have more keys of noface's own. */
const SHARED_TABLES: ReadonlySet<string> = new Set(["project"]);

/**
 * Returns the settings that a configuration gives. A key that is not known is reported and passed
 * over; in the place of a wrong value, which is reported as well, the default is used.
 *
 * @param user Where the user's own configuration is read, which may hold grants; absent for a repository's.
 */
export function readConfig(
  { entries = [] }: PositionedValue,
  user?: { readonly home: string | undefined },
): FileSettings {
  const reading = new Reading();
  const given: Record<string, unknown> = {};
  for (const entry of entries) {
    const { key, place, value } = entry;
    if (user === undefined && Object.hasOwn(USERS_KEYS, key)) {
      reading.report(place, `"${key}" is passed over, as ${USERS_KEYS[key]}`);
    } else if (Object.hasOwn(SETTING_GROUPS, key)) {
      const group = SETTING_GROUPS[key as keyof typeof SETTING_GROUPS];
      given[key] = reading.readGroup(entry, { ...group, name: key, form: "mapping" });
    } else if (key === "embedder") {
      const read = readEmbedder(value, reading);
      if (read === undefined) continue;
      given[key] = read;
      reading.notePlace(key, place);
    } else if (key === "warm") {
      const read = WARM_RULE.read(value.value);
      if (read === undefined) {
        reading.report(value.place, `"warm" takes ${WARM_RULE.expected}; it is passed over`);
        continue;
      }
      given[key] = read;
      reading.notePlace(key, place);
    } else if (key === REMOVED_KEY) {
      reading.report(
        place,
        `"${key}" is passed over, as this setting was removed: delete the line`,
      );
    } else if (key === GRANTS_KEY) {
      const report = reading.report.bind(reading);
      given[key] = readGrants(value, { home: user?.home, report });
    } else reading.report(place, describeUnknownKey(key, CONFIG_KEYS));
  }
  return reading.finish(given);
}

/**
 * Returns the settings that `.noface.toml` gives: those of tasks, and the folders to leave out. Its other
 * tables, and keys that mean nothing here, are passed over silently: the file is another program's. So is
 * a text that is not TOML, with one issue.
 */
export function readNoface(toml: PlacedToml): FileSettings {
  const reading = new Reading();
  if (toml.kind === "broken") {
    reading.report(toml.place, `The file is passed over as it is not TOML: ${toml.reason}`);
    return reading.finish({});
  }
  const groups: Record<"exclude" | "task", object> = { exclude: {}, task: {} };
  for (const entry of toml.table.entries ?? []) {
    for (const name of ["exclude", "task"] as const) {
      const rules = Object.entries<SettingRule>(SETTING_GROUPS[name].rules)
        .filter(([, { table }]) => table === entry.key);
      if (rules.length === 0) continue;
      const given = reading.readGroup(entry, {
        name,
        form: "table",
        otherwise: "its default is used",
        rules: Object.fromEntries(rules),
        foreign: FOREIGN_KEYS[entry.key],
        isShared: SHARED_TABLES.has(entry.key),
      });
      Object.assign(groups[name], given);
    }
  }
  return reading.finish(groups);
}

/** How a group of settings is read. */
interface GroupReading extends Pick<SettingGroup, "rules" | "otherwise"> {
  readonly name: string;
  /** What the language of the file calls a group. */
  readonly form: string;
  /** Keys that are passed over silently. */
  readonly foreign?: readonly string[] | undefined;
  /** Whether all others are passed over silently too. */
  readonly isShared?: boolean;
}

/** Collects what is wrong with one file, and where the settings stand that it gives. */
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

  /** Returns the settings of a group that can be used, by their names in code. */
  readGroup(
    { key: written, value: { entries, value, place } }: PositionedEntry,
    { name, form, rules, otherwise, foreign = [], isShared = false }: GroupReading,
  ): Readonly<Record<string, unknown>> {
    if (entries === undefined) {
      const message = `"${written}" takes a ${form} of settings; the defaults are used`;
      if (value !== null) this.report(place, message);
      return {};
    }
    const given: Record<string, unknown> = {};
    const known = [...Object.values(rules).map(({ key }) => key), ...foreign];
    for (const { key, place, value } of entries) {
      const dotted = `${written}.${key}`;
      const [code, rule] = Object.entries(rules).find(([, rule]) => rule.key === key) ?? [];
      if (code === undefined || rule === undefined) {
        if (isShared || foreign.includes(key)) continue;
        this.report(place, describeUnknownKey(dotted, known, key));
        continue;
      }
      const read = rule.read(value.value);
      if (read === undefined) {
        this.report(value.place, `"${dotted}" takes ${rule.expected}; ${otherwise}`);
        continue;
      }
      given[code] = rule.entries === undefined
        ? read
        : this.#readEntries(value, dotted, rule.entries);
      this.notePlace(`${name}.${key}`, place);
    }
    return given;
  }

  /** Returns the entries of a list that can be used. */
  #readEntries({ items = [] }: PositionedValue, dotted: string, rule: ValueRule): unknown[] {
    return items.flatMap(({ value, place }) => {
      const read = rule.read(value);
      if (read !== undefined) return [read];
      this.report(place, `"${value}" is passed over as "${dotted}" takes ${rule.expected}`);
      return [];
    });
  }
}

/**
 * Returns what stands under `embedder`: the name of a kind, or a mapping with `kind` and its settings.
 * Undefined, which stands for the default, when that is wrong in any way.
 */
function readEmbedder(
  { value, entries, place }: PositionedValue,
  reading: Reading,
): EmbedderSettings | undefined {
  const values = new Map((entries ?? []).map(({ key, value: { value } }) => [key, value]));
  const written = entries === undefined ? value : values.get("kind");
  const kind = EMBEDDER_KINDS.find((name) => name === written);
  if (kind === undefined) {
    const where = entries === undefined ? "embedder" : "embedder.kind";
    const message = `"${where}" takes one of ${quoteAll(EMBEDDER_KINDS)}; its default is used`;
    reading.report(place, message);
    return undefined;
  }
  const rules = Object.entries(EMBEDDER_RULES[kind]);
  const known = rules.map(([, { key }]) => key);
  for (const key of values.keys()) {
    if (key === "kind" || known.includes(key)) continue;
    const hint = suggest(key, known) ?? `"${kind}" has no such setting`;
    reading.report(place, `Unknown key "embedder.${key}" is passed over: ${hint}`);
  }
  const settings: Record<string, unknown> = {};
  for (const [name, { key, isNeeded = false, expected, read }] of rules) {
    if (!values.has(key) && !isNeeded) continue;
    const value = read(values.get(key));
    if (value === undefined) {
      reading.report(place, `"embedder.${key}" takes ${expected}; the default embedder is used`);
      return undefined;
    }
    settings[name] = value;
  }
  // Each value has passed the rule of its own setting.
  return { kind, ...settings } as EmbedderSettings;
}

/** Returns the sentence about a key that no setting has. */
function describeUnknownKey(dotted: string, known: readonly string[], key = dotted): string {
  const hint = suggest(key, known) ?? `known are ${quoteAll(known)}`;
  return `Unknown key "${dotted}" is passed over: ${hint}`;
}

/** Returns the question after the known name that is meant, if one takes few edits to get to. */
function suggest(name: string, known: readonly string[]): string | undefined {
  const [closest] = nearestNames(name, known, { limit: 1 });
  return closest === undefined ? undefined : `did you mean "${closest}"?`;
}

/** What manifests may be granted. */
export const GRANT_OPTIONS: readonly GrantOption[] = ["external", "sensitive"];

const EXAMPLE = "{root: ~/work/app, place: ~/shared/notes.md, allow: [external]}";

/**
 * Returns what `grants` of the user's own configuration grants; what is wrong is reported and grants nothing.
 *
 * @param options.home Absolute path of the home folder, which `~/` stands for.
 */
export function readGrants(
  { items, value, place }: PositionedValue,
  { home, report }: {
    readonly home: string | undefined;
    readonly report: (place: TextPosition, message: string) => void;
  },
): readonly UserGrant[] {
  if (items === undefined) {
    if (value !== null) report(place, `"grants" takes a list of grants such as ${EXAMPLE}`);
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
      item.place,
      `A grant is passed over as it must say "root" and "place" with absolute paths and "allow" with some of ${
        quoteAll(GRANT_OPTIONS)
      }, such as ${EXAMPLE}`,
    );
    return [];
  });
}

/** Returns an absolute path, the home folder in the place of `~`; undefined for what is none. */
function toAbsolute(written: unknown, home: string | undefined): string | undefined {
  if (typeof written !== "string") return undefined;
  const path = written.startsWith("~/") && home !== undefined ? home + written.slice(1) : written;
  return /^(?:\/|[a-z]:[\\/])/i.test(path) ? path : undefined;
}
