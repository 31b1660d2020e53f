import { LATE_FOLDER } from "./hook_log.ts";
import { type ActivityEvent, isSessionId, type LateActivity } from "@dossier/retrieval/state";
import {
  basename,
  findStateObstacle,
  listStateFolders,
  readPlainText,
  removeStaleDrafts,
} from "@dossier/retrieval/machine";

/** Maximum number of bytes of a file with late records: a prompt, or the paths of a patch. */
const MAX_BYTES = 64 * 1024;

/**
 * Mode of a file that only its owner may read: a prompt may contain secrets, which are masked when
 * it is recorded.
 */
const OWN_MODE = 0o600;

/**
 * Writes activity of a session into a file, for the next process that opens the state.
 *
 * @param root Real absolute path of the tree.
 */
export async function writeLateRecords(
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
      removeStaleDrafts(late, "");
      Deno.writeTextFileSync(`${late}/${id}`, text, { createNew: true, mode: OWN_MODE });
      // A rename makes the whole file visible at once to other processes.
      return Deno.renameSync(`${late}/${id}`, `${late}/${id}.json`);
    } catch {
      // Try the next folder.
    }
  }
}

/** Returns the activity in late files; invalid files are ignored. */
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

/** Removes late files after recording; another process may have removed them. */
export function removeLateFiles(paths: readonly string[]): void {
  for (const path of paths) {
    try {
      Deno.removeSync(path);
    } catch {
      // Recording it again changes nothing.
    }
  }
}
