import type { ManifestPlugin, SalienceFacts } from "@dossier/core/tier";
import { readMessages } from "../commits/read/mod.ts";
import type { ProjectMark } from "../delivery/state/mod.ts";
import { textHash } from "../machine/mod.ts";
import { maskValue } from "../secrets/mod.ts";
import type { ProjectState } from "./project_state.ts";
import type { TierTree } from "./tier_files.ts";

/** Commits and files that are looked at, from the last ones: a merge or a switch of branches brings thousands. */
const MAX_CHANGES = 100;

/** Returns what tells a project from what it will be later. */
export async function markProject(
  { active: [current], text, tasks, head }: ProjectState,
  time: number,
): Promise<ProjectMark> {
  const rfc = await textHash(JSON.stringify([current?.path, current && text, tasks]));
  return { rfc, head, time };
}

/**
 * Returns what was done to a project since it was looked at, by whomever, as far as its plugins go by that: messages of
 * commits, with their secrets masked, and paths of files.
 */
export async function readProjectChanges(
  { head, time }: Partial<ProjectMark>,
  { tree: { root, listModified }, head: tip, plugins }: {
    readonly tree: TierTree;
    readonly head: string | undefined;
    readonly plugins: readonly ManifestPlugin[];
  },
): Promise<Pick<SalienceFacts, "commits" | "files">> {
  const kinds = new Set(
    plugins.flatMap((plugin) => plugin.salienceTriggers.map(({ kind }) => kind)),
  );
  const isMoved = head !== undefined && tip !== undefined && head !== tip;
  return {
    commits: kinds.has("commit-message") && isMoved
      ? await maskValue(await readMessages({ root }, { tip, after: head, limit: MAX_CHANGES }))
      : [],
    files: kinds.has("file-annotation") && time !== undefined
      ? await listModified?.(time, MAX_CHANGES) ?? []
      : [],
  };
}
