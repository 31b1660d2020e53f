import { PolicyError } from "../core/mod.ts";
import type { JsonObject } from "@dossier/core/text";
import type { EngineServices } from "@dossier/retrieval/lease";
import type { AskedRequest } from "@dossier/retrieval/sources";
import type { ComposedContext } from "../compose_profile.ts";
import type { Policies } from "../policies.ts";
import { policiesOf } from "../policies_of.ts";

/** A profile whose words a bundle is to hold. */
export interface ProfileOptions {
  /** Id of the profile, such as `review/security`. @default none */
  readonly profile?: string | undefined;
  /** What the profile is given, by name. @default what it says itself */
  readonly inputs?: JsonObject | undefined;
}

/** A profile that a request names, composed. */
export interface ProfileBrief {
  readonly composed: ComposedContext;
  /** Where it was composed from. */
  readonly policies: Policies;
}

/**
 * Returns what the profile of a request says; undefined without one. No index is needed for it, so that a slip in the
 * name of a profile is told before one is made.
 *
 * @throws {PolicyError} `invalid-inputs` for inputs without a profile, and what composing it throws.
 */
export async function askProfile(
  { options }: AskedRequest,
  services: EngineServices,
): Promise<ProfileBrief | undefined> {
  const { profile, inputs }: ProfileOptions = options;
  if (profile === undefined && inputs === undefined) return undefined;
  if (profile === undefined) {
    throw new PolicyError("invalid-inputs", "Cannot use inputs without a profile: name one");
  }
  const policies = await policiesOf(services);
  // Of the wing only this: the rest is for those who look after policies.
  const { composeProfile } = await import("../compose_profile.ts");
  const composed = await composeProfile({ profile, inputs, forBundle: true }, policies);
  return { composed, policies };
}
