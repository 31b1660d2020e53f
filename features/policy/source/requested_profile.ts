import { PolicyError } from "../core/mod.ts";
import type { JsonObject } from "@dossier/core/text";
import type { EngineServices } from "@dossier/retrieval/lease";
import type { SourceInput } from "@dossier/retrieval/sources";
import type { ComposedContext } from "../compose_profile.ts";
import type { Policies } from "../policies.ts";
import { policiesOf } from "../policies_of.ts";

/** The profile whose texts a bundle contains. */
export interface ProfileOptions {
  /** Id of the profile, such as `review/security`. @default none */
  readonly profile?: string | undefined;
  /** Inputs of the profile, by name. @default the defaults of the profile */
  readonly inputs?: JsonObject | undefined;
}

/** The composed profile of a request. */
export interface RequestedProfile {
  readonly composed: ComposedContext;
  /** The policies that it was composed from. */
  readonly policies: Policies;
}

/**
 * Returns the composed profile of a request; undefined without one. It needs no index, so that a
 * wrong profile name is reported before an index is built.
 *
 * @throws {PolicyError} `invalid-inputs` for inputs without a profile, and the errors of the
 * composition.
 */
export async function composeRequestedProfile(
  { options }: SourceInput,
  services: EngineServices,
): Promise<RequestedProfile | undefined> {
  const { profile, inputs }: ProfileOptions = options;
  if (profile === undefined && inputs === undefined) return undefined;
  if (profile === undefined) {
    throw new PolicyError("invalid-inputs", "Cannot use inputs without a profile: name one");
  }
  const policies = await policiesOf(services);
  // Imported here only: the other modules of this folder are for managing policies.
  const { composeProfile } = await import("../compose_profile.ts");
  const composed = await composeProfile({ profile, inputs, forBundle: true }, policies);
  return { composed, policies };
}
