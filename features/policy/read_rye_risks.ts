import type { RiskLevel } from "./core/mod.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/text";

/** What a level of Rye's asks for, as the level of ours that asks for the same. */
const POLICY_LEVELS: Readonly<Record<string, RiskLevel>> = {
  "acknowledge_required": "elevated",
  block: "unrestricted",
};

/** Keys of a file of Rye that say something of the file. */
const ABOUT: ReadonlySet<string> = new Set([
  ...["name", "title", "category", "description", "version", "schema_version"],
  ...["tool_type", "author", "tags", "extends"],
]);

/**
 * Returns the level of each pattern of capabilities that a file of Rye says: a list of `classifications` with the
 * policies of their `risk_levels`, a list of `policies` as in Rye's present form, or patterns alone. What is none of
 * these is kept as it is, for whoever checks levels to refuse.
 */
export function readRyeRisks(file: JsonObject): JsonObject {
  const { classifications, policies } = file;
  if (Array.isArray(classifications)) {
    return Object.fromEntries(
      classifications.filter(isJsonObject).flatMap(({ risk = null, patterns }) =>
        toPatterns(patterns).map((pattern) => [pattern, toLevel(risk, file["risk_levels"])])
      ),
    );
  }
  if (Array.isArray(policies)) {
    return Object.fromEntries(
      policies.filter(isJsonObject).flatMap(({ pattern, level = null, requires_ack: asks }) =>
        toPatterns(pattern).map((one) => [one, toPresentLevel(level, asks === true)])
      ),
    );
  }
  return Object.fromEntries(Object.entries(file).filter(([key]) => !ABOUT.has(key)));
}

function toPatterns(value: JsonValue | undefined): readonly string[] {
  return (Array.isArray(value) ? value : [value]).filter((one) => typeof one === "string");
}

/** Returns the level that asks for what a level asks for; without a policy it goes by its name. */
function toLevel(risk: JsonValue, levels: JsonValue | undefined): JsonValue {
  const about = isJsonObject(levels) && typeof risk === "string" ? levels[risk] : undefined;
  const policy = isJsonObject(about) ? about.policy : undefined;
  if (policy === "allow") return risk === "safe" ? "safe" : "write";
  return typeof policy === "string" && Object.hasOwn(POLICY_LEVELS, policy)
    ? POLICY_LEVELS[policy]!
    : risk;
}

/** Returns the level of ours for one of `low`, `medium` and `high`: a high one that asks is not allowed unasked. */
function toPresentLevel(level: JsonValue, asks: boolean): JsonValue {
  if (level !== "low" && level !== "medium" && level !== "high") return level;
  if (asks) return level === "high" ? "unrestricted" : "elevated";
  return level === "low" ? "safe" : "write";
}
