import {
  attenuate,
  checkLimits,
  checkPermissionRisks,
  describeUnknownRisks,
  inheritFields,
  type ParentRun,
  PolicyError,
  resolveLimits,
} from "./core/mod.ts";
import type { LoadedProfile } from "./policies.ts";
import type { PolicySettings } from "./policy_settings.ts";

/** The thread that starts another: that one has no more than it. */
export interface ParentThread extends ParentRun {
  /** Its name, which texts of hooks may show. */
  readonly id: string;
  /** What it may do. */
  readonly capabilities: readonly string[];
}

/** What decides beside the chain what a profile may do and use. */
interface Deciding {
  readonly leaf: LoadedProfile;
  readonly settings: PolicySettings;
  /** Limits that go before those of the profile. */
  readonly overrides: Readonly<Record<string, number>> | undefined;
  readonly parent: ParentThread | undefined;
}

/**
 * Returns what a profile may do and use: what its chain says, and no more than the thread that starts it.
 *
 * @throws {PolicyError} `invalid-limits`, `limit-exceeded`, `risk-not-acknowledged`; `nothing-permitted` when the
 * thread may do nothing of what the profile asks for.
 */
export function decideRights(
  chain: readonly LoadedProfile[],
  { leaf, settings, overrides = {}, parent }: Deciding,
) {
  const inherited = inheritFields(chain);
  // A profile that permits less than one that extends it takes no risk for that.
  const granting = chain.slice(chain.findIndex(({ id }) => id === inherited.permissionsFrom));
  const notes = [
    ...granting.flatMap(({ acknowledgedRisks, origin }) =>
      describeUnknownRisks(acknowledgedRisks, `"${origin.path}"`)
    ),
    ...checkPermissionRisks({
      permissions: inherited.permissions,
      acknowledged: granting.flatMap(({ acknowledgedRisks }) => acknowledgedRisks),
      risks: settings.capabilityRisk,
    }),
  ];
  for (const { limits, origin } of chain) checkLimits(limits, `"${origin.path}"`);
  const limits = resolveLimits({
    profile: { ...settings.limits, ...inherited.limits },
    overrides,
    ...(parent === undefined ? {} : { parent }),
  });
  const permissions = parent === undefined
    ? inherited.permissions
    : attenuate(parent.capabilities, inherited.permissions);
  // What a profile may do that asks for nothing is more than nothing.
  if (permissions.length === 0 && inherited.permissions.length > 0) {
    throw new PolicyError(
      "nothing-permitted",
      `Cannot compose the profile "${leaf.id}" as the thread that starts it may do nothing of what it asks for: ` +
        "start it from one that may, or let it ask for less",
    );
  }
  const isOwn = permissions.join("\n") === leaf.permissions.join("\n");
  // As the profile writes them only where it has just these.
  const permissionsText = isOwn ? leaf.permissionsText : "";
  return { inherited, permissions, permissionsText, limits, notes };
}
