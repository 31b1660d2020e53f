import { PolicyError } from "@dossier/core/policy";
import type { Policies } from "../policy/mod.ts";
import type { ProfileBrief } from "../sources/mod.ts";
import type { ProfileOptions } from "./request.ts";

/**
 * Returns what the profile of a request says. No index is needed for it, so that a slip in the name of a profile is
 * told before one is made.
 *
 * @throws {PolicyError} `invalid-inputs` for inputs without a profile, and what composing it throws.
 */
export async function askProfile(
  { profile, inputs }: ProfileOptions,
  policies: Policies,
): Promise<ProfileBrief> {
  if (profile === undefined) {
    throw new PolicyError("invalid-inputs", "Cannot use inputs without a profile: name one");
  }
  // Of the wing only this: the rest is for those who look after policies.
  const { composeProfile } = await import("../policy/compose_profile.ts");
  const composed = await composeProfile({ profile, inputs, forBundle: true }, policies);
  return { composed, policies };
}
