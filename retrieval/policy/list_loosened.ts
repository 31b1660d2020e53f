import { findRisk, normaliseCapability, RISK_LEVELS, type RiskLevel } from "@dossier/core/policy";
import { isJsonObject, type JsonObject, type JsonValue } from "@dossier/core/text";
import type { SettingsFile } from "./settings_file.ts";

/**
 * Returns a sentence for each setting of the project that permits more than what the user or the system says of the
 * same: the nearest holds, but not without a word.
 */
export function listLoosened(files: readonly SettingsFile[]): readonly string[] {
  const own = files.filter(({ space }) => space === "project");
  const others = files.filter(({ space }) => space !== "project");
  return own.flatMap(({ path, value }) =>
    others.flatMap((other) =>
      findLoosened(value, other.value).map(({ key, now, before }) =>
        `"${path}" permits more than "${other.path}": ${key} is ${now} in place of ${before}`
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
    // What the other file says nothing of is safe by it.
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
