import { matchesCapability, normaliseCapability } from "./capability.ts";
import { isJsonObject, tellValue } from "@dossier/core/text";
import { PolicyError } from "./policy_error.ts";
import type { AcknowledgedRisk } from "./profile.ts";

/** How much a capability can do harm, least first. */
export const RISK_LEVELS = ["safe", "write", "elevated", "unrestricted"] as const;

/** How much a capability can do harm: the last two ask to be acknowledged. */
export type RiskLevel = typeof RISK_LEVELS[number];

/** The level of what each pattern of capabilities stands for. */
export type CapabilityRisks = Readonly<Record<string, RiskLevel>>;

/**
 * Levels where a project says none. That everything at once is unrestricted is Rye's; the
 * others are ours, so that what only reads asks for nothing.
 */
export const DEFAULT_RISKS: CapabilityRisks = {
  "*": "unrestricted",
  "execute.*": "write",
  "fetch.*": "safe",
  "sign.*": "write",
};

/**
 * Returns the levels that a setting says, behind the defaults.
 *
 * @param value A parsed JSON or YAML value; null and undefined are none.
 * @param place Where it stands, for errors.
 * @throws {PolicyError} `invalid-policy` when it is no mapping, or a level is not known.
 */
export function checkRisks(value: unknown, place: string): CapabilityRisks {
  if (value === null || value === undefined) return DEFAULT_RISKS;
  if (!isJsonObject(value)) {
    refuse(place, `they must be a mapping of patterns: current value is ${tellValue(value)}`);
  }
  const own = Object.entries(value).map(([pattern, level]) => {
    if (isLevel(level)) return [normaliseCapability(pattern), level] as const;
    refuse(
      place,
      `${tellValue(pattern)} must be one of ${RISK_LEVELS.join(", ")}: current value is ${
        tellValue(level)
      }`,
    );
  });
  return { ...DEFAULT_RISKS, ...Object.fromEntries(own) };
}

/**
 * Returns the level of a capability: that of the pattern with the most names of those that it matches, of
 * two the later; `safe` when there is none.
 */
export function findRisk(capability: string, risks: CapabilityRisks = DEFAULT_RISKS): RiskLevel {
  let found: { level: RiskLevel; names: number } = { level: "safe", names: 0 };
  for (const [pattern, level] of Object.entries(risks)) {
    const names = normaliseCapability(pattern).split(".").length;
    if (names >= found.names && matchesCapability(pattern, capability)) found = { level, names };
  }
  return found.level;
}

/** What a profile may do, and which of it is a risk that it takes on purpose. */
export interface RiskInput {
  readonly permissions: readonly string[];
  /** A level that is acknowledged covers those below it. */
  readonly acknowledged: readonly AcknowledgedRisk[];
  /** @default DEFAULT_RISKS */
  readonly risks?: CapabilityRisks;
}

/**
 * Returns a sentence for each permission of an elevated risk.
 *
 * @throws {PolicyError} `risk-not-acknowledged` for a permission of an unrestricted one. Neither where the
 * risk is acknowledged.
 */
export function checkPermissionRisks(
  { permissions, acknowledged, risks = DEFAULT_RISKS }: RiskInput,
): readonly string[] {
  const highest = Math.max(...acknowledged.map(({ risk }) => levelOf(risk)), -1);
  const warnings: string[] = [];
  for (const permission of permissions) {
    const level = findRisk(permission, risks);
    if (levelOf(level) <= highest) continue;
    const mend = `acknowledge the risk "${level}" with a reason, or permit less`;
    if (level === "unrestricted") {
      throw new PolicyError(
        "risk-not-acknowledged",
        `Cannot permit ${tellValue(permission)} as its risk is unrestricted: ${mend}`,
      );
    }
    if (level === "elevated") {
      warnings.push(`The permission ${tellValue(permission)} is an elevated risk: ${mend}`);
    }
  }
  return warnings;
}

/** Returns a sentence for each acknowledgement of a level that is not known, with where it stands in front. */
export function describeUnknownRisks(
  acknowledged: readonly AcknowledgedRisk[],
  place: string,
): readonly string[] {
  return acknowledged.filter(({ risk }) => !isLevel(risk)).map(({ risk }) =>
    `${place}: there is no risk ${tellValue(risk)}: known are ${RISK_LEVELS.join(", ")}`
  );
}

function levelOf(risk: string): number {
  return (RISK_LEVELS as readonly string[]).indexOf(risk);
}

function isLevel(value: unknown): value is RiskLevel {
  return typeof value === "string" && levelOf(value) !== -1;
}

function refuse(place: string, reason: string): never {
  throw new PolicyError("invalid-policy", `Cannot read the risks of ${place} as ${reason}`);
}
