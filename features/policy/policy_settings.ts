import {
  type CapabilityRisks,
  checkRisks,
  type DedupeScope,
  DEFAULT_PALETTE,
  DEFAULT_RUN_LIMITS,
  findRisk,
  mergeConfig,
  type NoPermissions,
  normaliseCapability,
  type PaletteSettings,
  RESUME_CEILING_TOKENS,
  RISK_LEVELS,
  type RiskLevel,
  type RunLimit,
  type Space,
} from "./core/mod.ts";
import { formatValue, isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/text";
import type { PolicyFormName } from "./policy_form.ts";

/** The content of a settings file. */
export interface SettingsFile {
  /** Path for messages. */
  readonly path: string;
  readonly form: PolicyFormName;
  /** The space of the file. */
  readonly space: Space;
  readonly value: JsonObject;
}

/** Settings of the composition: Rye's seed, or `policy.yaml`. */
export interface PolicySettings {
  /** Settings of the tools that are offered. */
  readonly toolPreload: Required<PaletteSettings>;
  /** The meaning of a profile without permissions. */
  readonly noPermissions: NoPermissions;
  readonly dedupe: DedupeScope;
  /** `budgeted` when the items of a position have a budget. */
  readonly compose: "unbudgeted" | "budgeted";
  readonly resumeCeilingTokens: number;
  /** Risk by pattern of capabilities. */
  readonly capabilityRisk: CapabilityRisks;
  /** Limits of a thread for profiles that declare none. */
  readonly limits: Readonly<Partial<Record<RunLimit, number>>>;
}

/** Reads settings of the right type and warns of others. */
class SettingReader {
  readonly #warnings = new Set<string>();
  readonly #asked = new Set<string>();
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
  }

  /** A sentence for each value that can not be used. */
  get warnings(): readonly string[] {
    return [...this.#warnings];
  }

  choice<T extends string>(key: string, choices: readonly T[], fallback: T): T {
    const value = this.#find(key);
    if (choices.includes(value as T)) return value as T;
    return this.#refuse(key, value, choices.map((choice) => `"${choice}"`).join(" or "), fallback);
  }

  count(key: string, fallback: number): number {
    const value = this.#find(key);
    if (typeof value === "number" && Number.isInteger(value) && value >= 0) return value;
    return this.#refuse(key, value, "a whole number of at least 0", fallback);
  }

  flag(key: string, fallback: boolean): boolean {
    const value = this.#find(key);
    return typeof value === "boolean" ? value : this.#refuse(key, value, "true or false", fallback);
  }

  mapping(key: string): JsonObject {
    const value = this.#find(key);
    return isJsonObject(value) ? value : this.#refuse(key, value, "a mapping", {});
  }

  /** Returns the known limits; files of Rye have others as well. */
  limits(key: string): PolicySettings["limits"] {
    const known = (Object.keys(DEFAULT_RUN_LIMITS) as RunLimit[]).flatMap((name) => {
      const value = this.#find(`${key}.${name}`);
      if (typeof value === "number" && value >= 0) return [[name, value] as const];
      this.#refuse(`${key}.${name}`, value, "a number of at least 0", undefined);
      return [];
    });
    return Object.fromEntries(known);
  }

  /** Warns of each key that was not read. */
  finish(): void {
    for (const key of this.#listUnknown(this.#values)) {
      this.#warnings.add(`There is no setting "${key}" of policies: it is ignored`);
    }
  }

  #listUnknown(values: JsonObject, above = ""): readonly string[] {
    return Object.entries(values).flatMap(([name, value]) => {
      const key = above + name;
      if (this.#asked.has(key)) return [];
      const isAbove = [...this.#asked].some((asked) => asked.startsWith(`${key}.`));
      if (!isAbove) return [key];
      return isJsonObject(value) ? this.#listUnknown(value, `${key}.`) : [];
    });
  }

  #find(key: string): JsonValue | undefined {
    this.#asked.add(key);
    const names = key.split(".");
    let found: JsonValue | undefined = this.#values;
    for (const [at, name] of names.entries()) {
      if (!isJsonObject(found)) {
        return this.#refuse(names.slice(0, at).join("."), found, "a mapping", undefined);
      }
      found = Object.hasOwn(found, name) ? found[name] : undefined;
    }
    return found;
  }

  #refuse<T>(key: string, value: JsonValue | undefined, expected: string, fallback: T): T {
    if (value !== undefined && value !== null) {
      this.#warnings.add(
        `The setting "${key}" of policies must be ${expected}: current value is ${
          formatValue(value)
        }`,
      );
    }
    return fallback;
  }
}

/**
 * Returns the merged settings of files, later ones over earlier ones, and a sentence for each that
 * cannot be used, and in files of dossier's form for each unknown one.
 *
 * @throws {PolicyError} `invalid-policy` for an unknown risk.
 */
export function readPolicySettings(
  files: readonly SettingsFile[],
): { readonly value: PolicySettings; readonly notes: readonly string[] } {
  const notes = files.flatMap(({ path, form, value }) => {
    const reader = new SettingReader(value);
    readSettings(reader, `"${path}"`);
    if (form === "dossier") reader.finish();
    return reader.warnings.map((warning) => `"${path}": ${warning}`);
  });
  notes.push(...listLoosened(files));
  const merged = mergeConfig(files.map(({ value }) => value));
  return { value: readSettings(new SettingReader(merged), "the policies"), notes };
}

/** @param place Location of the settings, for errors. */
function readSettings(reader: SettingReader, place: string): PolicySettings {
  return {
    toolPreload: {
      enabled: reader.flag("tool_preload.enabled", DEFAULT_PALETTE.enabled),
      maxTokens: reader.count("tool_preload.max_tokens", DEFAULT_PALETTE.maxTokens),
      registerExecute: reader.flag(
        "tool_preload.register_execute",
        DEFAULT_PALETTE.registerExecute,
      ),
    },
    noPermissions: reader.choice("no_permissions", ["primary-only", "deny"], "primary-only"),
    dedupe: reader.choice("dedupe", ["per-position", "global"], "per-position"),
    compose: reader.choice("compose", ["unbudgeted", "budgeted"], "unbudgeted"),
    resumeCeilingTokens: reader.count("resume_ceiling_tokens", RESUME_CEILING_TOKENS),
    capabilityRisk: checkRisks(reader.mapping("capability_risk"), place),
    limits: reader.limits("limits.defaults"),
  };
}

/**
 * Returns a sentence for each setting of the project that permits more than the same setting of the
 * user or the system: the nearest wins, but the user must know.
 */
export function listLoosened(files: readonly SettingsFile[]): readonly string[] {
  const own = files.filter(({ space }) => space === "project");
  const others = files.filter(({ space }) => space !== "project");
  return own.flatMap(({ path, value }) =>
    others.flatMap((other) =>
      findLoosened(value, other.value).map(({ key, now, before }) =>
        `"${path}" permits more than "${other.path}": ${key} is ${now} instead of ${before}`
      )
    )
  );
}

/** A setting that permits more than another one. */
interface Loosened {
  readonly key: string;
  readonly now: JsonValue;
  readonly before: JsonValue;
}

function findLoosened(now: JsonObject, before: JsonObject): readonly Loosened[] {
  const denied = before["no_permissions"] === "deny" && now["no_permissions"] === "primary-only";
  return [
    ...(denied ? [{ key: "no_permissions", now: "primary-only", before: "deny" }] : []),
    ...findHigher(defaultsOf(now), defaultsOf(before)),
    ...findLowered(mappingOf(now, "capability_risk"), mappingOf(before, "capability_risk")),
  ];
}

function findHigher(now: JsonObject, before: JsonObject): readonly Loosened[] {
  return Object.entries(now).flatMap(([name, value]) => {
    const limit = before[name];
    const isHigher = typeof value === "number" && typeof limit === "number" && value > limit;
    return isHigher ? [{ key: `limits.defaults.${name}`, now: value, before: limit }] : [];
  });
}

function findLowered(now: JsonObject, before: JsonObject): readonly Loosened[] {
  const risks = Object.fromEntries(
    Object.entries(before).filter((entry): entry is [string, RiskLevel] => levelOf(entry[1]) >= 0)
      .map(([pattern, level]) => [normaliseCapability(pattern), level]),
  );
  return Object.entries(now).flatMap(([pattern, level]) => {
    // A pattern that the other file does not have is safe there.
    const found = findRisk(normaliseCapability(pattern), risks);
    const isLower = levelOf(level) >= 0 && levelOf(level) < levelOf(found);
    return isLower ? [{ key: `the risk of ${pattern}`, now: level, before: found }] : [];
  });
}

function levelOf(level: JsonValue): number {
  return (RISK_LEVELS as readonly JsonValue[]).indexOf(level);
}

function mappingOf(value: JsonObject, key: string): JsonObject {
  const found = value[key];
  return isJsonObject(found) ? found : {};
}

function defaultsOf(value: JsonObject): JsonObject {
  return mappingOf(mappingOf(value, "limits"), "defaults");
}
