import {
  type Hook,
  type ItemOrigin,
  mergeHooks,
  type Profile,
  type SkippedBlock,
} from "./core/mod.ts";
import type { SpaceFolder } from "./space_folder.ts";

/** The hooks of a folder. */
export interface FolderHooks {
  readonly folder: SpaceFolder;
  readonly hooks: readonly Hook[];
}

/** Merged hooks, and notes about those that were replaced. */
export interface JoinedHooks {
  readonly hooks: readonly Hook[];
  /** Sentences that people read. */
  readonly notes: readonly string[];
}

/**
 * Returns the hooks of all folders, the nearest first. When several hooks have the same id, the one
 * of the nearest folder replaces the others. Hooks of the user are never replaced by those of a
 * project, as no project may remove the user's instructions.
 */
export function joinHooks(folders: readonly FolderHooks[]): JoinedHooks {
  const bySpace = Map.groupBy(folders, ({ folder }) => folder.space);
  const hooks = mergeHooks([...bySpace].map(([space, folders]) => ({
    files: folders.map(({ hooks }) => hooks),
    isAdditive: space === "user",
  })));
  return { hooks, notes: listReplaced(folders) };
}

/** Returns a sentence for each hook that has the id of one of a nearer space. */
function listReplaced(folders: readonly FolderHooks[]): readonly string[] {
  const notes: string[] = [];
  const nearest = new Map<string, SpaceFolder>();
  for (const { folder, hooks } of folders) {
    for (const { id } of hooks) {
      const other = id === undefined ? undefined : nearest.get(id);
      // Hooks that come with the program are meant to be replaced. After an import, one folder has
      // hooks in two forms.
      if (other === undefined || other.space === folder.space || folder.path === undefined) {
        continue;
      }
      const fate = folder.space === "user" ? "holds beside" : "is replaced by";
      notes.push(
        `The hook "${id}" of "${formatFolder(folder)}" ${fate} the one of "${formatFolder(other)}"`,
      );
    }
    for (const { id } of hooks) {
      if (id !== undefined && !nearest.has(id)) nearest.set(id, folder);
    }
  }
  return notes;
}

function formatFolder(folder: SpaceFolder): string {
  return folder.displayPath("").replace(/\/$/, "");
}

/** Returns a sentence for each hook of the user that profiles of the project suppress. */
export function listSuppressed(
  skipped: readonly SkippedBlock[],
  { hooks, chain }: {
    readonly hooks: readonly Hook[];
    readonly chain: readonly (Pick<Profile, "id" | "context"> & { readonly origin: ItemOrigin })[];
  },
): readonly string[] {
  const ids = skipped.filter(({ source, reason }) => source === "hook" && reason === "suppressed")
    .map(({ id }) => id);
  return [...new Set(ids)].flatMap((id) => {
    const by = chain.find(({ origin, context }) =>
      origin.space === "project" && context?.suppress.includes(id)
    );
    const isOfUser = hooks.some((hook) =>
      hook.origin === "user" &&
      (hook.id === id || hook.actions.some((one) => one.kind === "fetch" && one.itemId === id))
    );
    if (by === undefined || !isOfUser) return [];
    return [`The profile "${by.id}" of the project suppresses "${id}" of a hook of the user`];
  });
}
