import type { Visibility } from "@dossier/core/exclude";
import { findDocumentByPath, hasDocumentBelow } from "../store/documents.ts";
import type { Store } from "../store/open_store.ts";
import { findSkipped } from "../store/skipped.ts";
import { lstatOrUndefined } from "../../../machine/mod.ts";
import { isUnchanged, modifiedAt, type PlannedFile, type RefreshPlan } from "../plan_refresh.ts";

/**
 * Compares only `paths` with the index; undefined when they do not tell all: a new file may be one
 * that git ignores, and a folder stands for what is in it.
 */
export function planChanges(
  store: Store,
  { root, paths, visibility }: {
    readonly root: string;
    readonly paths: readonly string[];
    readonly visibility: Visibility;
  },
): Pick<RefreshPlan, "files" | "removed"> | undefined {
  const files: PlannedFile[] = [];
  const removed: string[] = [];
  for (const path of paths.toSorted()) {
    const document = findDocumentByPath(store, path);
    const stamp = document ?? findSkipped(store, path);
    const info = lstatOrUndefined(`${root}/${path}`);
    if (stamp === undefined) {
      const isGone = info === undefined && !hasDocumentBelow(store, path);
      const isLeftOut = info?.isFile && !visibility.shows(path);
      if (!isGone && !isLeftOut) return undefined;
    } else if (info === undefined) removed.push(path);
    else if (info.isDirectory) return undefined;
    else {
      const modified = modifiedAt(info);
      if (isUnchanged(stamp, info.size, modified)) continue;
      files.push({ path, known: document !== undefined, size: info.size, modified });
    }
  }
  return { files, removed };
}
