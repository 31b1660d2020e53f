import { isContextError } from "@dossier/core/errors";
import type { ContextTiers, Engine, ReadResource } from "@dossier/retrieval";
import { ServerError } from "../problem/mod.ts";
import type { CompositionRequest, ResourceRequest } from "../schema/mod.ts";
import type { RenderedPrompt, ToldManifest } from "./service.ts";

/** Returns what an engine composes of a profile, and the request that it makes for a provider. */
export async function givePrompt(
  engine: Engine,
  request: CompositionRequest,
): Promise<RenderedPrompt> {
  const { profile, inputs, words, limits, parent, partial: isPartial, for: provider } = request;
  const { transcript: text, lenient } = request;
  const { composeProfile, policiesOf } = await import("@dossier/retrieval/policy");
  const composed = await composeProfile({
    profile,
    inputs,
    words,
    limits,
    parent,
    isPartial,
    resume: text === undefined ? undefined : { text },
    transcript: lenient ? "lenient" : "strict",
  }, await policiesOf(engine));
  if (provider === undefined) return composed;
  const { toPromptText, toProviderRequest } = await import("@dossier/core/policy");
  const { system, messages, palette: { definitions: tools } } = composed;
  const prompt = { system, messages, tools };
  const body = provider === "text" ? toPromptText(prompt) : toProviderRequest(prompt, provider);
  return { ...composed, request: body };
}

/** Returns the tiers of context of the tree of an engine. */
export async function tiersOf(engine: Engine): Promise<ContextTiers> {
  // Imported only here: most trees have no manifest.
  const { openTiers } = await import("@dossier/retrieval/tier");
  return await openTiers(engine);
}

/**
 * Returns what the manifest of a tree declares, and what a session was given of it.
 *
 * @throws {ServerError} `manifest-not-found`.
 */
export async function tellManifestOf(
  engine: Engine,
  session: string | undefined,
): Promise<ToldManifest> {
  const tiers = await tiersOf(engine);
  const status = await tiers.status();
  if (status === undefined) throw refuseManifest("tell of the manifest");
  return session === undefined
    ? status
    : { ...status, session: await tiers.sessionStatus(session) };
}

/**
 * Returns what a URI of a tree names, and records that a session has read it.
 *
 * @throws {ServerError} `manifest-not-found`.
 */
export async function giveResource(
  engine: Engine,
  { uri, session }: ResourceRequest,
): Promise<ReadResource> {
  const tiers = await tiersOf(engine);
  try {
    return await tiers.readResource(uri, { session });
  } catch (error) {
    if (!isContextError(error) || error.code !== "invalid-uri") throw error;
    throw await tiers.problems() === undefined ? refuseManifest(`read "${uri}"`) : error;
  }
}

function refuseManifest(deed: string): ServerError {
  return new ServerError(
    "manifest-not-found",
    `Cannot ${deed} as the project has no manifest: ` +
      "write .dossier/manifest.yaml, or .blue/context.manifest.yaml",
  );
}
