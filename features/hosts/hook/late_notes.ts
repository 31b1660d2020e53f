import { LATE_FOLDER } from "./hook_log.ts";
import { type ActivityEvent, isSessionId, type LateActivity } from "@dossier/retrieval/state";
import {
  basename,
  findStateObstacle,
  listStateFolders,
  readPlainText,
  removeStale,
} from "@dossier/retrieval/machine";

/** Bytes of a file with late notes: a prompt, or the paths of a patch. */
const MAX_BYTES = 64 * 1024;

/** The mode of a file that its owner alone may read: a prompt may hold secrets, which are masked when it is taken. */
const OWN_MODE = 0o600;

/**
 * Leaves notes of a session in a file, to be written down by whoever opens the record next.
 *
 * @param root Real absolute path of the tree.
 */
export async function leaveLate(
  session: string,
  events: readonly ActivityEvent[],
  { root, cache }: { readonly root: string; readonly cache: string | undefined },
): Promise<void> {
  if (events.length === 0 || !isSessionId(session)) return;
  const id = crypto.randomUUID();
  const text = JSON.stringify({ session, time: Date.now(), events });
  for (const folder of await listStateFolders(root, cache)) {
    const late = `${folder}/${LATE_FOLDER}`;
    if (findStateObstacle(root, late) !== undefined) continue;
    try {
      Deno.mkdirSync(late, { recursive: true });
      removeStale(late, "");
      Deno.writeTextFileSync(`${late}/${id}`, text, { createNew: true, mode: OWN_MODE });
      // Whole or not there: somebody may be looking.
      return Deno.renameSync(`${late}/${id}`, `${late}/${id}.json`);
    } catch {
      // The next place may do.
    }
  }
}

/** Returns what files with late notes hold; one that is none is passed over. */
export function readLateFiles(paths: readonly string[]): readonly LateActivity[] {
  return paths.flatMap((path) => {
    const read = readPlainText(path, { maxBytes: MAX_BYTES });
    if (read.kind !== "text") return [];
    try {
      const { session, time, events } = JSON.parse(read.text);
      const isWhole = typeof session === "string" && isSessionId(session) &&
        Number.isSafeInteger(time) && Array.isArray(events) && events.every(isEvent);
      return isWhole ? [{ id: basename(path), session, time, events }] : [];
    } catch {
      return [];
    }
  });
}

function isEvent(value: unknown): value is ActivityEvent {
  const { kind, value: text } = Object(value);
  return typeof kind === "string" && typeof text === "string";
}

/** Removes files whose notes were taken; somebody else may have done so. */
export function removeLateFiles(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      Deno.removeSync(path);
    } catch {
      // Taken again it is known.
    }
  }
}
