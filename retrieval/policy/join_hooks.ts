import type { Hook } from "@dossier/core/policy";
import type { SpaceFolder } from "./space_folder.ts";

/** The hooks of a folder. */
export interface FolderHooks {
  readonly folder: SpaceFolder;
  readonly hooks: readonly Hook[];
}

/** Hooks that hold, and what is told of those that others have the ids of. */
export interface JoinedHooks {
  readonly hooks: readonly Hook[];
  /** Sentences for people. */
  readonly notes: readonly string[];
}

/**
 * Returns the hooks that hold of those of all folders, the nearest first. Of hooks with one id that of the nearest
 * folder holds, but those of the user hold whatever the project has: what a user is to be told is not for a
 * project to take away.
 */
export function joinHooks(read: readonly FolderHooks[]): JoinedHooks {
  const joined: Hook[] = [];
  const notes: string[] = [];
  const nearest = new Map<string, SpaceFolder>();
  for (const { folder, hooks } of read) {
    for (const hook of hooks) {
      const other = hook.id === undefined ? undefined : nearest.get(hook.id);
      const isKept = other === undefined || (folder.space === "user" && other.space !== "user");
      if (isKept) joined.push(hook);
      // What comes with the program is meant to be replaced, and one folder is in two forms after an import.
      const isTold = other !== undefined && other.space !== folder.space &&
        folder.path !== undefined;
      if (isTold) {
        const fate = isKept ? "holds beside the one" : "does not hold: it gives way to the one";
        notes.push(`The hook "${hook.id}" of "${tell(folder)}" ${fate} of "${tell(other)}"`);
      }
    }
    for (const { id } of hooks) {
      if (id !== undefined && !nearest.has(id)) nearest.set(id, folder);
    }
  }
  return { hooks: joined, notes };
}

function tell(folder: SpaceFolder): string {
  return folder.tell("").replace(/\/$/, "");
}
