import { findRefreshMark, type ProjectMark, tierStatistics } from "./state/mod.ts";
import { type ActivityEvent, readActivity, type StateStore } from "@dossier/retrieval/state";
import type { Trust } from "@dossier/retrieval/settings";
import { TierGatherer } from "./gather_tiers.ts";
import { readProjectChanges, readProjectState } from "./project_state.ts";
import type { ReadContextManifest } from "./read_context_manifest.ts";
import type { TierTree } from "./tier_files.ts";

/** What a session is about, for the plugins; each is optional. */
export interface TierOptions {
  /** What was asked for. */
  readonly prompt?: string | undefined;
  /** Messages of the commits made, besides those that the repository tells. */
  readonly commits?: readonly string[] | undefined;
  /** Paths of the files that are open or changed, relative to the root, besides those that the index tells. */
  readonly files?: readonly string[] | undefined;
  /** Whether programs and modules that the manifest names may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
  /** How long one may take, in milliseconds. @default 5000 */
  readonly pluginTimeMs?: number | undefined;
}

/** For whom the sources of tiers are read. */
export interface GathererOptions extends TierOptions {
  /** Absent without one. */
  readonly session?: string | undefined;
  /** What was recorded; absent when nothing was. */
  readonly state?: StateStore | undefined;
  /** What the project was like before. @default as it was when the session was looked at last */
  readonly since?: ProjectMark | undefined;
}

/**
 * Returns what reads the sources of a manifest for a session. What the session did, and what was done to the project by
 * whomever, counts from when that was looked at last.
 */
export async function openGatherer(
  read: ReadContextManifest,
  tree: TierTree,
  options: GathererOptions,
): Promise<TierGatherer> {
  const { session = "", prompt = "", allowPlugins = false, pluginTimeMs, state } = options;
  const { form, manifest: { types, plugins } } = read;
  const project = await readProjectState(tree, { form, types });
  const known = session === "" ? undefined : state;
  const mark = known && await findRefreshMark(known, session);
  const events = known === undefined
    ? []
    : (await readActivity(known, session, mark?.activity ?? 0)).events;
  const done = await readProjectChanges(options.since ?? mark ?? {}, {
    tree,
    head: project.head,
    plugins,
  });
  const list = (kinds: readonly ActivityEvent["kind"][], ...others: (readonly string[])[]) => {
    const told = events.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
    return [...new Set([...others.flat(), ...told])];
  };
  return new TierGatherer(read, tree, {
    project,
    session,
    prompt,
    allowPlugins,
    pluginTimeMs,
    trust: await openTrust(read, tree),
    commits: list(["commit"], options.commits ?? [], done.commits),
    files: list(["file", "read", "edit"], options.files ?? [], done.files),
    sessionText: await describeSession(session, known),
  });
}

/** Returns what the user grants a project whose manifest asks for something. */
async function openTrust(
  { requests }: ReadContextManifest,
  { root, userFolder }: TierTree,
): Promise<Trust | undefined> {
  // Imported only here, as few manifests ask for what only the user may grant.
  return requests.length === 0
    ? undefined
    : await (await import("@dossier/retrieval/trust")).openTrust(root, userFolder);
}

/** Returns what there is to say of a session; its id is empty without one. */
async function describeSession(
  session: string,
  state: StateStore | undefined,
): Promise<string> {
  if (session === "") return "No session.";
  const { injections, tokens } = state === undefined
    ? { injections: 0, tokens: 0 }
    : await tierStatistics(state, session);
  return `Session ${session}: ${injections} injections, ${tokens} tokens.`;
}
