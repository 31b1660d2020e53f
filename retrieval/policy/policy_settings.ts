import {
  type DedupeScope,
  isJsonObject,
  type JsonObject,
  type JsonValue,
  RESUME_CEILING_TOKENS,
  tellValue,
} from "@dossier/core/policy";

/** How policies are composed: Rye's seed, or what is said in `policy.yaml`. */
export interface PolicySettings {
  readonly toolPreload: {
    /** Whether tools are offered at all. */
    readonly enabled: boolean;
    /** Tokens of all tools together. */
    readonly maxTokens: number;
    /** Whether running any tool by its id is offered besides the tools. */
    readonly registerExecute: boolean;
  };
  /** What a profile without permissions may do. */
  readonly noPermissions: "primary-only" | "deny";
  readonly dedupe: DedupeScope;
  /** Whether the items of a position have a budget. */
  readonly compose: "unbudgeted" | "budgeted";
  readonly resumeCeilingTokens: number;
  /** Risk by pattern of capabilities. */
  readonly capabilityRisk: JsonObject;
  /** Limits of a thread that a profile says nothing of. */
  readonly limits: JsonObject;
}

/** Tokens of a palette of tools, as Rye has them. */
const PALETTE_TOKENS = 2000;

/** Reads settings of the right type and warns of others. */
class SettingReader {
  readonly warnings: string[] = [];
  readonly #values: JsonObject;

  constructor(values: JsonObject) {
    this.#values = values;
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

  #find(key: string): JsonValue | undefined {
    let found: JsonValue | undefined = this.#values;
    for (const name of key.split(".")) {
      found = isJsonObject(found) && Object.hasOwn(found, name) ? found[name] : undefined;
    }
    return found;
  }

  #refuse<T>(key: string, value: JsonValue | undefined, expected: string, fallback: T): T {
    if (value !== undefined && value !== null) {
      this.warnings.push(
        `The setting "${key}" of policies must be ${expected}: current value is ${
          tellValue(value)
        }`,
      );
    }
    return fallback;
  }
}

/** Returns the settings that files give, and a sentence for each that can not be used. */
export function readPolicySettings(
  values: JsonObject,
): { readonly value: PolicySettings; readonly notes: readonly string[] } {
  const reader = new SettingReader(values);
  const value: PolicySettings = {
    toolPreload: {
      enabled: reader.flag("tool_preload.enabled", true),
      maxTokens: reader.count("tool_preload.max_tokens", PALETTE_TOKENS),
      registerExecute: reader.flag("tool_preload.register_execute", false),
    },
    noPermissions: reader.choice("no_permissions", ["primary-only", "deny"], "primary-only"),
    dedupe: reader.choice("dedupe", ["per-position", "global"], "per-position"),
    compose: reader.choice("compose", ["unbudgeted", "budgeted"], "unbudgeted"),
    resumeCeilingTokens: reader.count("resume_ceiling_tokens", RESUME_CEILING_TOKENS),
    capabilityRisk: reader.mapping("capability_risk"),
    limits: reader.mapping("limits.defaults"),
  };
  return { value, notes: reader.warnings };
}
