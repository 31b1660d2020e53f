import type { EngineServices } from "@dossier/retrieval/lease";
import type { ComposedContext, ComposeRequest } from "./compose_profile.ts";
import type { ProfileEntry } from "./list_profiles.ts";
import type { ParsedFiles } from "./parsed_files.ts";
import type { Policies } from "./policies.ts";

/** Parsed files by the services of an engine. */
const PARSED = new WeakMap<object, ParsedFiles>();

/** Returns the current policies of the tree of an engine, of its user and of the system. */
export async function policiesOf(
  services: Pick<EngineServices, "root" | "spaces">,
): Promise<Policies> {
  // Imported here only: most answers need no policies.
  const { openPolicies } = await import("./policies.ts");
  const { ParsedFiles } = await import("./parsed_files.ts");
  const files = PARSED.get(services) ?? new ParsedFiles();
  PARSED.set(services, files);
  return openPolicies({ root: services.root, ...services.spaces }, files);
}

/**
 * Returns the system prompt, the messages and the tools of a profile of an engine's tree, with all
 * their parts.
 *
 * @throws {ContextError} `profile-not-found`, `circular-profile`, `tampered-item`, and other policy
 * errors, with the location.
 */
export async function composePrompt(
  engine: Pick<EngineServices, "root" | "spaces">,
  request: ComposeRequest,
): Promise<ComposedContext> {
  const { composeProfile } = await import("./compose_profile.ts");
  return await composeProfile(request, await policiesOf(engine));
}

/** Returns all profiles of an engine's tree, sorted by id, including those that cannot be read. */
export async function listProfilesOf(
  engine: Pick<EngineServices, "root" | "spaces">,
): Promise<readonly ProfileEntry[]> {
  const { listProfiles } = await import("./list_profiles.ts");
  return await listProfiles(await policiesOf(engine));
}
