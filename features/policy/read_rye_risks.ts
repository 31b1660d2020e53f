import type { RiskLevel } from "./core/mod.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/text";

/** Policies of Rye's levels, and the level of dossier with the same requirement. */
const POLICY_LEVELS: Readonly<Record<string, RiskLevel>> = {
  "acknowledge_required": "elevated",
  block: "unrestricted",
};

/** Keys of a file of Rye that describe the file. */
const METADATA_KEYS: ReadonlySet<string> = new Set([
  ...["name", "title", "category", "description", "version", "schema_version"],
  ...["tool_type", "author", "tags", "extends"],
]);

/**
 * Returns the level of each pattern of capabilities in a file of Rye: a list of `classifications`
 * with the policies of their `risk_levels`, a list of `policies` as in Rye's current form, or
 * patterns alone. Other values are returned unchanged, so that the check of levels rejects them.
 */
export function readRyeRisks(file: JsonObject): JsonObject {
  const { classifications, policies } = file;
  if (Array.isArray(classifications)) {
    return Object.fromEntries(
      classifications.filter(isJsonObject).flatMap(({ risk = null, patterns }) =>
        toPatterns(patterns).map((pattern) => [pattern, convertLevel(risk, file["risk_levels"])])
      ),
    );
  }
  if (Array.isArray(policies)) {
    return Object.fromEntries(
      policies.filter(isJsonObject).flatMap(({ pattern, level = null, requires_ack: asks }) =>
        toPatterns(pattern).map((one) => [one, convertCurrentLevel(level, asks === true)])
      ),
    );
  }
  return Object.fromEntries(Object.entries(file).filter(([key]) => !METADATA_KEYS.has(key)));
}

function toPatterns(value: JsonValue | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
}

/**
 * Returns the level with the same requirement as a level of Rye; without a policy it is the level
 * of the same name.
 */
function convertLevel(risk: JsonValue, levels: JsonValue | undefined): JsonValue {
  const about = isJsonObject(levels) && typeof risk === "string" ? levels[risk] : undefined;
  const policy = isJsonObject(about) ? about.policy : undefined;
  if (policy === "allow") return risk === "safe" ? "safe" : "write";
  return typeof policy === "string" && Object.hasOwn(POLICY_LEVELS, policy)
    ? POLICY_LEVELS[policy]!
    : risk;
}

/**
 * Returns the level for one of `low`, `medium` and `high`; `asks` is true when Rye requires an
 * acknowledgement.
 */
function convertCurrentLevel(level: JsonValue, asks: boolean): JsonValue {
  if (level !== "low" && level !== "medium" && level !== "high") return level;
  if (asks) return level === "high" ? "unrestricted" : "elevated";
  return level === "low" ? "safe" : "write";
}
