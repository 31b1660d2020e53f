import { matchesCapability, normaliseCapability } from "./capability.ts";
import { formatValue, isJsonObject } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";
import type { AcknowledgedRisk } from "./profile.ts";

/** Levels of the harm that a capability can do, least first. */
export const RISK_LEVELS = ["safe", "write", "elevated", "unrestricted"] as const;

/** The level of the harm that a capability can do: the last two require an acknowledgement. */
export type RiskLevel = typeof RISK_LEVELS[number];

/** The level of each pattern of capabilities. */
export type CapabilityRisks = Readonly<Record<string, RiskLevel>>;

/**
 * Default levels. `*` as unrestricted is Rye's; the others are ours, so that reading needs no
 * acknowledgement.
 */
export const DEFAULT_RISKS: CapabilityRisks = {
  "*": "unrestricted",
  "execute.*": "write",
  "fetch.*": "safe",
  "sign.*": "write",
};

/**
 * Returns the levels of a setting, merged over the defaults.
 *
 * @param value A parsed JSON or YAML value; null and undefined are empty.
 * @param place Its location, for errors.
 * @throws {PolicyError} `invalid-policy` when it is not a mapping, or a level is unknown.
 */
export function checkRisks(value: unknown, place: string): CapabilityRisks {
  if (value === null || value === undefined) return DEFAULT_RISKS;
  if (!isJsonObject(value)) {
    throwInvalidRisks(
      place,
      `they must be a mapping of patterns: current value is ${formatValue(value)}`,
    );
  }
  const own = Object.entries(value).map(([pattern, level]) => {
    if (isLevel(level)) return [normaliseCapability(pattern), level] as const;
    throwInvalidRisks(
      place,
      `${formatValue(pattern)} must be one of ${RISK_LEVELS.join(", ")}: current value is ${
        formatValue(level)
      }`,
    );
  });
  return { ...DEFAULT_RISKS, ...Object.fromEntries(own) };
}

/**
 * Returns the level of a capability: that of the matching pattern with the most names, the later
 * one of two equals; `safe` when none matches.
 */
export function findRisk(capability: string, risks: CapabilityRisks = DEFAULT_RISKS): RiskLevel {
  let found: { level: RiskLevel; names: number } = { level: "safe", names: 0 };
  for (const [pattern, level] of Object.entries(risks)) {
    const names = normaliseCapability(pattern).split(".").length;
    if (names >= found.names && matchesCapability(pattern, capability)) found = { level, names };
  }
  return found.level;
}

/** Permissions of a profile, and the risks that it acknowledges. */
export interface RiskInput {
  readonly permissions: readonly string[];
  /** An acknowledged level covers those below it. */
  readonly acknowledged: readonly AcknowledgedRisk[];
  /** @default DEFAULT_RISKS */
  readonly risks?: CapabilityRisks;
}

/**
 * Returns a sentence for each permission of an elevated risk that is not acknowledged.
 *
 * @throws {PolicyError} `risk-not-acknowledged` for a permission of an unrestricted risk that is
 * not acknowledged.
 */
export function checkPermissionRisks(
  { permissions, acknowledged, risks = DEFAULT_RISKS }: RiskInput,
): readonly string[] {
  const highest = Math.max(...acknowledged.map(({ risk }) => levelOf(risk)), -1);
  const warnings: string[] = [];
  for (const permission of permissions) {
    const level = findRisk(permission, risks);
    if (levelOf(level) <= highest) continue;
    const fix = `acknowledge the risk "${level}" with a reason, or permit less`;
    if (level === "unrestricted") {
      throw new PolicyError(
        "risk-not-acknowledged",
        `Cannot permit ${formatValue(permission)} as its risk is unrestricted: ${fix}`,
      );
    }
    if (level === "elevated") {
      warnings.push(`The permission ${formatValue(permission)} is an elevated risk: ${fix}`);
    }
  }
  return warnings;
}

/** Returns a sentence for each acknowledgement of an unknown level, with its location in front. */
export function formatUnknownRisks(
  acknowledged: readonly AcknowledgedRisk[],
  place: string,
): readonly string[] {
  return acknowledged.filter(({ risk }) => !isLevel(risk)).map(({ risk }) =>
    `${place}: there is no risk ${formatValue(risk)}: the risks are ${RISK_LEVELS.join(", ")}`
  );
}

function levelOf(risk: string): number {
  return (RISK_LEVELS as readonly string[]).indexOf(risk);
}

function isLevel(value: unknown): value is RiskLevel {
  return typeof value === "string" && levelOf(value) !== -1;
}

function throwInvalidRisks(place: string, reason: string): never {
  throw new PolicyError("invalid-policy", `Cannot read the risks of ${place} as ${reason}`);
}
