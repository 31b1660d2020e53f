import { findRefreshMark, type ProjectMark, readTierStatistics } from "./state/mod.ts";
import { type ActivityEvent, readActivity, type StateStore } from "@dossier/retrieval/state";
import type { Trust } from "@dossier/retrieval/settings";
import { TierGatherer } from "./gather_tiers.ts";
import { readProjectChanges, readProjectState } from "./project_state.ts";
import type { LoadedManifest } from "./read_context_manifest.ts";
import type { TierTree } from "./tier_files.ts";

/** Facts about a session for plugins; each is optional. */
export interface TierOptions {
  /** The prompt of the user. */
  readonly prompt?: string | undefined;
  /** Messages of new commits, in addition to those that the repository reports. */
  readonly commits?: readonly string[] | undefined;
  /**
   * Paths of open or changed files, relative to the root, in addition to those that the index
   * reports.
   */
  readonly files?: readonly string[] | undefined;
  /** If true, programs and modules of the manifest may be run. @default false */
  readonly allowPlugins?: boolean | undefined;
  /** Time limit of each, in milliseconds. @default 5000 */
  readonly pluginTimeMs?: number | undefined;
}

/** Options of {@link openGatherer}. */
export interface GathererOptions extends TierOptions {
  /** Id of the session; absent without one. */
  readonly session?: string | undefined;
  /** The state with the records; absent when there are none. */
  readonly state?: StateStore | undefined;
  /** Earlier state of the project. @default that of the last check of the session */
  readonly since?: ProjectMark | undefined;
}

/**
 * Returns a reader of the sources of a manifest for a session. Activity of the session, and changes
 * of the project, count from the last check.
 */
export async function openGatherer(
  read: LoadedManifest,
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
    const touched = events.filter(({ kind }) => kinds.includes(kind)).map(({ value }) => value);
    return [...new Set([...others.flat(), ...touched])];
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
    sessionText: await formatSession(session, known),
  });
}

/** Returns the grants of the user, when the manifest requests any. */
async function openTrust(
  { requests }: LoadedManifest,
  { root, userFolder }: TierTree,
): Promise<Trust | undefined> {
  // Imported here only, as few manifests request grants of the user.
  return requests.length === 0
    ? undefined
    : await (await import("@dossier/retrieval/trust")).openTrust(root, userFolder);
}

/** Returns a sentence about a session; its id is empty without one. */
async function formatSession(
  session: string,
  state: StateStore | undefined,
): Promise<string> {
  if (session === "") return "No session.";
  const { injections, tokens } = state === undefined
    ? { injections: 0, tokens: 0 }
    : await readTierStatistics(state, session);
  return `Session ${session}: ${injections} injections, ${tokens} tokens.`;
}
