import {
  attenuate,
  checkLimits,
  checkPermissionRisks,
  formatUnknownRisks,
  inheritFields,
  type ParentRun,
  PolicyError,
  resolveLimits,
} from "./core/mod.ts";
import type { LoadedProfile } from "./policies.ts";
import type { PolicySettings } from "./policy_settings.ts";

/** The thread that starts another, which gets at most its rights. */
export interface ParentThread extends ParentRun {
  /** Its name, which texts of hooks may show. */
  readonly id: string;
  /** Its capabilities. */
  readonly capabilities: readonly string[];
}

/** The input of {@link resolveRights} beside the chain. */
interface RightsInput {
  readonly leaf: LoadedProfile;
  readonly settings: PolicySettings;
  /** Limits that override those of the profile. */
  readonly overrides: Readonly<Record<string, number>> | undefined;
  readonly parent: ParentThread | undefined;
}

/**
 * Returns the permissions and limits of a profile: those of its chain, and at most those of the
 * thread that starts it.
 *
 * @throws {PolicyError} `invalid-limits`, `limit-exceeded`, `risk-not-acknowledged`;
 * `nothing-permitted` when the thread has none of the permissions that the profile requests.
 */
export function resolveRights(
  chain: readonly LoadedProfile[],
  { leaf, settings, overrides = {}, parent }: RightsInput,
) {
  const inherited = inheritFields(chain);
  // A profile that permits less than a descendant acknowledges no risk for the descendant.
  const granting = chain.slice(chain.findIndex(({ id }) => id === inherited.permissionsFrom));
  const notes = [
    ...granting.flatMap(({ acknowledgedRisks, origin }) =>
      formatUnknownRisks(acknowledgedRisks, `"${origin.path}"`)
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
  // An empty list would mean the default permissions, which are more than none.
  if (permissions.length === 0 && inherited.permissions.length > 0) {
    throw new PolicyError(
      "nothing-permitted",
      `Cannot compose the profile "${leaf.id}" as the thread that starts it has none of the requested permissions: ` +
        "start it from a thread that has them, or request fewer",
    );
  }
  const isOwn = permissions.join("\n") === leaf.permissions.join("\n");
  // The text of the file is shown only when it says exactly these permissions.
  const permissionsText = isOwn ? leaf.permissionsText : "";
  return { inherited, permissions, permissionsText, limits, notes };
}
